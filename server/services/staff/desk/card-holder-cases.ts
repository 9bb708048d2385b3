import { sql } from 'kysely';
import type { CaseRow } from '#core/contract/staff/desk.ts';
import type { DecisionOf } from '#core/contract/staff/desk-act.ts';
import { formatUnits } from '#core/money/decimal.ts';
import { formatFiat } from '#core/money/format.ts';
import { PURCHASE_STATE } from '#core/words/staff.ts';
import { storedAsset } from '#server/ledger/stored-asset.ts';
import {
  type CardHolderCase,
  decideHolder,
} from '#server/services/money-in/purchases/card-holder.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import {
  type CaseSource,
  type Decide,
  decidedBefore,
  factsOf,
  momentText,
  sumOf,
} from './source.ts';

const casesOf = (reader: Reader) =>
  reader
    .selectFrom('card_holder_cases')
    .innerJoin('purchases', 'purchases.id', 'card_holder_cases.purchase_id')
    .innerJoin('users', 'users.id', 'card_holder_cases.user_id')
    .selectAll('card_holder_cases')
    .select(['amount', 'purchases.currency', 'crypto_units', 'crypto_currency', 'status'])
    .select(['users.email', 'users.deleted_at', 'first_name', 'last_name'])
    .select(['kyc_first_name', 'kyc_last_name', 'kyc_status']);

type Row = Awaited<ReturnType<ReturnType<typeof casesOf>['executeTakeFirstOrThrow']>>;

const titles: Readonly<Record<CardHolderCase['match'], string>> = {
  near: 'A card in nearly the customer’s name',
  unnamed: 'Cards without a name have paid much',
};

const rowOf = (row: Row): CaseRow => ({
  kind: 'card-holder',
  id: row.purchase_id,
  title: titles[row.match],
  about: row.holder && `The card says ${row.holder}`,
  ...sumOf(row.amount, row.currency),
  customer: row.deleted_at ? '' : row.email,
  since: row.made_at.toISOString(),
  // No document sets a deadline.
  due_at: null,
});

const settle =
  (decision: DecisionOf<'card-holder'>): Decide =>
  async (deps, tx, id, { reason, officer }) =>
    (await decideHolder(deps, tx, id, { decision, by: officer, why: reason }))
      ? undefined
      : decidedBefore();

/** Payments by cards of which it is not known that they are the customer's (SPEC-06). */
export const cardHolderCases: CaseSource<'card-holder'> = {
  kind: 'card-holder',

  open: () => sql`select purchase_id as id, user_id, purchase_id as about,
      null::timestamptz as due, made_at as since
    from card_holder_cases where decided_at is null`,

  async rows(reader, ids) {
    return (await casesOf(reader).where('purchase_id', 'in', ids).execute()).map(rowOf);
  },

  async read(reader, id) {
    const row = await casesOf(reader).where('purchase_id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const asset = storedAsset(row.crypto_currency);
    const document = `${row.kyc_first_name ?? ''} ${row.kyc_last_name ?? ''}`.trim();
    const facts = [
      ['Customer', row.deleted_at ? '' : `${row.first_name} ${row.last_name}`],
      ['Name in their document', document],
      ['Identity check', row.kyc_status ?? ''],
      ['Name on the card', row.holder || 'Not told'],
      ['Paid', formatFiat(row.amount, row.currency)],
      ['For', `${formatUnits(BigInt(row.crypto_units), asset.scale)} ${asset.code}`],
      [PURCHASE_STATE, row.status],
      ['Came', momentText(row.made_at)],
    ] as const;
    const named = rowOf(row);
    const { decided_at: at } = row;
    return {
      ...named,
      facts: factsOf(facts),
      body: '',
      decided: at && { at: at.toISOString(), by: '', text: row.decided_why },
      decisions: at ? [] : row.match === 'near' ? ['theirs', 'not-theirs'] : ['close'],
    };
  },

  // The purchase before its case, as where a payment ends.
  async lock(tx, id) {
    await tx.selectFrom('purchases').select('id').where('id', '=', id).forUpdate().execute();
    await tx
      .selectFrom('card_holder_cases')
      .select('purchase_id')
      .where('purchase_id', '=', id)
      .forUpdate()
      .execute();
  },

  decisions: {
    theirs: settle('theirs'),
    'not-theirs': settle('not-theirs'),
    close: settle('close'),
  },
};
