import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { sealAway } from '#server/services/archive/archive.ts';
import { removedTables } from '#server/services/archive/kept.ts';
import { answers } from '#server/services/gates/gates.ts';
import { whyNow } from '#server/services/gates/why.ts';
import type { Reader, Tx } from '#server/store/schema.ts';

/** `kept`: the law froze what the customer has. */
export type Erased =
  | 'erased'
  | 'already-erased'
  | 'kept'
  | 'balance-not-empty'
  | 'payment-under-way'
  /** A transfer that is not in the books yet waits, such as for its screening. */
  | 'transfer-under-way';

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
  await sql`delete from email_codes
    where email = (select email from users where id = ${userId})`.execute(tx);
  const blank = () =>
    tx
      .updateTable('users')
      .set({
        email: `${userId}@deleted.invalid`,
        password_hash: '',
        first_name: '',
        last_name: '',
        dob: '',
        phone: '',
        address: '',
        city: '',
        state: '',
        postal: '',
        kyc_comment: null,
        kyc_latin_name: null,
        kyc_first_name: null,
        kyc_last_name: null,
        kyc_born: null,
        kyc_country: null,
        two_factor: false,
        two_factor_secret: null,
        two_factor_pending: null,
        two_factor_pending_by: null,
        two_factor_pending_at: null,
        enrol_hash: null,
        enrol_until: null,
        anti_phishing_code: null,
        book_only_since: null,
        book_only_until: null,
        deleted_at: clock.sql,
      })
      .where('id', '=', userId)
      .execute();
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
