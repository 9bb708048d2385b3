import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { formatCrypto, formatFiat } from '#core/domain/format.ts';
import { marketOf } from '#core/domain/region.ts';
import { online } from '#platform/network.ts';
import { keepDraft, takeDraft } from '#transport/drafts.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { sessionExpired } from '#transport/session-expired.ts';
import { Failed, Outcome } from '#ui/outcome.tsx';
import { type Begun, useMachine } from '#ui/use-machine.ts';
import { browserDeps } from './browser.ts';
import { BuyForm } from './buy-form.tsx';
import { type BuyMachine, createBuy } from './buy-machine.ts';
import { type BuyDraft, draftFrom, PURCHASE_DRAFT } from './draft.ts';
import { Gate } from './gates.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { PaymentResultPanel } from './payment-result.tsx';
import { boughtText } from './purchase-texts.ts';
import { toldElsewhere } from './told.ts';

/** For whoever comes back; also by a link, where the session ended or something has to be done first. */
function keep({ state }: BuyMachine): void {
  const draft = draftFrom(state);
  if (draft) keepDraft(PURCHASE_DRAFT, draft, !sessionExpired.peek() && !state.gate);
}

/** Goes on with what was typed before. */
function begin(): Begun<BuyMachine> {
  const mine = sameCustomer();
  const machine = createBuy(browserDeps(mine), marketOf(session));
  machine.start(takeDraft(PURCHASE_DRAFT) as BuyDraft | undefined);
  return { machine, keep: () => mine() && keep(machine) };
}

function Screen({ machine, children }: { machine: BuyMachine; children: ReactNode }) {
  useSignals();
  // A field that is redrawn later than it is typed into loses its caret.
  const state = useSnapshot(machine.state, { sync: true });
  const market = marketOf(useSnapshot(session));
  useEffect(() => machine.setMarket(market), [machine, market]);
  const { phase, order, payment, result } = state;
  const told = result ? !result.saved && result.payment.id : phase !== 'form' && payment?.id;
  useEffect(() => {
    toldElsewhere.value = told || undefined;
    return () => {
      toldElsewhere.value = undefined;
    };
  }, [told]);
  const connected = online.value;

  if (phase === 'success' && order) {
    return (
      <Outcome title={boughtText(order)} type="buy" tone="good" action="Done" onDone={machine.done}>
        <dl className="kv num">
          <div>
            <dt>Bought</dt>
            <dd className="pos">+{formatCrypto(order.crypto, order.asset)}</dd>
          </div>
          <div className="total">
            <dt>Total</dt>
            <dd>{formatFiat(order.total, order.currency)}</dd>
          </div>
        </dl>
      </Outcome>
    );
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
          market={state.market}
          others={state.others}
          onAnother={machine.buyAnother}
          onClose={machine.closeGate}
        />
      )}
      {payment && (phase === 'paying' || (settling && !result)) && (
        <PaymentDialog
          url={payment.url}
          settling={settling}
          onReturned={machine.payment.returned}
          onRedirect={machine.payment.redirect}
          onClose={machine.payment.closed}
        />
      )}
    </>
  );
}

/** A purchase from its form to its outcome. */
export function BuyScreen({ children }: { readonly children: ReactNode }) {
  const machine = useMachine(begin);
  return machine ? <Screen machine={machine}>{children}</Screen> : null;
}
