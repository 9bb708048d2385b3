import type { Withdrawal, WithdrawalStatus } from '#core/contract/withdrawal.ts';

export interface TimelineStep {
  readonly status: WithdrawalStatus;
  readonly title: string;
  /** Milliseconds since the epoch; undefined: it has not come to that yet. */
  readonly at: number | undefined;
}

const titles: Readonly<Record<WithdrawalStatus, string>> = {
  requested: 'Requested',
  cancelled: 'Cancelled, your money is back',
  broadcast: 'Sent to the network',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded, your money is back',
};

/** What it still has to go through, where nothing goes wrong. */
const ahead: readonly WithdrawalStatus[] = ['requested', 'broadcast', 'completed'];

/** The steps taken and, while it is under way, those to come (BEY-15). */
export function timelineOf({ steps, status }: Pick<Withdrawal, 'steps' | 'status'>) {
  const taken = steps.map(
    (step): TimelineStep => ({
      status: step.status,
      title: titles[step.status],
      at: Date.parse(step.at),
    }),
  );
  const place = ahead.indexOf(status);
  const toCome =
    place < 0 ? (status === 'failed' ? (['refunded'] as const) : []) : ahead.slice(place + 1);
  return [
    ...taken,
    ...toCome.map((next): TimelineStep => ({ status: next, title: titles[next], at: undefined })),
  ];
}
