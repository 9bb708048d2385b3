import { oneLine } from '#core/text/one-line.ts';
import type { Deps } from '#server/deps.ts';
import {
  decideHeldIn,
  type HeldDecision,
  needsTwo,
  readHeld,
} from '#server/services/checks/held/held.ts';
import { record } from '#server/services/staff/audit/record.ts';
import { inTransaction } from '#server/store/transaction.ts';
import type { Operator } from './administrators.ts';

/** `two-officers`: the amount is too large for one person to release. */
export type Decided = 'done' | 'over' | 'not-held' | 'no-reason' | 'two-officers';

/**
 * Decides by a command about what screening holds. It is recorded with the reason, but not under the
 * customer's name: customers may read what was done about their account, and this would warn them.
 */
export async function decideHeld(
  deps: Deps,
  { id, decision, reason: written }: Omit<HeldDecision, 'by'>,
  by: Operator,
): Promise<Decided> {
  const reason = oneLine(written);
  if (reason === '') return 'no-reason';
  const held = await readHeld(deps.db, id);
  if (!held) return 'not-held';
  if (decision === 'released' && (await needsTwo(deps, held))) return 'two-officers';
  return inTransaction(deps.db, async (tx) => {
    const decided = await decideHeldIn(deps, tx, { id, decision, reason, by: by.actor });
    if (decided !== 'done') return decided;
    const detail = { held: id, decision };
    const words = { about: held.user_id, said: { reason } };
    await record(tx, deps, { ...by, action: 'decided about held transfer', detail, words });
    return decided;
  });
}
