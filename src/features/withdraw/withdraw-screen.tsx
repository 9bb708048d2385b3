import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import { chosenRecipient, openedPayment } from '#core/carried/way-out.ts';
import type { SavedCryptoAddress } from '#core/contract/account/address-book.ts';
import type { Asset } from '#core/money/currencies.ts';
import { formatDecimal } from '#core/money/format.ts';
import { marketOf } from '#core/money/region.ts';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { amendHistoryState, historyState, takeCarried } from '#platform/kept/history-state.ts';
import { afterFrame } from '#platform/time/after-frame.ts';
import { takeDraft } from '#transport/customer/drafts.ts';
import { followDraft } from '#transport/customer/follow-draft.ts';
import { loadForex, rates } from '#transport/money/forex-rates.ts';
import { recipients } from '#transport/money/saved-recipients.ts';
import { session } from '#transport/session/session.ts';
import { toast } from '#ui/feedback/toasts.ts';
import { usePageTitle } from '#ui/hooks/page-title.ts';
import { useMasked, useOnline } from '#ui/hooks/signals.ts';
import { useMachine } from '#ui/hooks/use-machine.ts';
import { useReload } from '#ui/hooks/use-reload.ts';
import { useShownAsOf } from '#ui/hooks/use-shown-as-of.ts';
import { Checking } from '#withdrawal/checking.tsx';
import { CodeDialog } from '#withdrawal/code-dialog.tsx';
import { withdrewText } from '#withdrawal/sending.ts';
import { sentEntry, sentFrom } from '#withdrawal/sent.ts';
import { Success } from '#withdrawal/success.tsx';
import { useHoldEnd, useReviewStep, useSent, useStep } from '#withdrawal/use-steps.ts';
import { AMOUNT, DetailsForm } from './details-form.tsx';
import type { RecipientDialog } from './recipient-dialog.tsx';
import { ReviewStep } from './review-step.tsx';
import { readWithdrawDraft, withdrawDraftFrom } from './withdraw-draft.ts';
import { createWithdraw, type WithdrawMachine } from './withdraw-machine.ts';
import { sendsText } from './withdraw-texts.ts';
import { withdrawDeps } from './withdraw-wiring.ts';

/** The recipient chosen on the page before: taken once, so that Back does not overwrite later input. */
function takeRecipient(): SavedCryptoAddress | undefined {
  const id = takeCarried(chosenRecipient);
  if (id === undefined) return undefined;
  return recipients.known.data?.find(({ address_id }) => address_id === id);
}

/** A machine for as long as the page is open. */
function useWithdraw(asset: Asset): WithdrawMachine | undefined {
  const begin = useCallback(() => {
    const machine = createWithdraw(withdrawDeps(), asset, marketOf(session));
    const sent = sentFrom(historyState(), asset.code);
    const recipient = takeRecipient();
    machine.start(
      readWithdrawDraft(takeDraft('withdrawal')),
      sent,
      recipient,
      takeCarried(openedPayment),
    );
    // On opening, the page focuses itself; the amount takes the focus after that.
    if (recipient) afterFrame(() => document.querySelector<HTMLElement>(AMOUNT)?.focus());
    const { state } = machine;
    return { machine, keep: followDraft({ name: 'withdrawal', state, draft: withdrawDraftFrom }) };
  }, [asset]);
  return useMachine(begin);
}

function Screen({ machine }: { machine: WithdrawMachine }) {
  const isOnline = useOnline();
  const isMasked = useMasked();
  // Synchronous, because a field that rerenders later than its input event loses its caret
  // position.
  const state = useSnapshot(machine.state, { sync: true });
  const known = useSnapshot(rates);
  const market = marketOf(useSnapshot(session));
  const [, navigate] = useLocation();
  // An amount typed in the customer's currency is converted to crypto, which needs a current rate.
  const current = known.stale ? undefined : known.rates[market];
  const rate = market === 'USD' ? '1' : current;
  const { holdingAsOf, asset, hold } = state;
  usePageTitle(`Withdraw to ${asset.name}`);
  const back = useReviewStep(machine, state.phase);
  useSent(state);
  useStep(state.phase);
  useEffect(() => machine.setMoney(market, rate), [machine, market, rate]);
  useShownAsOf(holdingAsOf);
  useHoldEnd(machine.reload, hold?.until);
  useReload(loadForex);

  switch (state.phase) {
    case 'success':
      return (
        state.summary &&
        state.withdrawalId !== undefined && (
          <Success
            title={`You withdraw ${formatDecimal(state.summary.amount)} ${state.summary.currency}`}
            arrived={`You withdrew ${formatDecimal(state.summary.amount)} ${state.summary.currency}`}
            topic={`Withdraw ${state.summary.currency}`}
            withdrawalId={state.withdrawalId}
            onDone={(stands) => {
              const { amount = '', currency = '' } = machine.state.summary ?? {};
              machine.clear();
              amendHistoryState(sentEntry.give(undefined));
              navigate('/wallet');
              if (stands) toast.success(withdrewText(amount, currency));
            }}
          />
        )
      );
    case 'checking':
      return <Checking summary={state.summary} online={isOnline} />;
    case 'review':
    case 'code':
    case 'sending':
      return (
        state.review && (
          <>
            <ReviewStep
              machine={machine}
              state={state}
              review={state.review}
              online={isOnline}
              onBack={back}
            />
            {state.phase === 'code' && (
              <CodeDialog
                machine={machine}
                sends={sendsText(state.review, asset.code)}
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
          <DetailsForm
            machine={machine}
            state={state}
            online={isOnline}
            masked={isMasked}
            ratesMissing={rate === undefined && (known.stale || known.status === 'failed')}
          />
          {state.verifying && (
            <VerificationPrompt onClose={machine.stopVerifying}>
              Withdrawals need a verified account. What you entered here is kept.
            </VerificationPrompt>
          )}
        </>
      );
  }
}

/** KEEP-07: the questions about a recipient, over the form or its review; loaded when they are asked. */
function RecipientQuestions({ machine }: { machine: WithdrawMachine }) {
  const { asking } = useSnapshot(machine.state);
  const [Dialog, setDialog] = useState<typeof RecipientDialog>();
  const isAsked = asking !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    import('./recipient-dialog.tsx').then(
      (part) => setDialog(() => part.RecipientDialog),
      () => {
        machine.stopAsking();
        toast.error('A part of the page did not load. Check your connection, then try again.');
      },
    );
  }, [isAsked, machine]);
  return asking && Dialog ? <Dialog machine={machine} asking={asking} /> : null;
}

/** The screens of a withdrawal of one asset, from the form to the outcome. */
export function WithdrawScreen({ asset }: { asset: Asset }) {
  const machine = useWithdraw(asset);
  return machine ? (
    <>
      <Screen machine={machine} />
      <RecipientQuestions machine={machine} />
    </>
  ) : null;
}
