import type { WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
import { BANK_ARRIVAL } from '#core/money/cash.ts';
import { mendCancelled, mendFailed, mendReturned } from '#core/money/mend-texts.ts';
import { returnTexts } from '#core/money/return-texts.ts';
import type { ToldWithdrawal } from './followed.ts';

export interface TimelineStep {
  readonly status: WithdrawalStatus;
  readonly title: string;
  /** Milliseconds since the epoch; undefined for a step that is still to come. */
  readonly at: number | undefined;
  readonly why: string | undefined;
  /** What the customer can do if the step failed. */
  readonly mend: string | undefined;
}

const titles: Readonly<Record<WithdrawalStatus, string>> = {
  requested: 'Requested',
  cancelled: 'Cancelled, your money is back',
  broadcast: 'Sent to the network',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded, your money is back',
};

/** Titles of steps that read differently for cash sent to a bank account (BANK-05). */
const bankTitles: Readonly<Partial<Record<WithdrawalStatus, string>>> = {
  broadcast: 'Sent to the bank',
  completed: 'Arrived',
  failed: 'Returned by the bank',
  refunded: 'Your money is back, with the fee',
};

const titleOf = (status: WithdrawalStatus, holder: string | undefined): string =>
  (holder && bankTitles[status]) || titles[status];

const reasons: Readonly<Record<NonNullable<ToldWithdrawal['cancelled_for']>, string>> = {
  recipient: 'The recipient’s provider did not take it, or is not known',
  reported: 'You reported activity that was not yours',
  'password-reset': 'Your password was reset',
  verification: 'Your identity check is no longer approved',
  refused: 'We could not carry it out',
  debt: 'A bank took money back that had been spent',
};

/** Whether it can still be cancelled, by the page's clock. */
export const isCancellable = (
  { cancellable_until: until }: Pick<ToldWithdrawal, 'cancellable_until'>,
  now: number,
): boolean => until !== null && Date.parse(until) > now;

/** The status as a word, and its tone. */
export function standingOf(
  status: WithdrawalStatus,
  cancellable: boolean,
  delayed = false,
): {
  readonly text: string;
  readonly tone: 'wait' | 'ok' | 'bad' | 'over';
} {
  switch (status) {
    case 'requested':
      return {
        text: cancellable ? 'On hold' : delayed ? 'Takes longer' : 'Being sent',
        tone: 'wait',
      };
    case 'broadcast':
      return { text: 'On its way', tone: 'wait' };
    case 'completed':
      return { text: 'Completed', tone: 'ok' };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'over' };
    case 'failed':
      return { text: 'Failed', tone: 'bad' };
    case 'refunded':
      return { text: 'Refunded', tone: 'over' };
  }
}

/** What the withdrawal waits for, as a sentence. */
export function awaited(
  next: WithdrawalStatus,
  cancellable: boolean,
  { delayed = false, holder }: Pick<ToldWithdrawal, 'delayed' | 'holder'> = {},
): string {
  switch (next) {
    case 'broadcast':
      if (cancellable) return 'Held so that you can cancel';
      // The same words for every reason: by law, a customer under suspicion must not be warned (KEEP-06).
      return delayed
        ? 'This takes longer than usual. There is nothing for you to do'
        : `Being sent to the ${holder ? 'bank' : 'network'}`;
    case 'completed':
      return holder ? BANK_ARRIVAL : 'Waiting for the network to confirm it';
    case 'refunded':
      return 'Your money comes back to your wallet';
    case 'requested':
    case 'cancelled':
    case 'failed':
      return 'Not yet';
  }
}

/** The steps still to come, if nothing goes wrong. */
export const ahead: readonly WithdrawalStatus[] = ['requested', 'broadcast', 'completed'];

type Because = Pick<ToldWithdrawal, 'cancelled_for' | 'returned_for' | 'holder'>;

/** The reason for a step that the customer did not ask for, and what they can do (KEEP-16). */
function becauseOf(
  status: WithdrawalStatus,
  { cancelled_for: cancelled, returned_for: returned, holder }: Because,
): Pick<TimelineStep, 'why' | 'mend'> {
  if (status === 'cancelled' && cancelled) {
    return { why: reasons[cancelled], mend: mendCancelled[cancelled] };
  }
  if (status === 'failed' && returned) {
    return { why: `Because ${returnTexts[returned]}`, mend: mendReturned[returned] };
  }
  return status === 'failed' && !holder
    ? { why: 'The network did not carry it out', mend: mendFailed }
    : { why: undefined, mend: undefined };
}

/** The steps so far and, until the status is final, those to come (BEY-15). */
export function timelineOf({
  steps,
  status,
  ...because
}: Pick<ToldWithdrawal, 'steps' | 'status'> & Because) {
  const { holder } = because;
  const taken = steps.map(
    (step): TimelineStep => ({
      status: step.status,
      title: titleOf(step.status, holder),
      at: Date.parse(step.at),
      ...becauseOf(step.status, because),
    }),
  );
  const place = ahead.indexOf(status);
  const toCome =
    place < 0 ? (status === 'failed' ? (['refunded'] as const) : []) : ahead.slice(place + 1);
  return [
    ...taken,
    ...toCome.map(
      (next): TimelineStep => ({
        status: next,
        title: titleOf(next, holder),
        at: undefined,
        why: undefined,
        mend: undefined,
      }),
    ),
  ];
}
