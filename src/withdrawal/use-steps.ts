import { useEffect, useRef } from 'react';
import { amendHistoryState } from '#platform/kept/history-state.ts';
import { historyStep, pushHistoryStep } from '#platform/kept/history-step.ts';
import { serverNow } from '#platform/time/server-clock.ts';
import { session } from '#transport/session/session.ts';
import type { Sending, SendingState } from './sending.ts';
import { sentEntry } from './sent.ts';

type Phase = SendingState<unknown>['phase'];

/**
 * Moves the focus to the heading of the next step, because the focused element disappeared with the
 * last one.
 */
export function useStep(phase: Phase): void {
  const step = phase === 'form' || phase === 'gate' ? 'details' : 'review';
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
export function useReviewStep(
  machine: Pick<Sending, 'cancelCode' | 'back'>,
  phase: Phase,
): () => void {
  const reviewing = phase === 'review' || phase === 'code' || phase === 'sending';
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

type Outcome = Pick<SendingState<unknown>, 'phase' | 'withdrawalId' | 'summary'>;

/**
 * Keeps the sent withdrawal in the page's history entry. Otherwise a reload, or Back and Forward,
 * would show an empty form, as if nothing had been sent.
 */
export function useSent({ phase, withdrawalId, summary }: Outcome): void {
  useEffect(() => {
    if (phase !== 'success' || withdrawalId === undefined || !summary) return;
    const keepSent = (): void =>
      amendHistoryState({
        ...sentEntry.give({ withdrawalId, summary: { ...summary } }),
        of: session.user?.id,
      });
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
export function useHoldEnd(reload: () => void, until: string | null | undefined): void {
  useEffect(() => {
    if (!until) return;
    const left = Math.max(0, Date.parse(until) - serverNow());
    const timer = setTimeout(reload, left + SURELY_MS);
    return () => clearTimeout(timer);
  }, [reload, until]);
}
