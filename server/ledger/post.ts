import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/store/schema.ts';
import { accountId } from './accounts.ts';
import { changeBalances } from './balances.ts';
import { imbalance, type Journal, type Posting, withoutZeros } from './journal.ts';

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

/** Only what changes what a customer may use is on their statement. */
const statementOf = ({ account }: Posting): string | null =>
  account.owner !== 'house' && account.kind === 'available' ? account.owner : null;

const rowOf = (posting: Posting, line: number) =>
  sql`(${line}::smallint, ${accountId(posting.account)}::text, ${posting.account.currency}::text,
    ${String(posting.units)}::numeric, ${statementOf(posting)}::text)`;

/** Journal and postings in one statement; undefined where the reference is taken. */
async function write(
  tx: Tx,
  clock: Clock,
  journal: Journal,
  postings: readonly Posting[],
): Promise<{ readonly id: string; readonly created_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    with head as (
      insert into journals (id, class, kind, user_id, reference, comment, network, sender,
        recipient, payment_method, created_at)
      values (${randomUUID()}, ${journal.class}, ${journal.kind}, ${journal.userId},
        ${journal.reference ?? null}, ${journal.comment ?? ''}, ${journal.network ?? ''},
        ${journal.sender ?? ''}, ${journal.recipient ?? ''}, ${journal.paymentMethod ?? ''},
        ${moment(clock, journal)})
      on conflict (reference) do nothing
      returning id, created_at
    ),
    lines (line, account_id, currency, amount, statement_of) as (
      values ${sql.join(postings.map(rowOf))}
    ),
    written as (
      insert into postings
        (journal_id, line, account_id, currency, amount, statement_of, created_at)
      select head.id, line, account_id, currency, amount, statement_of, created_at
      from head cross join lines
      returning 1
    )
    select id, created_at from head`.execute(tx);
  return rows[0];
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
  if (!(await changeBalances(tx, postings))) return { kind: 'insufficient' };
  const head = await write(tx, clock, journal, postings);
  return head ? { kind: 'posted', id: head.id, createdAt: head.created_at } : { kind: 'duplicate' };
}
