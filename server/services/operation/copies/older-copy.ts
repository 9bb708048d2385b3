import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { dropPasskeys } from '#server/services/access/credentials/passkeys.ts';
import { record } from '#server/services/staff/audit/record.ts';
import type { Reader, Tx } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';

/** How a server found out that its books are an older copy. */
export type Evidence =
  /** They lie in another database than the last time: a dump was restored. */
  | 'moved'
  /** A server has seen a newer state of them. */
  | 'went-back'
  /** The custodian or the bank knows an order of ours that they lack. */
  | 'party'
  | 'operator';

/**
 * Whether an account rests: the books are an older copy, made after it was, and neither the operator nor the
 * customer has confirmed what they say. What the customer stopped since may be running again in them, so
 * nobody signs in, nothing is sent and nothing is bought.
 */
export const restsAs = (users: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from older_copies
    where released_at is null
      and found_at > coalesce(${sql.ref(`${users}.copy_confirmed_at`)}, ${sql.ref(`${users}.created_at`)}))`;

export const restsSql = restsAs('users');

/** The same for a row that names its account. */
export const ownerRests = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from users rests where rests.id = ${userId} and ${restsAs('rests')})`;

export async function rests(reader: Reader, userId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('users')
    .select(restsSql.as('rests'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.rests ?? false;
}

/** The copies that nobody has released yet, oldest first. */
export const openCopies = (reader: Reader) =>
  reader
    .selectFrom('older_copies')
    .select(['because', 'found_at'])
    .where('released_at', 'is', null)
    .orderBy('found_at')
    .execute();

/** Within this time the parts of the same copy are found, by all processes. */
const SAME_COPY_SECONDS = 3600;

/**
 * Lets everything rest that customers may have stopped since the copy was made: every session ends, and the
 * accounts in it rest. False if the same copy was found already. Nothing is rewritten, so it takes no longer
 * with a million accounts.
 */
export async function restAll(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  because: Evidence,
  { actor, reason }: { readonly actor: string; readonly reason?: string } = { actor: 'server' },
): Promise<boolean> {
  // Two processes find the same copy one after the other.
  await sql`insert into books_marks (id, place, count) values (1, '', 0)
    on conflict (id) do update set place = books_marks.place`.execute(tx);
  const known = await tx
    .selectFrom('older_copies')
    .select('id')
    .where('released_at', 'is', null)
    .where('found_at', '>', clock.sqlIn(-SAME_COPY_SECONDS))
    .executeTakeFirst();
  if (known) return false;
  await tx
    .insertInto('older_copies')
    .values({ id: randomUUID(), because, found_at: clock.sql })
    .execute();
  await tx.deleteFrom('sessions').execute();
  await tx.deleteFrom('second_factor_grants').execute();
  await tx.deleteFrom('email_changes').execute();
  const words = reason === undefined ? undefined : { said: { reason } };
  const act = { actor, action: 'found an older copy', detail: { because } };
  await record(tx, { clock }, { ...act, ...(words && { words }) });
  return true;
}

export const tellOlderCopy = ({ log }: Pick<Deps, 'log'>, because: Evidence): void =>
  log.error('the books are an older copy: what customers may have stopped rests', {
    because,
    todo: 'see docs/operating/restore.md',
  });

/** The database in which the books lie; undefined if the engine does not tell. */
async function placeOf(reader: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    select (select system_identifier from pg_control_system())::text || '/' ||
      (select oid from pg_database where datname = current_database())::text as place`.execute(
    reader,
  );
  return rows[0]?.place;
}

/** The highest count that this process has seen, for each of its databases. */
const seen = new WeakMap<object, bigint>();

/**
 * Looks whether the books are the ones of the last time, and leaves a mark for the next. A copy that was
 * restored lies in another database; one that went back under a running server has a lower count than the
 * server has seen. Returns the evidence if everything was put to rest.
 */
export async function lookAtCopy(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'parties'>,
): Promise<Evidence | undefined> {
  const { db, parties } = deps;
  const place = (await placeOf(db).catch(() => undefined)) ?? '';
  const found = await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ place: string; count: string }>`
      select place, count::text as count from books_marks where id = 1 for update`.execute(tx);
    const [mark] = rows;
    const highest = seen.get(parties) ?? 0n;
    const moved = mark !== undefined && mark.place !== '' && place !== '' && mark.place !== place;
    const wentBack = BigInt(mark?.count ?? 0) < highest;
    const because: Evidence | undefined = moved ? 'moved' : wentBack ? 'went-back' : undefined;
    const rested = because !== undefined && (await restAll(tx, deps, because));
    const before = BigInt(mark?.count ?? 0);
    const count = (before > highest ? before : highest) + 1n;
    await tx
      .insertInto('books_marks')
      .values({ id: 1, place, count })
      .onConflict((row) => row.column('id').doUpdateSet({ place, count }))
      .execute();
    return { count, because: rested ? because : undefined };
  });
  seen.set(parties, found.count);
  if (found.because) tellOlderCopy(deps, found.because);
  return found.because;
}

/**
 * The customer has confirmed by mail who they are, and set a new password. What they may have stopped in the
 * lost time does not start: the passkeys of the copy are gone, and its recurring buys pause. False if the
 * account did not rest.
 */
export async function confirmCopy(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string,
): Promise<boolean> {
  const confirmed = await tx
    .updateTable('users')
    .set({ copy_confirmed_at: clock.sql })
    .where('id', '=', userId)
    // Only the operator lets staff in again.
    .where('role', '=', 'user')
    .where(restsSql)
    .executeTakeFirst();
  if (confirmed.numUpdatedRows === 0n) return false;
  await dropPasskeys(tx, userId, undefined);
  await tx
    .updateTable('recurring_buys')
    .set({ state: 'paused' })
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .execute();
  return true;
}

/** The operator takes the copy for right: for one account, or for all. False if nothing rested. */
export async function releaseCopy(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  userId: string | 'everyone',
): Promise<boolean> {
  if (userId !== 'everyone') {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ copy_confirmed_at: clock.sql })
      .where('id', '=', userId)
      .where(restsSql)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const { numUpdatedRows } = await tx
    .updateTable('older_copies')
    .set({ released_at: clock.sql })
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
