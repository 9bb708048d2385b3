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
  // A sale whose outcome nobody saw is found out where it was made, and one that was typed goes on there.
  const [side, setSide] = useState<TradeSide>(() =>
    openSale() || draftOf(sellRules.kind) || Object(historyState()).side === 'sell'
      ? 'sell'
      : 'buy',
  );
  // Of the two sides whoever comes back finds the one they left.
  useEffect(() => {
    dropDraft(side === 'buy' ? sellRules.kind : 'purchase');
    amendHistoryState({ side });
  }, [side]);
  const sides = <Sides side={side} onChange={setSide} />;
  return (
    <>
      <PurchaseNews />
      {side === 'buy' ? (
        <BuyScreen>{sides}</BuyScreen>
      ) : (
        <ConversionScreen rules={sellRules}>{sides}</ConversionScreen>
      )}
    </>
  );
}
