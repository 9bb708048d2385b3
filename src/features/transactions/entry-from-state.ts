import type { StatementEntry } from '#core/domain/statement.ts';

/** The entry a list handed over in the navigation state; it stays there through a reload. */
export function entryFromState(state: unknown): StatementEntry | undefined {
  if (typeof state !== 'object' || state === null || !('transaction' in state)) return undefined;
  const { transaction } = state;
  return typeof transaction === 'object' &&
    transaction !== null &&
    'id' in transaction &&
    'kind' in transaction &&
    (transaction.kind === 'single' || transaction.kind === 'swap')
    ? (transaction as StatementEntry)
    : undefined;
}
