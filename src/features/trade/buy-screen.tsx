import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { useAssetEntry } from '#conversion/use-asset-entry.ts';
import { assetCodeOf } from '#core/carried/asset-link.ts';
import { assetOf } from '#core/money/currencies.ts';
import { formatFiat } from '#core/money/format.ts';
import { marketOf } from '#core/money/region.ts';
import { historyState } from '#platform/kept/history-state.ts';
import { takeDraft } from '#transport/customer/drafts.ts';
import { followDraft } from '#transport/customer/follow-draft.ts';
import { session } from '#transport/session/session.ts';
import { Failed } from '#ui/feedback/outcome.tsx';
import { useOnline } from '#ui/hooks/signals.ts';
import { type Begun, useMachine } from '#ui/hooks/use-machine.ts';
import { Bought } from './bought.tsx';
import { buyDraftFrom, readBuyDraft } from './buy-draft.ts';
import { BuyForm } from './buy-form.tsx';
import { type BuyMachine, createBuy } from './buy-machine.ts';
import { buyDeps } from './buy-wiring.ts';
import { Gate } from './gates.tsx';
import { PaymentDialog } from './payment/payment-dialog.tsx';
import { PaymentResultPanel } from './payment/payment-result.tsx';
import { unseenPurchases } from './payment/unseen-purchases-wiring.ts';

/** Starts a machine with the kept draft, if there is one. */
function begin(): Begun<BuyMachine> {
  const machine = createBuy(buyDeps(), marketOf(session), assetCodeOf(historyState()));
  machine.start(readBuyDraft(takeDraft('purchase')));
  const { state } = machine;
  // A customer who has to complete the profile first comes back by a link.
  const returns = (): boolean => state.gate !== undefined;
  return { machine, keep: followDraft({ name: 'purchase', state, draft: buyDraftFrom, returns }) };
}

function Screen({ machine, children }: { machine: BuyMachine; children: ReactNode }) {
  const connected = useOnline();
  // Synchronous, because a field that rerenders later than its input event loses its caret
  // position.
  const state = useSnapshot(machine.state, { sync: true });
  const market = marketOf(useSnapshot(session));
  useEffect(() => machine.setMarket(market), [machine, market]);
  const { phase, order, payment, result, asset } = state;
  useAssetEntry(asset);
  const onPage = result ? !result.saved && result.payment.id : phase !== 'form' && payment?.id;
  useEffect(() => {
    unseenPurchases.showOnPage(onPage || undefined);
    return () => unseenPurchases.showOnPage(undefined);
  }, [onPage]);

  if (phase === 'success' && order) {
    return <Bought order={order} onDone={machine.done} />;
  }
  if (phase === 'failure') return <Failed text={result?.text ?? ''} onDone={machine.done} />;
  const settling = phase === 'recording' || phase === 'checking';
  return (
    <>
      {result && (
        <PaymentResultPanel
          result={result}
          online={connected}
          asking={settling}
          onAgain={machine.payment.again}
          onResume={machine.payment.resume}
          onClose={machine.closeResult}
        />
      )}
      <BuyForm machine={machine} state={state} online={connected}>
        {children}
      </BuyForm>
      {state.gate && (
        <Gate
          gate={state.gate}
          what={`${assetOf(asset).name} for ${formatFiat(state.fiat.replace(/\.$/, '') || '0', state.market)}`}
          market={state.market}
          others={state.others}
          onAnother={machine.buyAnother}
          onClose={machine.closeGate}
        />
      )}
      {payment && (phase === 'paying' || (settling && !result)) && (
        <PaymentDialog
          url={payment.url}
          priceUntil={payment.priceUntil}
          settling={settling}
          online={connected}
          onReturned={machine.payment.returned}
          onRedirect={machine.payment.redirect}
          onClose={machine.payment.closed}
        />
      )}
    </>
  );
}

/** The screens of a purchase, from the form to the outcome. */
export function BuyScreen({ children }: { readonly children: ReactNode }) {
  const machine = useMachine(begin);
  return machine ? <Screen machine={machine}>{children}</Screen> : null;
}
