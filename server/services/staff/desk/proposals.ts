import type { ClosedAccount, DeskCase } from '#core/contract/staff/desk.ts';
import type { CaseDecision, CaseKind } from '#core/contract/staff/desk-act.ts';
import type { Clock } from '#server/base/clock.ts';
import { PROPOSED_SECONDS } from '#server/policy.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import { isoOf, type JsonRow } from '#server/store/json-row.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/** What two officers decide: cases, and erasing the archive of a closed account. */
type Kind = CaseKind | 'closed-account';

interface Proposal {
  readonly kind: Kind;
  readonly id: string;
  readonly decision: CaseDecision | 'erased';
  readonly basis: string;
  readonly officer: string;
  readonly reason: string;
}

/**
 * Reads what the first officer decided, if it still counts: within a day, and of somebody who is an officer now and
 * whose account nobody has frozen (READ-10).
 */
export const proposalQuery = (
  reader: Reader,
  clock: Clock,
  { kind, id }: Pick<Proposal, 'kind' | 'id'>,
) =>
  reader
    .selectFrom('desk_proposals')
    .innerJoin('users', 'users.id', 'desk_proposals.officer')
    .where('desk_proposals.kind', '=', kind)
    .where('case_id', '=', id)
    .where('proposed_at', '>', clock.sqlIn(-PROPOSED_SECONDS))
    .where('users.deleted_at', 'is', null)
    .where('users.role', '=', 'compliance')
    .where('users.withdrawals_frozen', '=', false)
    .selectAll('desk_proposals')
    .select('users.email');

/** An officer's request to erase the archive of a closed account; null if there is none. */
export async function erasureOf(
  reader: Reader,
  clock: Clock,
  id: string,
  officer: string,
): Promise<ClosedAccount['erasure']> {
  const which = { kind: 'closed-account', id } as const;
  const row = await proposalQuery(reader, clock, which).executeTakeFirst();
  if (!row) return null;
  const { proposed_at: at, email: by, reason } = row;
  return { at: at.toISOString(), by, reason, own: row.officer === officer };
}

/** Another officer's proposal, as the case shows it: one of what it offers no longer has nothing to confirm. */
export function proposedIn(
  row: JsonRow<ReturnType<typeof proposalQuery>> | null,
  officer: string,
  offered: readonly CaseDecision[],
): DeskCase['proposed'] {
  const decision = offered.find((one) => one === row?.decision);
  if (!row || !decision) return null;
  const { proposed_at: at, email: by, reason } = row;
  return { decision, at: isoOf(at), by, reason, own: row.officer === officer };
}

/**
 * Four eyes (KEEP-10): the first officer's decision is recorded; the same decision about the same thing by a
 * second officer within a day is carried out. An officer who has left or whose account is frozen does not count. The row is
 * locked, so that the later
 * of two finds the first one's decision.
 */
export async function heedSecond(
  tx: Tx,
  clock: Clock,
  proposal: Proposal,
): Promise<'confirmed' | 'noted' | Refused> {
  const { kind, id: case_id, decision, basis, officer, reason } = proposal;
  const noted = { kind, case_id, decision, basis, officer, reason, proposed_at: clock.sql };
  const added = await tx
    .insertInto('desk_proposals')
    .values(noted)
    .onConflict((conflict) => conflict.columns(['kind', 'case_id']).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 1n) return 'noted';
  await tx
    .selectFrom('desk_proposals')
    .select('officer')
    .where('kind', '=', kind)
    .where('case_id', '=', case_id)
    .forUpdate()
    .execute();
  const before = await proposalQuery(tx, clock, proposal).executeTakeFirst();
  const stands = before?.decision === decision && before.basis === basis;
  if (stands && before.officer !== officer) return 'confirmed';
  if (stands) {
    return refuse('INVALID_INPUT', 'You decided this. Another officer has to confirm it.');
  }
  await tx
    .updateTable('desk_proposals')
    .set(noted)
    .where('kind', '=', kind)
    .where('case_id', '=', case_id)
    .execute();
  return 'noted';
}

/** Removes the proposal of a decided case. */
export const forgetProposal = (tx: Tx, { kind, id }: Pick<Proposal, 'kind' | 'id'>) =>
  tx.deleteFrom('desk_proposals').where('kind', '=', kind).where('case_id', '=', id).execute();
