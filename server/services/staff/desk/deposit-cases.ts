import { type Selectable, sql } from 'kysely';
import { refuse } from '#server/refusal/refused.ts';
import { settleAside } from '#server/services/money-in/deposits/deposits-aside.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import {
  asideClosed,
  asideDecisions,
  behindPlace,
  type CaseSource,
  factsOf,
  type PlacedRow,
} from './source.ts';

type Row = Selectable<Schema['deposits_aside']> & { readonly email: string | null };

const rowOf = ({ id, reason, email, seen_at }: Row): PlacedRow => ({
  kind: 'deposit-aside',
  id,
  title: `Deposit set aside: ${reason}`,
  customer: email ?? '',
  since: seen_at.toISOString(),
  // No document sets a deadline: the case is sorted by when it came.
  due_at: null,
  at: seen_at,
});

/** An account that was closed: two officers decide what becomes of the deposit (HARD-51). */
const CLOSED_OWNER = sql<string | null>`(select users.id from deposit_addresses as own
  join users on users.id = own.user_id
  where own.network = deposits_aside.network and own.address = deposits_aside.address
  and own.tag = deposits_aside.tag and users.deleted_at is not null limit 1)`;

/** The customer whose address it came to, if there is one. */
const OWNER = sql<string | null>`(select users.email from deposit_addresses as own
  join users on users.id = own.user_id
  where own.network = deposits_aside.network and own.address = deposits_aside.address
  and own.tag = deposits_aside.tag and users.deleted_at is null limit 1)`.as('email');

/** Deposits that nobody was credited with (docs/custody.md). */
export const depositCases: CaseSource = {
  kind: 'deposit-aside',

  async list({ db }, behind, most) {
    const rows = await db
      .selectFrom('deposits_aside')
      .where('settled_at', 'is', null)
      .where(behindPlace('deposit-aside', behind, sql`seen_at`, sql`id`))
      .selectAll()
      .select(OWNER)
      .orderBy('seen_at')
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map(rowOf);
  },

  countQuery: ({ db }) =>
    db
      .selectFrom('deposits_aside')
      .where('settled_at', 'is', null)
      .select((row) => row.fn.countAll<number>().as('count')),

  async read(reader, id) {
    const row = await reader
      .selectFrom('deposits_aside')
      .where('id', '=', id)
      .selectAll()
      .select([OWNER, CLOSED_OWNER.as('closed')])
      .executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Amount', `${row.amount} ${row.currency}`.trim()],
      ['Network', row.network],
      ['Address', row.address],
      ['Tag', row.tag],
      ['Transaction', row.transaction_hash],
      ['Status at the custodian', row.status],
      ['Confirmations', String(row.confirmations)],
      ['Custodian’s name for it', row.external_id],
    ] as const;
    const { at: _, ...named } = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      ...asideDecisions(row),
      ...(row.closed !== null && { closed_account: row.closed }),
    };
  },

  async secondOfficer({ db }, id) {
    const row = await db
      .selectFrom('deposits_aside')
      .where('id', '=', id)
      .where('settled_at', 'is', null)
      .where(CLOSED_OWNER, 'is not', null)
      .select('reason')
      .executeTakeFirst();
    return row && { basis: row.reason };
  },

  async decide(deps, tx, id, { decision, reason }) {
    if (decision !== 'close') return refuse('INVALID_INPUT', 'A deposit set aside is closed.');
    return asideClosed(await settleAside(deps, tx, id, reason));
  },
};
