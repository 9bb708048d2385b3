import { useEffect, useState } from 'react';
import { ConversionScreen } from '#conversion/conversion-screen.tsx';
import { sellRules } from '#conversion/rules.ts';
import { amendHistoryState, historyState } from '#platform/history-state.ts';
import { draftOf, dropDraft } from '#transport/drafts.ts';
import { BuyScreen } from './buy-screen.tsx';
import { openSale } from './open-sale.ts';
import { PurchaseNews } from './purchase-news.tsx';
import { Sides, type TradeSide } from './sides.tsx';

/** TRD-01: buying by card and selling for a stable coin. */
export function TradePage() {
  // The page opens on the selling side if a sale's outcome is still unknown, or a sale was typed and not sent.
  const [side, setSide] = useState<TradeSide>(() =>
    openSale() || draftOf(sellRules.kind) || Object(historyState()).side === 'sell'
      ? 'sell'
      : 'buy',
  );
  // A customer who comes back finds the side they left.
  useEffect(() => {
    dropDraft(side === 'buy' ? sellRules.kind : 'purchase');
    amendHistoryState({ side });
  }, [side]);
  const sides = <Sides side={side} onChange={setSide} />;
  return (
    <>
      {side === 'buy' ? (
        <BuyScreen>{sides}</BuyScreen>
      ) : (
        <ConversionScreen rules={sellRules}>{sides}</ConversionScreen>
      )}
      {/* It comes late: below the form it moves nothing. */}
      <PurchaseNews />
    </>
  );
}
