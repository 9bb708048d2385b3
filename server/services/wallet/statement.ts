import { sql } from 'kysely';
import type { AccountTransaction, FailedPayment } from '#core/contract/history.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Deps } from '#server/deps.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Reader } from '#server/store/schema.ts';
import { type FailedRow, readFailedPayments } from './failed-payments.ts';
import { entriesBehind, type Place, placeText, readPlace } from './statement-place.ts';
import { foundJournals, foundPayment, type StatementSearch, searches } from './statement-search.ts';

export interface StatementRequest extends StatementSearch {
  readonly userId: string;
  readonly limit: number;
  /** Where the previous page ended. */
  readonly after: string | undefined;
  readonly currency: string | undefined;
}

/**
 * The journals that a page of one asset can show, found by the asset's own lines: one page's worth
 * behind the place, and the place's own journal, whose other leg may come next.
 */
const journalsOf = (currency: string, { userId, limit }: StatementRequest, place?: Place) => sql`
  (select journal_id from postings
    where statement_of = ${userId} and currency = ${currency} ${place ? sql`and ${entriesBehind(place)}` : sql``}
    order by created_at desc, journal_id desc, line desc limit ${limit + 1})
  ${
    place?.kind === 'entry'
      ? sql`union all (select journal_id from postings where statement_of = ${userId}
          and currency = ${currency} and journal_id = ${place.id})`
      : sql``
  }`;

function readPage(db: Reader, request: StatementRequest, place: Place | undefined, now: number) {
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
    // A conversion belongs to an asset by either leg, and is shown only with both (TX-03).
    query = query.where(({ or, eb }) =>
      or([eb('postings.currency', '=', currency), eb('journals.class', '=', 'conversion')]),
    );
  }
  if (place) query = query.where(entriesBehind(place));
  return query
    .select(['postings.journal_id', 'postings.line', 'postings.currency', 'postings.amount'])
    .select(['postings.created_at', 'journals.class', 'journals.comment', 'journals.network'])
    .select(['entry_values.value', 'entry_values.currency as value_currency'])
    .select('entry_values.price as value_price')
    .select(['journals.sender', 'journals.recipient', 'journals.payment_method'])
    .orderBy('postings.created_at', 'desc')
    .orderBy('postings.journal_id', 'desc')
    .orderBy('postings.line', 'desc')
    .limit(request.limit + 1)
    .execute();
}

type Row = Awaited<ReturnType<typeof readPage>>[number];

const WITHDRAWAL = 'Withdrawal/';
const PURCHASE = 'Card purchase/';

/** What stands behind the prefix in the comments of those entries that arrive, or of those that leave. */
const idsIn = (rows: readonly Row[], prefix: string, arrive: boolean): readonly string[] =>
  rows
    .filter(({ amount, comment }) => BigInt(amount) > 0n === arrive && comment.startsWith(prefix))
    .map(({ comment }) => comment.slice(prefix.length));

type Told = Pick<AccountTransaction, 'withdrawal' | 'returned' | 'fee' | 'paid'>;

/** What is known of a page's withdrawals besides their entries, by the comment of each. */
async function withdrawalsIn(
  db: Reader,
  userId: string,
  rows: readonly Row[],
): Promise<readonly (readonly [string, Told])[]> {
  const ids = idsIn(rows, WITHDRAWAL, false);
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('withdrawals')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .where('status', '!=', 'failed')
    .select(['id', 'status', 'currency', 'fee_units'])
    .execute();
  return found.map(({ id, status, currency, fee_units }) => [
    WITHDRAWAL + id,
    status === 'cancelled' || status === 'refunded'
      ? { returned: true }
      : {
          fee: formatUnits(BigInt(fee_units), storedKept(currency).scale),
          ...((status === 'requested' || status === 'broadcast') && { withdrawal: status }),
        },
  ]);
}

/** What the card was charged for a page's purchases, by the comment of each. */
async function purchasesIn(
  db: Reader,
  userId: string,
  rows: readonly Row[],
): Promise<readonly (readonly [string, Told])[]> {
  const ids = idsIn(rows, PURCHASE, true);
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('purchases')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .select(['id', 'amount', 'currency'])
    .execute();
  return found.map(({ id, amount, currency }) => [
    PURCHASE + id,
    { paid: { amount, currency_id: currency } },
  ]);
}

function entryOf(row: Row): AccountTransaction {
  const units = BigInt(row.amount);
  const { scale } = storedKept(row.currency);
  return {
    account_transaction_id: `${row.journal_id}-${row.line}`,
    transaction_class: row.class,
    type: units < 0n ? 'debit' : 'credit',
    amount: formatUnits(units < 0n ? -units : units, scale),
    currency_id: row.currency,
    created_at: row.created_at.toISOString(),
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
  };
}

export interface Statement {
  readonly entries: AccountTransaction[];
  readonly failedPayments: FailedPayment[];
  /** The place behind the last of them, if there are more. */
  readonly next: string | undefined;
}

type Item =
  | { readonly kind: 'entry'; readonly at: Date; readonly row: Row }
  | ({ readonly kind: 'payment' } & FailedRow);

/** Newest first; of the same millisecond, entries first. */
const newestFirst = (a: Item, b: Item): number =>
  b.at.getTime() - a.at.getTime() || Number(a.kind === 'payment') - Number(b.kind === 'payment');

const placeOf = (item: Item): Place =>
  item.kind === 'entry'
    ? { kind: 'entry', at: item.at, id: item.row.journal_id, line: item.row.line }
    : { kind: 'payment', at: item.at, id: item.payment.transaction_id };

/** One page of a customer's statement, newest first; undefined: it has no such place. */
export async function readStatement(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: StatementRequest,
): Promise<Statement | undefined> {
  const place = request.after === undefined ? undefined : readPlace(request.after);
  if (request.after !== undefined && !place) return undefined;
  const { userId, currency } = request;
  const now = clock.now();
  const [read, failed] = await Promise.all([
    readPage(db, request, place, now),
    readFailedPayments(db, {
      ...{ userId, currency, most: request.limit + 1, place },
      ...(searches(request) && { among: foundPayment(request, now) }),
    }),
  ]);
  const items = [
    ...read.map((row): Item => ({ kind: 'entry', at: row.created_at, row })),
    ...failed.map((one): Item => ({ kind: 'payment', ...one })),
  ].sort(newestFirst);
  const shown = items.slice(0, request.limit);
  const rows = shown.flatMap((item) => (item.kind === 'entry' ? [item.row] : []));
  const [withdrawals, purchases] = await Promise.all([
    withdrawalsIn(db, userId, rows),
    purchasesIn(db, userId, rows),
  ]);
  const sent = new Map(withdrawals);
  const bought = new Map(purchases);
  const last = shown.at(-1);
  const entries = rows.map(
    (row): AccountTransaction => ({
      ...entryOf(row),
      // The entry that returns a withdrawal has its comment, too.
      ...(BigInt(row.amount) < 0n ? sent : bought).get(row.comment),
    }),
  );
  return {
    entries,
    failedPayments: shown.flatMap((item) => (item.kind === 'payment' ? [item.payment] : [])),
    next: items.length > shown.length && last ? placeText(placeOf(last)) : undefined,
  };
}
