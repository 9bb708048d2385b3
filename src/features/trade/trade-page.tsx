import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { NewBuy } from '#automatic/new-buy.tsx';
import { ConversionScreen } from '#conversion/conversion-screen.tsx';
import { cashRules, sellRules } from '#conversion/rules.ts';
import { assetCodeOf } from '#core/carried/asset-link.ts';
import { findCash } from '#core/money/cash.ts';
import { marketOf } from '#core/money/region.ts';
import { amendHistoryState, historyState } from '#platform/kept/history-state.ts';
import { draftOf, dropDraft } from '#transport/customer/drafts.ts';
import { session } from '#transport/session/session.ts';
import { BuyScreen } from './buy-screen.tsx';
import { HowOften } from './how-often.tsx';
import { Methods, type PaymentMethod } from './methods.tsx';
import { openCashPurchase, openSale } from './open-sale.ts';
import { OpenPaymentNews, PurchaseNews, useOpenAbove } from './payment/purchase-news.tsx';
import { Sides, type TradeSide } from './sides.tsx';

/** TRD-01: buying by card or with cash, and selling for a stable coin or cash. */
export function TradePage() {
  // The page opens on the selling side if a sale's outcome is still unknown, or a sale was typed and not sent.
  const [side, setSide] = useState<TradeSide>(() =>
    openSale() || draftOf(sellRules.kind) || Object(historyState()).side === 'sell'
      ? 'sell'
      : 'buy',
  );
  const [method, setMethod] = useState<PaymentMethod>(() =>
    openCashPurchase() || draftOf(cashRules.kind) || Object(historyState()).method === 'cash'
      ? 'cash'
      : 'card',
  );
  const [repeats, setRepeating] = useState(false);
  const { above, roomKept } = useOpenAbove();
  const cash = findCash(marketOf(useSnapshot(session)));
  const hasCash = cash !== undefined;
  const paysCash = side === 'buy' && method === 'cash' && hasCash;
  // A customer who comes back finds the side they left.
  useEffect(() => {
    const shown = side === 'sell' ? sellRules.kind : paysCash ? cashRules.kind : 'purchase';
    for (const one of [sellRules.kind, cashRules.kind, 'purchase'] as const) {
      if (one !== shown) dropDraft(one);
    }
    amendHistoryState({ side, method });
  }, [side, method, paysCash]);
  const sides = (
    <>
      <Sides side={side} onChange={setSide} />
      {side === 'buy' && cash && (
        <>
          <Methods method={method} onChange={setMethod} />
          <HowOften onRepeat={() => setRepeating(true)} />
        </>
      )}
    </>
  );
  return (
    <>
      {above && <OpenPaymentNews roomKept={roomKept} />}
      {side === 'sell' ? (
        <ConversionScreen key="sell" rules={sellRules}>
          {sides}
        </ConversionScreen>
      ) : paysCash ? (
        <ConversionScreen key="cash" rules={cashRules}>
          {sides}
        </ConversionScreen>
      ) : (
        <BuyScreen>{sides}</BuyScreen>
      )}
      {/* Beside the form: one form cannot be in another. */}
      {repeats && cash && (
        <NewBuy
          cash={cash}
          about={assetCodeOf(historyState())}
          onClose={() => setRepeating(false)}
        />
      )}
      {/* Below the form, because it loads late and would push the form down. */}
      <PurchaseNews endedOnly={above} />
    </>
  );
}
