import { oneLine } from '#core/domain/one-line.ts';
import type { Deps } from '#server/deps.ts';
import { record } from '#server/services/audit/record.ts';
import { settleTransfer } from '#server/services/withdrawals/custodian-transfers.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

/**
 * An operator has put the books right about a transfer that they did not know (OPS-01): withdrawals no
 * longer wait for it. Recorded with the reason.
 */
export const settleUnknownTransfer = (
  deps: Pick<Deps, 'db' | 'clock'>,
  { reference, reason }: { readonly reference: string; readonly reason: string },
  by: Operator,
): Promise<'done' | 'no-transfer' | 'no-reason'> =>
  inTransaction(deps.db, async (tx) => {
    if (oneLine(reason) === '') return 'no-reason';
    if (!(await settleTransfer(tx, deps, reference))) return 'no-transfer';
    const detail = { transfer: reference, reason: oneLine(reason) };
    await record(tx, deps, { ...by, action: 'settled transfer', detail });
    return 'done';
  });
