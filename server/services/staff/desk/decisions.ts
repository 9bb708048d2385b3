import type { DeskCase } from '#core/contract/staff/desk.ts';
import type { CaseDecision, CaseKind } from '#core/contract/staff/desk-act.ts';
import type { Clock } from '#server/base/clock.ts';
import { type Refused, refuse } from '#server/refusal/refused.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';

/** What is decided once: cases, and what is kept of a closed account. */
export interface Decidable {
  readonly kind: CaseKind | 'closed-account';
  readonly id: string;
}

/** The last decision about a case, with the officer's address. */
export interface Last {
  readonly decision: string;
  readonly by: string;
  /** When, as pages say which decision they have seen. */
  readonly seen: string;
}

/** When a case was decided last, for a statement that reads more. */
export const lastDecidedQuery = (reader: Reader, { kind, id }: Decidable) =>
  reader
    .selectFrom('desk_decisions')
    .where('kind', '=', kind)
    .where('case_id', '=', id)
    .select('decided_at');

/** What was decided last, for a statement that reads more. */
export const lastChoiceQuery = (reader: Reader, { kind, id }: Decidable) =>
  reader
    .selectFrom('desk_decisions')
    .where('kind', '=', kind)
    .where('case_id', '=', id)
    .select('decision');

/** Reads the last decision about a case; undefined if there was none, or a server before this table made it. */
export async function lastDecision(
  reader: Reader,
  { kind, id }: Decidable,
): Promise<Last | undefined> {
  const row = await reader
    .selectFrom('desk_decisions')
    .innerJoin('users', 'users.id', 'desk_decisions.officer')
    .where('kind', '=', kind)
    .where('case_id', '=', id)
    .select(['decision', 'decided_at', 'users.email as by'])
    .executeTakeFirst();
  return row && { decision: row.decision, by: row.by, seen: row.decided_at.toISOString() };
}

interface Made extends Decidable {
  readonly decision: CaseDecision | 'erased' | 'extended';
  readonly officer: string;
  /** The decision that the officer has seen as the last one; undefined: their page does not say. */
  readonly seen?: string | undefined;
}

/**
 * Writes a decision down as the last one of its case. False if the officer has not seen the one before: then the
 * caller rolls back. Of two at once, the later one waits here for the first.
 */
export async function noteDecision(
  tx: Tx,
  clock: Clock,
  { kind, id: case_id, decision, officer, seen }: Made,
): Promise<boolean> {
  const row = { decision, officer, decided_at: clock.sql };
  const noted = await tx
    .insertInto('desk_decisions')
    .values({ kind, case_id, ...row })
    .onConflict((conflict) => {
      const again = conflict.columns(['kind', 'case_id']).doUpdateSet(row);
      return seen === undefined
        ? again
        : again.where('desk_decisions.decided_at', '=', new Date(seen === '' ? 0 : seen));
    })
    .executeTakeFirst();
  return noted.numInsertedOrUpdatedRows === 1n;
}

/** The answer to a late press. */
export const decidedBy = (by: string): Refused =>
  refuse(
    'INVALID_INPUT',
    `${by} has decided this case. Nothing was changed. Open it again to read how.`,
  );

/**
 * Refuses a press on a case that another press has decided, and says whose that was (HARD-65); undefined if the case
 * is as the officer saw it, so that the reason of a refusal is another one.
 */
export function lateRefusal(
  last: Last | undefined,
  decided: DeskCase['decided'],
  { seen, decision }: Pick<Made, 'seen' | 'decision'>,
): Refused | undefined {
  if (decided) return decidedBy(last?.by || decided.by || 'Somebody');
  if (!last) return undefined;
  const isNews = seen === undefined ? last.decision === decision : last.seen !== seen;
  return isNews ? decidedBy(last.by) : undefined;
}
