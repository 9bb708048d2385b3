import type { WithdrawalStatus } from '#core/contract/money/withdrawal.ts';
import { BANK_ARRIVAL } from '#core/money/cash.ts';
import { mendCancelled, mendFailed, mendReturned } from '#core/money/mend-texts.ts';
import { returnTexts } from '#core/money/return-texts.ts';
import { stageOf, type WithdrawalStage } from '#core/money/withdrawal-state.ts';
import { usualTime } from '#core/networks/arrival-text.ts';
import { PASSWORD_WAS_RESET } from '#core/words/way-out.ts';
import type { ToldWithdrawal } from './followed.ts';

/** Where a step stands, for the eye and in speech. `stopped`: it ended the withdrawal badly. */
export type StepState = 'done' | 'current' | 'ahead' | 'stopped';

export interface TimelineStep {
  readonly of: WithdrawalStatus | 'waiting';
  readonly state: StepState;
  readonly title: string;
  /** Milliseconds since the epoch; undefined for a step that is still to come. */
  readonly at: number | undefined;
  /** What is said of a step without a time of its own. */
  readonly note: string | undefined;
  readonly why: string | undefined;
  /** What the customer can do if the step failed. */
  readonly mend: string | undefined;
}

const titles: Readonly<Record<WithdrawalStatus, string>> = {
  requested: 'Requested',
  cancelled: 'Stopped, your money is back',
  broadcast: 'Sent to the network',
  completed: 'Arrived',
  failed: 'Failed',
  refunded: 'Refunded, your money is back',
};

/** Titles of steps that read differently for cash sent to a bank account (BANK-05). */
const bankTitles: Readonly<Partial<Record<WithdrawalStatus, string>>> = {
  broadcast: 'Sent to the bank',
  failed: 'Returned by the bank',
  refunded: 'Your money is back, with the fee',
};

const titleOf = (status: WithdrawalStatus, holder: string | undefined): string =>
  (holder && bankTitles[status]) || titles[status];

const reasons: Readonly<Record<NonNullable<ToldWithdrawal['cancelled_for']>, string>> = {
  recipient: 'The recipient’s provider did not take it, or is not known',
  reported: 'You reported activity that was not yours',
  'password-reset': PASSWORD_WAS_RESET,
  verification: 'Your identity check is no longer approved',
  refused: 'We could not carry it out',
  debt: 'A bank took money back that had been spent',
};

/** Who reads it here has a new password already: a frozen account lets nobody in. */
const AFTER_REPORT =
  'Your account is open again. You can ask for it once more 24 hours after your new password.';

/** Whether it can still be cancelled, by the page's clock. */
export const isCancellable = (
  { cancellable_until: until }: Pick<ToldWithdrawal, 'cancellable_until'>,
  now: number,
): boolean => until !== null && Date.parse(until) > now;

/** How long it usually takes once it was sent, as a sentence. */
export const arrivalOf = ({
  holder,
  network,
}: Pick<ToldWithdrawal, 'holder' | 'network'>): string =>
  holder ? `${BANK_ARRIVAL}.` : `It usually arrives in ${usualTime(network)}.`;

/** What is said of the waiting before it is sent. */
function waitingOf(stage: WithdrawalStage): { readonly title: string; readonly note: string } {
  switch (stage) {
    case 'held':
      return { title: 'Waiting, you can cancel', note: '' };
    case 'delayed':
      return { title: 'Waiting', note: 'This takes longer than usual' };
    case 'sending':
    case 'sent':
    case 'arrived':
    case 'stopped':
    case 'failed':
    case 'returned':
      return { title: 'Waited', note: '' };
  }
}

/** The steps after the waiting, if nothing goes wrong. */
const after: readonly WithdrawalStatus[] = ['broadcast', 'completed'];

/** How many steps there are, if nothing goes wrong. */
export const STEPS = after.length + 2;

type Because = Pick<ToldWithdrawal, 'cancelled_for' | 'returned_for' | 'holder'>;

/** The reason for a step that the customer did not ask for, and what they can do (KEEP-16). */
function becauseOf(
  status: WithdrawalStatus,
  { cancelled_for: cancelled, returned_for: returned, holder }: Because,
): Pick<TimelineStep, 'why' | 'mend'> {
  if (status === 'cancelled' && cancelled) {
    const mend = cancelled === 'reported' ? AFTER_REPORT : mendCancelled[cancelled];
    return { why: reasons[cancelled], mend };
  }
  if (status === 'failed' && returned) {
    return { why: `Because ${returnTexts[returned]}`, mend: mendReturned[returned] };
  }
  return status === 'failed' && !holder
    ? { why: 'The network did not carry it out', mend: mendFailed }
    : { why: undefined, mend: undefined };
}

const endsBadly = (status: WithdrawalStatus): boolean =>
  status === 'cancelled' || status === 'failed';

type TimelineSource = Pick<ToldWithdrawal, 'steps' | 'status' | 'delayed'> & Because;

const toCome = (holder: string | undefined, state: StepState, status: WithdrawalStatus) => ({
  of: status,
  state,
  title: titleOf(status, holder),
  at: undefined,
  note: undefined,
  why: undefined,
  mend: undefined,
});

/**
 * The steps so far and, until the status is final, those to come (BEY-15). The waiting is a step of its own: what is
 * held is not sent (EYE-05).
 */
export function timelineOf(
  withdrawal: TimelineSource,
  cancellable: boolean,
): readonly TimelineStep[] {
  const { steps, status, holder, delayed } = withdrawal;
  const stage = stageOf({ status, cancellable, delayed });
  const taken = steps.map(
    (step): TimelineStep => ({
      of: step.status,
      // What was sent is under way until it has arrived.
      state: endsBadly(step.status)
        ? 'stopped'
        : step.status === 'broadcast' && stage === 'sent'
          ? 'current'
          : 'done',
      title: titleOf(step.status, holder),
      at: Date.parse(step.at),
      note: undefined,
      ...becauseOf(step.status, withdrawal),
    }),
  );
  const [requested, ...rest] = taken;
  if (requested?.of !== 'requested' || stage === 'stopped') return taken;
  const isWaiting = stage === 'held' || stage === 'delayed';
  const waiting: TimelineStep = {
    ...{ of: 'waiting', state: isWaiting ? 'current' : 'done', at: undefined },
    ...waitingOf(stage),
    ...{ why: undefined, mend: undefined },
  };
  const begun = [requested, waiting, ...rest];
  switch (stage) {
    case 'held':
    case 'delayed':
      return [...begun, ...after.map((next) => toCome(holder, 'ahead', next))];
    case 'sending':
      return [
        ...begun,
        toCome(holder, 'current', 'broadcast'),
        toCome(holder, 'ahead', 'completed'),
      ];
    case 'sent':
      return [...begun, toCome(holder, 'ahead', 'completed')];
    case 'failed':
      return [...begun, toCome(holder, 'current', 'refunded')];
    case 'arrived':
    case 'returned':
      return begun;
  }
}

const spoken: Readonly<Record<StepState, string>> = {
  done: 'done',
  current: 'now',
  ahead: 'not yet',
  stopped: 'stopped here',
};

/** A step's state as it is spoken. */
export const spokenState = (state: StepState): string => spoken[state];
