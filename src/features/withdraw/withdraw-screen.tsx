import { useCallback, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { useLocation } from 'wouter';
import type { Asset } from '#core/domain/currencies.ts';
import { marketOf } from '#core/domain/region.ts';
import { VerificationPrompt } from '#identity/verification-prompt.tsx';
import { serverNow } from '#platform/clock.ts';
import { amendHistoryState, historyState } from '#platform/history-state.ts';
import { historyStep, pushHistoryStep } from '#platform/history-step.ts';
import { takeDraft } from '#transport/drafts.ts';
import { followDraft } from '#transport/follow-draft.ts';
import { loadForex, rates } from '#transport/forex.ts';
import { sameCustomer } from '#transport/same-customer.ts';
import { session } from '#transport/session.ts';
import { usePageTitle } from '#ui/page-title.ts';
import { useMasked, useOnline } from '#ui/signals.ts';
import { toast } from '#ui/toasts.ts';
import { useMachine } from '#ui/use-machine.ts';
import { useReload } from '#ui/use-reload.ts';
import { useShownAsOf } from '#ui/use-shown-as-of.ts';
import { withdrawDeps } from './browser.ts';
import { Checking } from './checking.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { DetailsForm } from './details-form.tsx';
import { readWithdrawDraft, withdrawDraftFrom } from './draft.ts';
import { ReviewStep } from './review-step.tsx';
import { withdrewText } from './sending.ts';
import { sentFrom } from './sent.ts';
import { Success } from './success.tsx';
import { createWithdraw, type WithdrawMachine } from './withdraw-machine.ts';

/** A machine for as long as the page is open. */
function useWithdraw(asset: Asset): WithdrawMachine | undefined {
  const begin = useCallback(() => {
    const mine = sameCustomer();
    const machine = createWithdraw(withdrawDeps(mine), asset, marketOf(session));
    const sent = sentFrom(historyState(), asset.code);
    machine.start(readWithdrawDraft(takeDraft('withdrawal')), sent);
    const { state } = machine;
    return { machine, keep: followDraft({ name: 'withdrawal', state, draft: withdrawDraftFrom }) };
  }, [asset]);
  return useMachine(begin);
}

/**
 * Moves the focus to the heading of the next step, because the focused element disappeared with the
 * last one.
 */
function useStep(step: string): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    const start = document.querySelector<HTMLElement>('[data-step-start]');
    (start ?? document.getElementById('main'))?.focus({ preventScroll: true });
  }, [step]);
}

const REVIEW = 'review';

/**
 * Gives the review a history entry of its own, so that the browser's Back leads to the form.
 * Returns the function that goes back.
 */
function useReviewStep(machine: WithdrawMachine, reviewing: boolean): () => void {
  useEffect(() => {
    // After a new sign-in or a reload, the history entry of a review shows the form.
    if (historyStep() === REVIEW) amendHistoryState({ step: undefined });
  }, []);
  useEffect(() => {
    if (!reviewing) return;
    pushHistoryStep(REVIEW);
    const back = (): void => {
      machine.cancelCode();
      machine.back();
    };
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('popstate', back);
      // The review ended without Back, so its history entry is removed.
      if (historyStep() === REVIEW) history.back();
    };
  }, [machine, reviewing]);
  return () => (historyStep() === REVIEW ? history.back() : machine.back());
}

type Outcome = Pick<WithdrawMachine['state'], 'phase' | 'withdrawalId' | 'summary'>;

/**
 * Keeps the sent withdrawal in the page's history entry. Otherwise a reload, or Back and Forward,
 * would show an empty form, as if nothing had been sent.
 */
function useSent({ phase, withdrawalId, summary }: Outcome): void {
  useEffect(() => {
    if (phase !== 'success' || withdrawalId === undefined || !summary) return;
    const keepSent = (): void =>
      amendHistoryState({ sent: { withdrawalId, summary: { ...summary } }, of: session.user?.id });
    if (historyStep() !== REVIEW) return keepSent();
    // The review's history entry is being removed; the current one is then the page's own.
    window.addEventListener('popstate', keepSent, { once: true });
    return () => window.removeEventListener('popstate', keepSent);
  }, [phase, withdrawalId, summary]);
}

/**
 * The server decides when a hold ends, so it is asked a moment after that time by the page's clock.
 */
const SURELY_MS = 1_000;

/** Loads again when the hold ends, so that the customer need not reload the page. */
function useHoldEnd({ reload }: WithdrawMachine, until: string | null | undefined): void {
  useEffect(() => {
    if (!until) return;
    const left = Math.max(0, Date.parse(until) - serverNow());
    const timer = setTimeout(reload, left + SURELY_MS);
    return () => clearTimeout(timer);
  }, [reload, until]);
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
  const back = useReviewStep(machine, ['review', 'code', 'sending'].includes(state.phase));
  useSent(state);
  useStep(state.phase === 'form' || state.phase === 'gate' ? 'details' : 'review');
  useEffect(() => machine.setMoney(market, rate), [machine, market, rate]);
  useShownAsOf(holdingAsOf);
  useHoldEnd(machine, hold?.until);
  useReload(loadForex);

  switch (state.phase) {
    case 'success':
      return (
        state.summary &&
        state.withdrawalId !== undefined && (
          <Success
            summary={state.summary}
            withdrawalId={state.withdrawalId}
            onDone={(stands) => {
              const { amount = '', currency = '' } = machine.state.summary ?? {};
              machine.clear();
              amendHistoryState({ sent: undefined });
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
                error={state.codeError}
                busy={state.codeBusy}
                onSubmit={(code) => void machine.submitCode(code)}
                onCancel={machine.cancelCode}
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

/** The screens of a withdrawal of one asset, from the form to the outcome. */
export function WithdrawScreen({ asset }: { asset: Asset }) {
  const machine = useWithdraw(asset);
  return machine ? <Screen machine={machine} /> : null;
}
