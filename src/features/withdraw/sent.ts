import type { WithdrawSummary } from './withdraw-deps.ts';

/** A withdrawal that was sent, as its page's entry of the history keeps it. */
export interface Sent {
  readonly withdrawalId: string;
  readonly summary: WithdrawSummary;
}

/** What was sent from this history entry: a customer who comes back to it sees the result again. */
export function sentFrom(state: unknown, code: string): Sent | undefined {
  const { withdrawalId, summary } = Object(Object(state).sent);
  const { currency, amount, address } = Object(summary);
  const texts: readonly unknown[] = [withdrawalId, amount, address];
  return currency === code && texts.every((text) => typeof text === 'string')
    ? { withdrawalId, summary: { currency, amount, address } }
    : undefined;
}
