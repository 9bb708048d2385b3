import { type Selectable, sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import {
  decideWhose,
  settleBankTransfer,
  type Unfit,
  WHOSE_NAME,
} from '#server/services/money-in/bank/bank-transfers.ts';
import type { Schema } from '#server/store/schema/schema.ts';
import {
  asideClosed,
  asideDecisions,
  type CaseSource,
  type Decide,
  type FoundCase,
  factsOf,
  sumOf,
} from './source.ts';

/** Why it was credited to nobody, as people say it. */
const unfitTexts: Readonly<Record<Unfit, string>> = {
  'unknown-account': 'To an account that nobody has',
  'other-currency': 'In another currency than the account’s',
  'other-name': 'From an account in another name',
  'near-name': 'From an account in nearly the customer’s name',
  'payer-unknown': 'The bank does not say who paid',
  'impossible-amount': 'An amount that is not possible',
  ended: 'We have ended the agreement with its customer',
  'sent-back': 'The bank says that we sent it back; the books did not know',
  'lost-account': 'To an account of a customer whom the books lack',
};

type Row = Selectable<Schema['bank_transfers']> & { readonly email: string | null };

const rowOf = ({ id, reason, email, seen_at, amount, currency }: Row): CaseRow => ({
  kind: 'bank-aside',
  id,
  title: 'Bank transfer set aside',
  about: unfitTexts[reason as Unfit] ?? reason,
  ...sumOf(amount, currency),
  customer: email ?? '',
  since: seen_at.toISOString(),
  // No document sets a deadline.
  due_at: null,
});

const whose =
  (isOwn: boolean): Decide =>
  async (deps, tx, id, { reason }) =>
    asideClosed(await decideWhose(deps, tx, id, { isOwn, why: reason }));

/** Whoever has closed their account is credited with nothing: it can only go back. */
const whoseOf = ({
  is_open,
}: {
  readonly is_open: boolean;
}): Pick<FoundCase<'bank-aside'>, 'decisions' | 'became'> =>
  is_open
    ? { decisions: ['release', 'reject'] }
    : { decisions: ['reject'], became: 'This account is closed: the transfer can only go back.' };

/** Bank transfers that were credited to nobody and could not be sent back (BANK-02). */
export const bankCases: CaseSource<'bank-aside'> = {
  kind: 'bank-aside',

  open: () => sql`select id, user_id, external_id as about, null::timestamptz as due,
      seen_at as since
    from bank_transfers where state = 'aside' and settled_at is null`,

  async rows(reader, ids) {
    const rows = await reader
      .selectFrom('bank_transfers')
      .leftJoin('users', 'users.id', 'bank_transfers.user_id')
      .where('bank_transfers.id', 'in', ids)
      .selectAll('bank_transfers')
      .select('users.email')
      .execute();
    return rows.map(rowOf);
  },

  async read(reader, id) {
    const row = await reader
      .selectFrom('bank_transfers')
      .leftJoin('users', 'users.id', 'bank_transfers.user_id')
      .where('bank_transfers.id', '=', id)
      // What a person decided has another state since.
      .where((at) =>
        at.or([at('bank_transfers.state', '=', 'aside'), at('settled_at', 'is not', null)]),
      )
      .selectAll('bank_transfers')
      .select(['users.email', 'first_name', 'last_name'])
      .select(sql<boolean>`users.id is not null and users.deleted_at is null`.as('is_open'))
      .executeTakeFirst();
    if (!row) return undefined;
    const facts = [
      ['Why it is set aside', unfitTexts[row.reason as Unfit] ?? row.reason],
      ['Amount', `${row.amount} ${row.currency}`],
      ['Payer', row.payer || 'The bank does not say'],
      ['Customer', [row.first_name, row.last_name].filter(Boolean).join(' ')],
      ['Reference of the payment', row.reference],
      ['Bank’s name for it', row.external_id],
    ] as const;
    const named = rowOf(row);
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      ...asideDecisions(row),
      ...(WHOSE_NAME.includes(row.reason) && !row.settled_at && whoseOf(row)),
    };
  },

  lock: (tx, id) =>
    tx.selectFrom('bank_transfers').select('id').where('id', '=', id).forUpdate().execute(),

  decisions: {
    release: whose(true),
    reject: whose(false),
    close: async (deps, tx, id, { reason }) =>
      asideClosed(await settleBankTransfer(deps, tx, id, reason)),
  },
};
