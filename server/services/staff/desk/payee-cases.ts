import { type Selectable, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import { accountText, shownAccount } from '#core/money/account-number.ts';
import { decidePayee } from '#server/services/money-out/withdrawals/payee.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import { type CaseSource, type Decide, decidedBefore, factsOf, momentText } from './source.ts';

type Row = Selectable<Schema['saved_addresses']> & {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
};

/** The moment of a row that the query found by it. */
const since = ({ payee_refused_at: at, created_at }: Row): Date => at ?? created_at;

const rowOf = (row: Row): CaseRow => ({
  kind: 'payee',
  id: row.id,
  title: 'Cash out to an account in another name',
  about: `The bank says that it is ${row.payee_name ? `${row.payee_name}’s` : 'somebody else’s'}`,
  customer: row.email,
  since: since(row).toISOString(),
  // No document sets a deadline.
  due_at: null,
});

const settle =
  (allowed: boolean): Decide =>
  async (deps, tx, id, { reason }) =>
    (await decidePayee(deps, tx, id, { allowed, reason })) ? undefined : decidedBefore();

/** Bank accounts to which no cash was paid, because the bank says that they are somebody else's (HARD-55). */
export const payeeCases: CaseSource<'payee'> = {
  kind: 'payee',

  open: () => sql`select id, user_id, '' as about, null::timestamptz as due,
      payee_refused_at as since
    from saved_addresses where payee_refused_at is not null and payee_decided_at is null`,

  async rows(reader, ids) {
    const rows = await reader
      .selectFrom('saved_addresses')
      .innerJoin('users', 'users.id', 'saved_addresses.user_id')
      .where('saved_addresses.id', 'in', ids)
      .selectAll('saved_addresses')
      .select(['users.email', 'first_name', 'last_name'])
      .execute();
    return rows.map(rowOf);
  },

  async read(reader, id) {
    const row = await reader
      .selectFrom('saved_addresses')
      .innerJoin('users', 'users.id', 'saved_addresses.user_id')
      .where('saved_addresses.id', '=', id)
      .where('payee_refused_at', 'is not', null)
      .selectAll('saved_addresses')
      .select(['users.email', 'first_name', 'last_name'])
      .executeTakeFirst();
    if (!row) return undefined;
    const { payee_decided_at: at } = row;
    const facts = [
      ['Customer', `${row.first_name} ${row.last_name}`],
      ['Holder, as the customer typed it', row.holder],
      ['Name that the bank told', row.payee_name],
      ['Account', shownAccount(accountText(row))],
      ['Currency', row.currency],
      ['Saved', momentText(row.created_at)],
    ] as const;
    const named = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      decided: at && { at: at.toISOString(), by: '', text: row.payee_decided_for },
      decisions: at ? [] : ['release', 'close'],
    };
  },

  lock: (tx, id) =>
    tx.selectFrom('saved_addresses').select('id').where('id', '=', id).forUpdate().execute(),

  decisions: { release: settle(true), close: settle(false) },
};
