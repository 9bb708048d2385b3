import type { WithdrawSummary } from './sending.ts';

/** A sent withdrawal, as its page keeps it in the history entry. */
export interface Sent {
  readonly withdrawalId: string;
  readonly summary: WithdrawSummary;
}

/**
 * The withdrawal that was sent from this history entry, so that coming back shows the result again.
 */
export function sentFrom(state: unknown, code: string): Sent | undefined {
  const { withdrawalId, summary } = Object(Object(state).sent);
  const { currency, amount, address } = Object(summary);
  const texts: readonly unknown[] = [withdrawalId, amount, address];
  return currency === code && texts.every((text) => typeof text === 'string')
    ? { withdrawalId, summary: { currency, amount, address } }
    : undefined;
}
