import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { daily, inBatches, isIn, onePass, type Slice } from '#server/platform/daily-pass.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { codePurposes } from '#server/services/access/credentials/email-codes.ts';
import { answers } from '#server/services/checks/gates/gates.ts';
import { whyNow } from '#server/services/checks/gates/why.ts';
import { eraseLater, sealAway, sealLate } from '#server/services/customers/archive/archive.ts';
import {
  accountKept,
  blanking,
  removedTables,
  sealedInParts,
} from '#server/services/customers/archive/kept.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** `kept`: the law froze what the customer has. */
export type Erased =
  | 'erased'
  | 'already-erased'
  | 'kept'
  | 'balance-not-empty'
  | 'payment-under-way'
  /** A transfer that is not in the books yet waits, such as for its screening. */
  | 'transfer-under-way';

/** What an account without its customer has where it had something about them. */
const nobody = accountKept.flatMap(({ blank }) => blank);

/**
 * Locks an account that is about to be erased; false if it has been erased. The lock orders the erasure
 * against everything that moves money: a journal refers to its customer and so shares the row's key, which
 * only the strongest lock waits for.
 */
export const lockForErasure = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/**
 * Erases a customer's personal data, seals what the law makes us keep (KEEP-05), keeps the ledger under an id
 * that names nobody, and ends the sessions. `who`: what asks for it.
 */
export async function eraseAccount(
  deps: Pick<Deps, 'clock' | 'config' | 'random'>,
  tx: Tx,
  userId: string,
  who: 'close' | 'end' | 'remove' = 'close',
): Promise<Erased> {
  const { clock } = deps;
  if (!(await lockForErasure(tx, userId))) return 'already-erased';
  const why =
    (await whyNow(tx, deps, { way: who, user: userId })) ??
    (who === 'remove' ? undefined : await whyNow(tx, deps, { way: 'erase', user: userId }));
  const says = why && answers[why.gate].says;
  if (says && says !== 'transfer' && says !== 'paying') return 'kept';
  const funds = await tx
    .selectFrom('accounts')
    .select('id')
    .where('owner', '=', userId)
    .where('balance', '>', '0')
    .executeTakeFirst();
  if (funds) return 'balance-not-empty';
  if (says) return says === 'paying' ? 'payment-under-way' : 'transfer-under-way';
  // Codes, and how many were mailed, of the address that it has, and what this account asked for at another one: that may
  // be somebody else's, whose own codes and limits stay.
  const own = sql`email = (select email from users where id = ${userId})`;
  const other = sql`purpose = ${codePurposes.changeEmail}
    and email = (select email from email_changes where user_id = ${userId})`;
  await sql`delete from email_codes where ${own} or ${other}`.execute(tx);
  await sql`delete from code_allowances where ${own} or ${other} and asker = ${userId}`.execute(tx);
  const blank = () =>
    sql`update users set ${blanking(nobody)}, email = ${`${userId}@deleted.invalid`},
      deleted_at = ${clock.sql} where id = ${userId}`.execute(tx);
  await sealAway(deps, tx, userId, blank);
  for (const table of removedTables) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
  }
  // Nobody is asked any more: an answer would be kept of somebody who is erased.
  await tx
    .updateTable('travel_rule')
    .set({ due_at: null })
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
    .execute();
  return 'erased';
}

/**
 * What stands in deleted accounts and is no case yet, in minor units of each asset: the next look makes it one
 * (HARD-51).
 */
export const leftBehind = (reader: Reader) =>
  reader
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.owner')
    .select((row) => ['accounts.currency', row.fn.sum<string>('accounts.balance').as('units')])
    .where('users.deleted_at', 'is not', null)
    .where('accounts.balance', '>', '0')
    .where('accounts.kind', 'in', ['available', 'pending'])
    .groupBy('accounts.currency')
    .orderBy('accounts.currency')
    .execute();

/** How many closed accounts are looked at in one batch. */
const LEFT_AT_ONCE = 100;

/** Whether a closed account still has something about its customer in its own row. */
const saysWho = sql.join(
  nobody.map(({ column, value }) => sql`${sql.ref(column)} is distinct from ${value}`),
  sql` or `,
);

const leftInTables = sql.join(
  [...removedTables.map((table) => ({ table, only: sql`true` })), ...sealedInParts].map(
    ({ table, only = sql`true` }) => sql`exists (select from ${sql.table(table)}
      where ${sql.ref(`${table}.user_id`)} = users.id and (${only}))`,
  ),
  sql` or `,
);

/** Closed accounts in which something about their customers is left. */
async function withLeftovers({ db }: Pick<Deps, 'db'>, slice: Slice, most: number) {
  const { rows } = await sql<{ id: string }>`select id from users
    where deleted_at is not null and ${isIn('users.id', slice)}
      and not exists (select from erasures where former_id = users.id)
      and (${saysWho} or ${leftInTables})
    order by id limit ${most}`.execute(db);
  return rows;
}

const eraseLeft = (deps: Deps, userId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { rows } = await sql<{ says_who: boolean }>`select ${saysWho} as says_who from users
      where id = ${userId} and deleted_at is not null for update`.execute(tx);
    const [closed] = rows;
    if (!closed) return;
    const blank = () => sql`update users set ${blanking(nobody)} where id = ${userId}`.execute(tx);
    if (closed.says_who) await sealLate(deps, tx, userId, blank);
    for (const table of removedTables) {
      await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
    }
    await eraseLater(deps, tx, userId);
  });

/**
 * Erases what a server of the version before left when it closed an account while this version began: it knew none of the
 * columns and tables that are new (HARD-98). What the law keeps of it is sealed first.
 */
export async function eraseLeftovers(
  deps: Deps,
  stopping?: AbortSignal,
  passing = onePass,
): Promise<void> {
  const pass = inBatches(deps, stopping, {
    find: (slice, most) => withLeftovers(deps, slice, most),
    most: LEFT_AT_ONCE,
    failed: 'closed account not erased wholly',
    work: ({ id }) => eraseLeft(deps, id),
  });
  await passing('closed accounts erased', pass);
}

export const leftoverLoop: Loop = {
  everyMs: 60_000,
  failed: 'closed accounts not erased wholly',
  round: (deps, stopping) => eraseLeftovers(deps, stopping, daily(deps)),
};
