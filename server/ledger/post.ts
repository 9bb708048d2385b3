import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/store/schema.ts';
import { accountId } from './accounts.ts';
import { changeBalance, changes } from './balances.ts';
import { imbalance, type Journal, withoutZeros } from './journal.ts';

export type Posted =
  | { readonly kind: 'posted'; readonly id: string; readonly createdAt: Date }
  /** A customer's account does not cover it. The transaction must be rolled back. */
  | { readonly kind: 'insufficient' }
  /** There is a journal of this reference already. The transaction must be rolled back. */
  | { readonly kind: 'duplicate' };

/**
 * When the journal happened. Statements pair the two legs of a conversion by their moment, so one
 * conversion of a customer is always at least a millisecond after the one before.
 */
function moment(clock: Clock, journal: Journal): RawBuilder<Date> {
  if (journal.createdAt) return sql<Date>`${journal.createdAt}::timestamptz`;
  if (journal.class !== 'conversion') return clock.sql;
  return sql<Date>`greatest(${clock.sql}, (
    select max(created_at) + interval '1 millisecond' from journals
    where user_id = ${journal.userId} and class = 'conversion'
  ))`;
}

/** The journal's own row; undefined where its reference is taken. */
async function writeHead(
  tx: Tx,
  clock: Clock,
  journal: Journal,
): Promise<{ readonly id: string; readonly created_at: Date } | undefined> {
  return tx
    .insertInto('journals')
    .values({
      id: randomUUID(),
      class: journal.class,
      kind: journal.kind,
      user_id: journal.userId,
      reference: journal.reference ?? null,
      comment: journal.comment ?? '',
      network: journal.network ?? '',
      sender: journal.sender ?? '',
      recipient: journal.recipient ?? '',
      payment_method: journal.paymentMethod ?? '',
      created_at: moment(clock, journal),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst();
}

/**
 * Writes a journal and changes the balances it touches. Throws where it does not balance: that is a
 * bug, and nothing may be written. Whatever is not `posted` must end in a rollback.
 */
export async function postJournal(tx: Tx, clock: Clock, journal: Journal): Promise<Posted> {
  const postings = withoutZeros(journal.postings);
  if (postings.length === 0 || imbalance(postings).size > 0) {
    throw new Error(`a ${journal.kind} journal does not balance`);
  }
  for (const { account, units } of changes(postings)) {
    if (!(await changeBalance(tx, account, units))) return { kind: 'insufficient' };
  }
  const head = await writeHead(tx, clock, journal);
  if (!head) return { kind: 'duplicate' };
  await tx
    .insertInto('postings')
    .values(
      postings.map(({ account, units }, line) => ({
        journal_id: head.id,
        line,
        account_id: accountId(account),
        currency: account.currency,
        amount: String(units),
        statement_of:
          account.owner !== 'house' && account.kind === 'available' ? account.owner : null,
        created_at: head.created_at,
      })),
    )
    .execute();
  return { kind: 'posted', id: head.id, createdAt: head.created_at };
}
