import { type Selectable, sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { DATA_UPDATE_OPEN_DAYS } from '#server/policy.ts';
import type { JsonRow } from '#server/store/json-row.ts';
import type { RiskGroup, RiskSchema } from '#server/store/schema/risk-schema.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { dueAfter, dueInGroup, limitedFrom } from './data-update.ts';

export type DataUpdate = Selectable<RiskSchema['data_updates']>;

const PLACED = 'Placed when the relationship began';

const datesOf = (due: number) => ({
  due_at: new Date(due),
  limited_at: new Date(limitedFrom(due)),
  told: 0,
});

interface Decision {
  readonly userId: string;
  readonly group: RiskGroup;
  /** The officer's account; null for the rules. */
  readonly by: string | null;
  readonly reason: string;
}

/** Records a decision with its reason and date, for good. */
const decided = (tx: Tx, { clock }: Deps, { userId, group, by, reason }: Decision) =>
  tx
    .insertInto('risk_decisions')
    .values({
      ...{ user_id: userId, risk_group: group, decided_by: by, reason },
      decided_at: clock.sql,
    })
    .execute();

/** A customer's row, locked; undefined if they were never verified. */
export const lockUpdate = (tx: Tx, userId: string): Promise<DataUpdate | undefined> =>
  tx
    .selectFrom('data_updates')
    .where('user_id', '=', userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

/** Places a customer in a group, once; rules are applied at the first look. `due`: the earliest date. */
export async function place(
  deps: Deps,
  tx: Tx,
  userId: string,
  { updated, due }: { readonly updated: number; readonly due?: number },
): Promise<void> {
  const placed = await tx
    .insertInto('data_updates')
    .values({
      ...{ user_id: userId, risk_group: 'low', rules_group: 'low' },
      updated_at: new Date(updated),
      ...datesOf(Math.max(dueAfter(updated, 'low'), due ?? 0)),
      look_at: deps.clock.sql,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  if (placed.numInsertedOrUpdatedRows !== 1n) return;
  await decided(tx, deps, { userId, group: 'low', by: null, reason: PLACED });
}

/** The customer's data is up to date from now on, and limits end at once. */
export async function renew(deps: Deps, tx: Tx, userId: string): Promise<void> {
  const now = deps.clock.now();
  const row = await lockUpdate(tx, userId);
  if (!row) return place(deps, tx, userId, { updated: now });
  await tx
    .updateTable('data_updates')
    .set({
      updated_at: new Date(now),
      ...datesOf(dueAfter(now, row.risk_group)),
      check_id: null,
      look_at: deps.clock.sql,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Moves a customer, whose row is locked, to another group; recorded. The due date changes with it. */
export async function regroup(
  deps: Deps,
  tx: Tx,
  row: DataUpdate,
  decision: Omit<Decision, 'userId'>,
): Promise<void> {
  const { user_id: userId } = row;
  const [updated, due] = [row.updated_at.getTime(), row.due_at.getTime()];
  const { group } = decision;
  const then = dueInGroup({ updated, due, group, now: deps.clock.now() });
  await decided(tx, deps, { userId, ...decision });
  await tx
    .updateTable('data_updates')
    .set({
      risk_group: group,
      chosen: decision.by !== null,
      look_at: deps.clock.sql,
      ...(then !== due && datesOf(then)),
    })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Reads what a customer is told about their update: nothing before it can be made, because an earlier date would
 * reveal a change of the group and could warn somebody.
 */
export const openUpdateQuery = ({ clock }: Pick<Deps, 'clock'>, reader: Reader, userId: string) =>
  reader
    .selectFrom('data_updates')
    .innerJoin('users', 'users.id', 'data_updates.user_id')
    .where('user_id', '=', userId)
    .where('users.kyc_status', '=', 'approved')
    .where('due_at', '<=', clock.sqlIn(DATA_UPDATE_OPEN_DAYS * 24 * 3600))
    .select(['due_at', 'limited_at', 'check_id']);

/** An update that can be made, as the customer is told of it. */
export type OpenUpdate = JsonRow<ReturnType<typeof openUpdateQuery>>;

/** Starts a check that updates a customer's data and returns its name; undefined if no update is due. */
export async function beginCheck(
  deps: Deps,
  userId: string,
  name: string,
): Promise<string | undefined> {
  if (!(await openUpdateQuery(deps, deps.db, userId).executeTakeFirst())) return undefined;
  const row = await deps.db
    .updateTable('data_updates')
    .set({ check_id: sql<string>`coalesce(check_id, ${name})` })
    .where('user_id', '=', userId)
    .returning('check_id')
    .executeTakeFirst();
  return row?.check_id ?? undefined;
}

/** A check was decided against: the next one gets another name. */
export const endCheck = ({ db }: { readonly db: Deps['db'] | Tx }, userId: string, check: string) =>
  db
    .updateTable('data_updates')
    .set({ check_id: null })
    .where('user_id', '=', userId)
    .where('check_id', '=', check)
    .execute();

/** Sets when a verified customer's data is due, for people who try out the sandbox. */
export async function makeDue(deps: Deps, tx: Tx, userId: string, due: Date): Promise<void> {
  await place(deps, tx, userId, { updated: deps.clock.now() });
  await tx
    .updateTable('data_updates')
    .set({ ...datesOf(due.getTime()), look_at: deps.clock.sql })
    .where('user_id', '=', userId)
    .execute();
}
