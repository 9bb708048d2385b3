import type { WithdrawalStatus } from '#core/contract/money/withdrawal.ts';

/** What has become of a withdrawal so far, as its customer is told. */
export const withdrawalStages = [
  'held',
  'sending',
  'delayed',
  'sent',
  'arrived',
  'stopped',
  'failed',
  'returned',
] as const;
export type WithdrawalStage = (typeof withdrawalStages)[number];

interface Standing {
  readonly status: WithdrawalStatus;
  /** It can still be cancelled. */
  readonly cancellable: boolean;
  /** It could be sent by now, and is not, for a reason that the customer is not told. */
  readonly delayed?: boolean | undefined;
}

export function stageOf({ status, cancellable, delayed = false }: Standing): WithdrawalStage {
  switch (status) {
    case 'requested':
      return cancellable ? 'held' : delayed ? 'delayed' : 'sending';
    case 'broadcast':
      return 'sent';
    case 'completed':
      return 'arrived';
    case 'cancelled':
      return 'stopped';
    case 'failed':
      return 'failed';
    case 'refunded':
      return 'returned';
  }
}

/** The colour of a stage: slate waits, green arrives, red stops. */
export type StageTone = 'wait' | 'good' | 'bad';

const tones: Readonly<Record<WithdrawalStage, StageTone>> = {
  held: 'wait',
  sending: 'wait',
  delayed: 'wait',
  sent: 'wait',
  arrived: 'good',
  stopped: 'bad',
  failed: 'bad',
  returned: 'bad',
};

export const stageTone = (stage: WithdrawalStage): StageTone => tones[stage];

/** In a list, where there is room for a few words. What is held is not sent, and what is sent has not arrived. */
export const stageInShort = {
  held: 'Not sent yet',
  sending: 'Not sent yet',
  delayed: 'Not sent yet',
  sent: 'Sent, not arrived yet',
  arrived: 'Arrived',
  stopped: 'Stopped',
  failed: 'Failed',
  returned: 'Returned',
} as const satisfies Readonly<Record<WithdrawalStage, string>>;

/** What is said beside the words of a stage, where it is known. */
export interface StageFacts {
  /** Until when it waits and can be cancelled, in words. */
  readonly until?: string | undefined;
  /** It goes to a bank account. */
  readonly toBank?: boolean;
  /** How long its network usually takes, or what a bank says. */
  readonly usual?: string | undefined;
}

/** A stage in words: a heading, and a sentence that follows it. */
export interface StageWords {
  readonly title: string;
  readonly more: string;
}

/** The one place where a stage becomes words, for the eye and in speech (EYE-05). */
export function stageWords(
  stage: WithdrawalStage,
  { until, toBank = false, usual }: StageFacts = {},
): StageWords {
  switch (stage) {
    case 'held':
      return {
        title: until === undefined ? 'Waiting' : `Waiting until ${until}`,
        more: 'Not sent yet. You can cancel until then.',
      };
    case 'sending':
      return {
        title: 'Not sent yet',
        more: `It is being handed to the ${toBank ? 'bank' : 'network'}. It can no longer be cancelled.`,
      };
    case 'delayed':
      // The same words for every reason: by law, a customer under suspicion must not be warned (KEEP-06).
      return {
        title: 'Not sent yet',
        more: 'This takes longer than usual. There is nothing for you to do.',
      };
    case 'sent':
      return {
        title: 'Sent, not arrived yet',
        more: `${usual === undefined ? '' : `${usual} `}It can no longer be cancelled.`,
      };
    case 'arrived':
      return { title: 'Arrived', more: '' };
    case 'stopped':
      return {
        title: 'Stopped. Nothing was sent.',
        more: 'The amount and its fee are back in your balance.',
      };
    case 'failed':
      return { title: 'It did not arrive', more: 'Your money comes back to your balance.' };
    case 'returned':
      return {
        title: 'It did not arrive',
        more: 'Your money is back in your balance, with its fee.',
      };
  }
}
