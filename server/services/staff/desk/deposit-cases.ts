import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import { CUSTODIAN_STATUS } from '#core/words/staff.ts';
import type { AsideReason } from '#server/services/money-in/deposits/deposit-owner.ts';
import { settleAside } from '#server/services/money-in/deposits/deposits-aside.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import { asideClosed, asideDecisions, type CaseSource, factsOf, sumOf } from './source.ts';

/** Why nobody was credited, as people say it. */
const asideTexts: Readonly<Record<AsideReason, string>> = {
  unreadable: 'The custodian’s word makes no sense',
  'unknown-asset': 'An asset that is not on this network',
  'impossible-amount': 'An amount that is not possible',
  'unknown-address': 'An address that nobody was given',
  'missing-tag': 'Its tag is missing',
  'unknown-tag': 'A tag that nobody was given',
  'deleted-customer': 'Its customer’s account is closed',
  'not-offered': 'An asset that is not offered to its customer',
  'below-minimum': 'Below the minimum',
  'same-output': 'Reported before under another name',
  refused: 'Screened, and refused by a person',
  'changed-after-credit': 'It changed after it was credited',
  'dropped-after-credit': 'It disappeared after it was credited',
};

/** What its customer knows of it: nobody is told of a deposit that was not credited. */
const TOLD = 'Nothing. The deposit page says the minimum and the network.';

type Row = Selectable<Schema['deposits_aside']> & { readonly email: string | null };

const rowOf = ({ id, reason, email, seen_at, network, amount, currency }: Row): CaseRow => ({
  kind: 'deposit-aside',
  id,
  title: 'Deposit set aside',
  about: `${asideTexts[reason as AsideReason] ?? reason}${network && ` · ${network}`}`,
  ...sumOf(amount, currency),
  customer: email ?? '',
  since: seen_at.toISOString(),
  // No document sets a deadline.
  due_at: null,
});

/**
 * Whose it is: of the customer whose address it came to, or in whose books it stood before. On a network without tags an
 * address has none, and what the sender wrote means nothing.
 */
const ownerBy = (column: 'id' | 'email', isStanding: RawBuilder<boolean>) => sql<
  string | null
>`(select ${sql.ref(`users.${column}`)} from users
  where ${isStanding} and users.id in (
    select own.user_id from deposit_addresses as own
    where own.network = deposits_aside.network and own.address = deposits_aside.address
      and own.tag in (deposits_aside.tag, '')
    union all select booked.user_id from deposits as booked
    where booked.id = deposits_aside.external_id)
  limit 1)`;

/** An account that was closed: two officers decide what becomes of the deposit (HARD-51). */
const CLOSED_OWNER = ownerBy('id', sql<boolean>`users.deleted_at is not null`);

/** The customer, if there is one. */
const isStanding = sql<boolean>`users.deleted_at is null`;
const OWNER = ownerBy('email', isStanding).as('email');
const OWNER_ID = ownerBy('id', isStanding);

/** Deposits that nobody was credited with (docs/custody.md). */
export const depositCases: CaseSource<'deposit-aside'> = {
  kind: 'deposit-aside',

  open: () => sql`select id, (${OWNER_ID}) as user_id, transaction_hash as about,
      null::timestamptz as due, seen_at as since
    from deposits_aside where settled_at is null`,

  async rows(reader, ids) {
    const rows = await reader
      .selectFrom('deposits_aside')
      .where('id', 'in', ids)
      .selectAll()
      .select(OWNER)
      .execute();
    return rows.map(rowOf);
  },

  async read(reader, id) {
    const row = await reader
      .selectFrom('deposits_aside')
      .where('id', '=', id)
      .selectAll()
      .select([OWNER, CLOSED_OWNER.as('closed')])
      .executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Why it is set aside', asideTexts[row.reason as AsideReason] ?? row.reason],
      ['Amount', `${row.amount} ${row.currency}`.trim()],
      ['Network', row.network],
      ['Address', row.address],
      ['Tag', row.tag],
      ['Transaction', row.transaction_hash],
      [CUSTODIAN_STATUS, row.status],
      // A custodian that calls it confirmed and counts none has counted nothing.
      [
        'Confirmations',
        row.confirmations === 0 && row.status === 'confirmed' ? '' : String(row.confirmations),
      ],
      ['Custodian’s name for it', row.external_id],
      ['The customer was told', row.email ? TOLD : ''],
    ] as const;
    const named = rowOf(row);
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

  lock: (tx, id) =>
    tx.selectFrom('deposits_aside').select('id').where('id', '=', id).forUpdate().execute(),

  decisions: {
    close: async (deps, tx, id, { reason }) => asideClosed(await settleAside(deps, tx, id, reason)),
  },
};
