import { sql } from 'kysely';
import type { AccountTransaction } from '#core/contract/history.ts';
import { LAST_INSTANT } from '#core/contract/schemas.ts';
import { findAsset } from '#core/domain/currencies.ts';
import { formatUnits } from '#core/domain/decimal.ts';
import type { Reader } from '#server/store/schema.ts';

export interface StatementRequest {
  readonly userId: string;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after: string | undefined;
  readonly currency: string | undefined;
}

interface Place {
  readonly at: Date;
  readonly journal: string;
  readonly line: number;
}

const PLACE = /^(\d{1,15})\.([\w-]{1,64})\.(\d{1,4})$/;

const placeText = ({ at, journal, line }: Place): string => `${at.getTime()}.${journal}.${line}`;

/** Where a page goes on, or undefined where the text is not one of ours. */
export function readPlace(text: string): Place | undefined {
  const [, at, journal, line] = PLACE.exec(text) ?? [];
  return at && Number(at) <= LAST_INSTANT && journal && line
    ? { at: new Date(Number(at)), journal, line: Number(line) }
    : undefined;
}

/**
 * The journals that a page of one asset can show, found by the asset's own lines: the page's worth
 * behind the place, and the place's own journal, whose other leg may be what comes next.
 */
const journalsOf = (currency: string, { userId, limit }: StatementRequest, place?: Place) => sql`
  (select journal_id from postings
    where statement_of = ${userId} and currency = ${currency} ${place ? sql`and ${behind(place)}` : sql``}
    order by created_at desc, journal_id desc, line desc limit ${limit + 1})
  ${
    place
      ? sql`union all (select journal_id from postings where statement_of = ${userId}
          and currency = ${currency} and journal_id = ${place.journal})`
      : sql``
  }`;

const behind = ({ at, journal, line }: Place) => sql<boolean>`
  (postings.created_at, postings.journal_id, postings.line)
    < (${at}::timestamptz, ${journal}::text, ${line}::smallint)`;

function readPage(db: Reader, request: StatementRequest, place: Place | undefined) {
  let query = db
    .selectFrom('postings')
    .innerJoin('journals', 'journals.id', 'postings.journal_id')
    .where('postings.statement_of', '=', request.userId);
  const { currency } = request;
  if (currency) {
    // A conversion belongs to an asset by either leg, and is shown only with both (TX-03).
    query = query
      .where(sql<boolean>`postings.journal_id in (${journalsOf(currency, request, place)})`)
      .where(({ or, eb }) =>
        or([eb('postings.currency', '=', currency), eb('journals.class', '=', 'conversion')]),
      );
  }
  if (place) query = query.where(behind(place));
  return query
    .select(['postings.journal_id', 'postings.line', 'postings.currency', 'postings.amount'])
    .select(['postings.created_at', 'journals.class', 'journals.comment', 'journals.network'])
    .select(['journals.sender', 'journals.recipient', 'journals.payment_method'])
    .orderBy('postings.created_at', 'desc')
    .orderBy('postings.journal_id', 'desc')
    .orderBy('postings.line', 'desc')
    .limit(request.limit + 1)
    .execute();
}

type Row = Awaited<ReturnType<typeof readPage>>[number];

const WITHDRAWAL = 'Withdrawal/';

/** How far the withdrawals of a page are that are not over yet, by the comment of their entry. */
async function underWay(
  db: Reader,
  userId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, 'requested' | 'broadcast'>> {
  const ids = rows
    .filter(({ amount, comment }) => BigInt(amount) < 0n && comment.startsWith(WITHDRAWAL))
    .map(({ comment }) => comment.slice(WITHDRAWAL.length));
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('withdrawals')
    .where('id', 'in', ids)
    .where('user_id', '=', userId)
    .select(['id', 'status'])
    .execute();
  return new Map(
    found.flatMap(({ id, status }) =>
      status === 'requested' || status === 'broadcast' ? [[WITHDRAWAL + id, status]] : [],
    ),
  );
}

function entryOf(row: Row): AccountTransaction {
  const units = BigInt(row.amount);
  const scale = findAsset(row.currency)?.scale ?? 0;
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
  };
}

export interface Statement {
  readonly entries: AccountTransaction[];
  /** Behind the last entry, where there are more. */
  readonly next: string | undefined;
}

/** One page of a customer's statement, newest first; undefined: there is no such place in it. */
export async function readStatement(
  db: Reader,
  request: StatementRequest,
): Promise<Statement | undefined> {
  const place = request.after === undefined ? undefined : readPlace(request.after);
  if (request.after !== undefined && !place) return undefined;
  const rows = await readPage(db, request, place);
  const shown = rows.slice(0, request.limit);
  const pending = await underWay(db, request.userId, shown);
  const last = shown.at(-1);
  const next =
    rows.length > shown.length && last
      ? placeText({ at: last.created_at, journal: last.journal_id, line: last.line })
      : undefined;
  const entries = shown.map((row): AccountTransaction => {
    const withdrawal = BigInt(row.amount) < 0n ? pending.get(row.comment) : undefined;
    return { ...entryOf(row), ...(withdrawal && { withdrawal }) };
  });
  return { entries, next };
}
