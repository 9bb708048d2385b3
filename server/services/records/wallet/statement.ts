import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { AccountTransaction, FailedPayment } from '#core/contract/wallet/history.ts';
import { formatUnits } from '#core/money/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { JsonRow } from '#server/store/json-row.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { type FailedRow, failedPaymentsQuery, failedRowOf } from './failed-payments.ts';
import { entriesBehind, placeText, readPlace, type StatementCursor } from './statement-place.ts';
import { foundJournals, foundPayment, type StatementSearch, searches } from './statement-search.ts';

export interface StatementRequest extends StatementSearch {
  readonly userId: string;
  readonly limit: number;
  /** The cursor at the end of the previous page. */
  readonly after: string | undefined;
  readonly currency: string | undefined;
}

/**
 * The journals that a page of one asset can show, found by the asset's own lines: one page after the place,
 * and the place's own journal, whose other leg may come next.
 */
const journalsOf = (
  currency: string,
  { userId, limit }: StatementRequest,
  place?: StatementCursor,
) => sql`
  (select journal_id from postings
    where statement_of = ${userId} and currency = ${currency} ${place ? sql`and ${entriesBehind(place)}` : sql``}
    order by created_at desc, journal_id desc, line desc limit ${limit + 1})
  ${
    place?.kind === 'entry'
      ? sql`union all (select journal_id from postings where statement_of = ${userId}
          and currency = ${currency} and journal_id = ${place.id})`
      : sql``
  }`;

const WITHDRAWAL = 'Withdrawal/';
const PURCHASE = 'Card purchase/';

/**
 * The id after a prefix in an entry's comment, for arriving or leaving entries only: the entry that returns a
 * withdrawal has the same comment.
 */
const idBehind = (prefix: string, of: 'arriving' | 'leaving') => sql<string>`case
  when ${of === 'arriving' ? sql`postings.amount > 0` : sql`postings.amount < 0`}
    and starts_with(journals.comment, ${prefix})
  then substr(journals.comment, ${prefix.length + 1}::integer) end`;

/** The details of an entry's withdrawal. */
const withdrawalOf = (db: Reader, userId: string) =>
  jsonObjectFrom(
    db
      .selectFrom('withdrawals')
      .where('id', '=', idBehind(WITHDRAWAL, 'leaving'))
      .where('user_id', '=', userId)
      .where('status', '!=', 'failed')
      .select(['status', 'currency', sql<string>`fee_units::text`.as('fee_units')]),
  );

/** The recipient: a payout's stands with the payout alone. */
const recipientOf = (userId: string) => sql<string>`case
  when journals.recipient <> '' or not starts_with(journals.comment, ${WITHDRAWAL})
  then journals.recipient
  else coalesce((select address from withdrawals
    where id = substr(journals.comment, ${WITHDRAWAL.length + 1}::integer)
      and user_id = ${userId} and holder <> ''), '') end`;

/** The card's charge for an entry's purchase. */
const purchaseOf = (db: Reader, userId: string) =>
  jsonObjectFrom(
    db
      .selectFrom('purchases')
      .where('id', '=', idBehind(PURCHASE, 'arriving'))
      .where('user_id', '=', userId)
      .select(['amount', 'currency', 'price', 'spread_bps']),
  );

function pageQuery(
  db: Reader,
  request: StatementRequest,
  place: StatementCursor | undefined,
  now: number,
) {
  let query = db
    .selectFrom('postings')
    .innerJoin('journals', 'journals.id', 'postings.journal_id')
    .leftJoin('entry_values', (join) =>
      join
        .onRef('entry_values.journal_id', '=', 'postings.journal_id')
        .onRef('entry_values.line', '=', 'postings.line'),
    )
    .where('postings.statement_of', '=', request.userId);
  const { currency } = request;
  if (searches(request)) {
    const found = foundJournals(request, place, now);
    query = query.where(sql<boolean>`postings.journal_id in (${found})`);
  } else if (currency) {
    query = query.where(
      sql<boolean>`postings.journal_id in (${journalsOf(currency, request, place)})`,
    );
  }
  if (currency) {
    // A conversion belongs to both its assets and is always shown with both legs (TX-03).
    query = query.where(({ or, eb }) =>
      or([eb('postings.currency', '=', currency), eb('journals.class', '=', 'conversion')]),
    );
  }
  if (place) query = query.where(entriesBehind(place));
  return (
    query
      .select(['postings.journal_id', 'postings.line', 'postings.currency'])
      // As text, because JSON numbers are exact up to 53 bits only.
      .select(sql<string>`postings.amount::text`.as('amount'))
      .select(['postings.created_at', 'journals.class', 'journals.kind'])
      .select(['journals.comment', 'journals.network'])
      .select(['entry_values.value', 'entry_values.currency as value_currency'])
      .select('entry_values.price as value_price')
      .select(['journals.sender', 'journals.payment_method'])
      .select(recipientOf(request.userId).as('recipient'))
      .select(withdrawalOf(db, request.userId).as('withdrawal'))
      .select(purchaseOf(db, request.userId).as('purchase'))
      .orderBy('postings.created_at', 'desc')
      .orderBy('postings.journal_id', 'desc')
      .orderBy('postings.line', 'desc')
      .limit(request.limit + 1)
  );
}

type Row = JsonRow<ReturnType<typeof pageQuery>>;

type EntryDetails = Pick<AccountTransaction, 'withdrawal' | 'returned' | 'fee' | 'paid'>;

function toldOf({ withdrawal, purchase }: Row): EntryDetails {
  if (purchase) {
    const { amount, currency, price, spread_bps } = purchase;
    const terms = {
      ...(price !== null && { price }),
      ...(spread_bps !== null && { spread_bps: Number(spread_bps) }),
    };
    return { paid: { amount, currency_id: currency, ...terms } };
  }
  if (!withdrawal) return {};
  const { status, currency, fee_units } = withdrawal;
  if (status === 'cancelled' || status === 'refunded') return { returned: true };
  return {
    fee: formatUnits(BigInt(fee_units), storedKept(currency).scale),
    ...((status === 'requested' || status === 'broadcast') && { withdrawal: status }),
  };
}

function entryOf(row: Row): AccountTransaction {
  const units = BigInt(row.amount);
  const { scale } = storedKept(row.currency);
  return {
    account_transaction_id: `${row.journal_id}-${row.line}`,
    transaction_class: row.class,
    kind: row.kind,
    type: units < 0n ? 'debit' : 'credit',
    amount: formatUnits(units < 0n ? -units : units, scale),
    currency_id: row.currency,
    created_at: new Date(row.created_at).toISOString(),
    comment: row.comment,
    network: row.network,
    sender: row.sender,
    recipient: row.recipient,
    payment_method: row.payment_method,
    ...(row.value !== null &&
      row.value_currency !== null && {
        value: {
          amount: row.value,
          currency_id: row.value_currency,
          ...(row.value_price !== null && { price: row.value_price }),
        },
      }),
    ...toldOf(row),
  };
}

export interface Statement {
  /** When it was read, by the database's clock. */
  readonly asOf: Date;
  readonly entries: AccountTransaction[];
  readonly failedPayments: FailedPayment[];
  /** The cursor for the next page, if there is one. */
  readonly next: string | undefined;
}

type Item =
  | { readonly kind: 'entry'; readonly at: Date; readonly row: Row }
  | ({ readonly kind: 'payment' } & FailedRow);

/** Newest first; within a millisecond, entries first. */
const newestFirst = (a: Item, b: Item): number =>
  b.at.getTime() - a.at.getTime() || Number(a.kind === 'payment') - Number(b.kind === 'payment');

const placeOf = (item: Item): StatementCursor =>
  item.kind === 'entry'
    ? { kind: 'entry', at: item.at, id: item.row.journal_id, line: item.row.line }
    : { kind: 'payment', at: item.at, id: item.payment.transaction_id };

/** One page of a customer's statement, newest first; undefined if the cursor is invalid. */
export async function readStatement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: StatementRequest,
): Promise<Statement | undefined> {
  const place = request.after === undefined ? undefined : readPlace(request.after);
  if (request.after !== undefined && !place) return undefined;
  const { userId, currency } = request;
  const now = clock.now();
  const failedQuery = failedPaymentsQuery(db, {
    ...{ userId, currency, most: request.limit + 1, place },
    ...(searches(request) && { among: foundPayment(request, now) }),
  });
  const read = await db
    .selectNoFrom([
      clock.sql.as('as_of'),
      jsonArrayFrom(pageQuery(db, request, place, now)).as('entries'),
      jsonArrayFrom(failedQuery).as('failed'),
    ])
    .executeTakeFirstOrThrow();
  const items = [
    ...read.entries.map((row): Item => ({ kind: 'entry', at: new Date(row.created_at), row })),
    ...read.failed.map((row): Item => ({ kind: 'payment', ...failedRowOf(row) })),
  ].sort(newestFirst);
  const shown = items.slice(0, request.limit);
  const last = shown.at(-1);
  return {
    asOf: read.as_of,
    entries: shown.flatMap((item) => (item.kind === 'entry' ? [entryOf(item.row)] : [])),
    failedPayments: shown.flatMap((item) => (item.kind === 'payment' ? [item.payment] : [])),
    next: items.length > shown.length && last ? placeText(placeOf(last)) : undefined,
  };
}

/** One entry of a customer's statement, by the id that the app shows. */
export async function readEntry(
  db: Reader,
  userId: string,
  id: string,
): Promise<AccountTransaction | undefined> {
  const [, journal, line] = /^(.+)-(\d{1,9})$/.exec(id) ?? [];
  if (journal === undefined || line === undefined) return undefined;
  const request = { userId, limit: 0, after: undefined, currency: undefined };
  const page = pageQuery(db, request, undefined, 0)
    .where('postings.journal_id', '=', journal)
    .where('postings.line', '=', Number(line));
  const { found } = await db
    .selectNoFrom(jsonObjectFrom(page).as('found'))
    .executeTakeFirstOrThrow();
  return found ? entryOf(found) : undefined;
}

/** Of an entry, the id that the app shows where its comment has one (`trackingIdOf` in the domain). */
const TRACKED = sql<string>`trim(substring(journals.comment from '/([^/]*)$'))`;

/** The entries of a customer's statement that belong to these deposits, withdrawals or purchases. */
export async function readTracked(
  db: Reader,
  userId: string,
  ids: readonly string[],
): Promise<AccountTransaction[]> {
  if (ids.length === 0) return [];
  const request = { userId, limit: 2 * ids.length, after: undefined, currency: undefined };
  const { found } = await db
    .selectNoFrom(
      jsonArrayFrom(pageQuery(db, request, undefined, 0).where(TRACKED, 'in', ids)).as('found'),
    )
    .executeTakeFirstOrThrow();
  return found.map(entryOf);
}
