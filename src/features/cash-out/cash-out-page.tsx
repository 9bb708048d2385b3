import { useCallback, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { payoutAccount } from '#core/carried/way-out.ts';
import { createPayout } from '#core/contract/money/withdrawal.ts';
import { type Cash, findCash } from '#core/money/cash.ts';
import { formatFiat } from '#core/money/format.ts';
import { marketOf } from '#core/money/region.ts';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { amendHistoryState, historyState } from '#platform/kept/history-state.ts';
import { takeDraft } from '#transport/customer/drafts.ts';
import { followDraft } from '#transport/customer/follow-draft.ts';
import { openIntents } from '#transport/customer/intents.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useMachine } from '#ui/hooks/use-machine.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { NoCash } from '#ui/marks/no-cash.tsx';
import { Checking } from '#withdrawal/checking.tsx';
import { CodeDialog } from '#withdrawal/code-dialog.tsx';
import { withdrewText } from '#withdrawal/sending.ts';
import { sentEntry, sentFrom } from '#withdrawal/sent.ts';
import { Success } from '#withdrawal/success.tsx';
import { useHoldEnd, useReviewStep, useSent, useStep } from '#withdrawal/use-steps.ts';
import { payoutDraftFrom } from './cash-out-draft.ts';
import { CashOutForm } from './cash-out-form.tsx';
import { type CashOutMachine, createCashOut } from './cash-out-machine.ts';
import { cashOutDeps } from './cash-out-wiring.ts';
import { ReviewStep, sendsText } from './review-step.tsx';

/** A machine for as long as the page is open. */
function useCashOut(cash: Cash): CashOutMachine | undefined {
  const begin = useCallback(() => {
    const machine = createCashOut(cashOutDeps(), cash);
    const entry = historyState();
    machine.start(takeDraft('payout'), sentFrom(entry, cash.code), payoutAccount.read(entry));
    const { state } = machine;
    // Whether the customer left to save an account first, and will be led back.
    const returns = (): boolean => state.adding;
    return {
      machine,
      keep: followDraft({ name: 'payout', state, draft: payoutDraftFrom, returns }),
    };
  }, [cash]);
  return useMachine(begin);
}

function Screen({ machine }: { readonly machine: CashOutMachine }) {
  const isOnline = useOnline();
  const isMasked = useMasked();
  // Synchronous, because a field that rerenders later than its input event loses its caret position.
  const state = useSnapshot(machine.state, { sync: true });
  const [, navigate] = useLocation();
  const { phase, holdingAsOf, hold, summary, withdrawalId, review } = state;
  const back = useReviewStep(machine, phase);
  useSent(state);
  useStep(phase);
  useShownAsOf(holdingAsOf);
  useHoldEnd(machine.reload, hold?.until);

  switch (phase) {
    case 'success':
      return (
        summary &&
        withdrawalId !== undefined && (
          <Success
            title={`You cash out ${formatFiat(summary.amount, summary.currency)}`}
            arrived={`You cashed out ${formatFiat(summary.amount, summary.currency)}`}
            topic={`Cash out ${summary.currency}`}
            withdrawalId={withdrawalId}
            onDone={(stands) => {
              machine.clear();
              amendHistoryState(sentEntry.give(undefined));
              navigate('/cash');
              if (stands) toast.success(withdrewText(summary.amount, summary.currency));
            }}
          />
        )
      );
    case 'checking':
      return <Checking summary={summary} online={isOnline} />;
    case 'review':
    case 'code':
    case 'sending':
      return (
        review && (
          <>
            <ReviewStep
              machine={machine}
              state={state}
              review={review}
              online={isOnline}
              onBack={back}
            />
            {phase === 'code' && (
              <CodeDialog
                machine={machine}
                sends={sendsText(review, state.cash.code)}
                state={state}
              />
            )}
          </>
        )
      );
    case 'form':
    case 'gate':
      return (
        <>
          <CashOutForm machine={machine} state={state} online={isOnline} masked={isMasked} />
          {state.verifying && (
            <VerificationPrompt onClose={machine.stopVerifying}>
              Cashing out needs a verified account. What you entered here is kept.
            </VerificationPrompt>
          )}
        </>
      );
  }
}

function CashOut({ cash }: { readonly cash: Cash }) {
  const machine = useCashOut(cash);
  return machine ? <Screen machine={machine} /> : null;
}

/** BANK-05: pays out the cash of the customer's market to their bank account. */
export function CashOutPage() {
  const market = marketOf(useSnapshot(session));
  // A payout whose outcome is unknown is shown first, even if the market has changed.
  const [open] = useState(() => openIntents(createPayout.path)[0]?.summary.currency);
  const cash = findCash(open ?? market);
  return cash ? <CashOut key={cash.code} cash={cash} /> : <NoCash />;
}
