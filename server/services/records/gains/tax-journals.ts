import { type RawBuilder, sql } from 'kysely';
import { LAST_INSTANT } from '#core/contract/schemas.ts';
import type { TaxJournalTold } from '#core/contract/wallet/gains.ts';
import { formatUnits, parseUnits } from '#core/money/decimal.ts';
import { FIAT_SCALE } from '#core/money/purchase-approval.ts';
import type { JournalKind } from '#core/statement/journal-kind.ts';
import type { TaxJournal } from '#core/statement/tax-meaning.ts';
import { storedKept } from '#server/ledger/stored-asset.ts';
import type { Reader } from '#server/store/schema/schema.ts';

export interface TaxRequest {
  readonly userId: string;
  /** The customer's currency: a value in another one counts as unknown. */
  readonly money: string;
  readonly limit: number;
  readonly place: JournalPlace | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** Only journals that moved this asset. */
  readonly asset?: string;
}

interface JournalPlace {
  readonly at: Date;
  readonly id: string;
}

const PLACE = /^(\d{1,15})\.([\w-]{1,64})$/;

const placeText = ({ at, id }: JournalPlace): string => `${at.getTime()}.${id}`;

/** Where a page continues, or undefined if the text is not one of ours. */
export function readJournalPlace(text: string): JournalPlace | undefined {
  const [, time, id] = PLACE.exec(text) ?? [];
  if (!time || !id || Number(time) > LAST_INSTANT) return undefined;
  return { at: new Date(Number(time)), id };
}

/** What a journal did to one asset: one row for each, as a report of years has many. */
interface Row {
  readonly id: string;
  readonly created_at: Date;
  readonly kind: JournalKind;
  readonly currency: string;
  /** By how much what the customer owns changed; null: not at all. */
  readonly units: string | null;
  readonly spread: string | null;
  readonly fee: string | null;
  readonly value: string | null;
  /** What is known of the whole journal: see `toldSql`. */
  readonly sent: string | null;
  readonly paid: string | null;
  /** What the customer says that it cost, in cents. */
  readonly stated: string | null;
}

const REFERENCE = {
  sent: 'withdrawal-sent:',
  asked: 'withdrawal:',
  purchase: 'purchase:',
} as const;

/**
 * A value that only those journals have whose reference begins with a prefix, in a query of `head`; `found` is given
 * what stands behind it.
 */
const ifNamed = (prefix: string, found: (id: RawBuilder<unknown>) => RawBuilder<unknown>) =>
  sql`case when starts_with(head.reference, ${prefix})
    then (${found(sql`substr(head.reference, ${prefix.length + 1}::integer)`)}) end`;

/**
 * What else is known of journals, in the customer's currency: of what ended a withdrawal, what its entry was
 * worth; of a purchase, what the card was charged. Most journals are neither, and nothing is looked up for them.
 */
const toldSql = ({ userId, money }: TaxRequest) => sql`
  ${ifNamed(
    REFERENCE.sent,
    (id) => sql`select min((select value from entry_values as known
        where known.journal_id = entry.journal_id and known.line = entry.line
          and known.currency = ${money}))
      from postings as entry where entry.statement_of = ${userId} and entry.journal_id =
        (select id from journals as asked where asked.reference = ${REFERENCE.asked}::text || ${id})`,
  )} as sent,
  ${ifNamed(
    REFERENCE.purchase,
    (id) => sql`select amount from purchases
      where purchases.id = ${id} and user_id = ${userId} and currency = ${money}`,
  )} as paid`;

/**
 * The journals of one page, oldest first. What goes from free to held is still the customer's. Journals that
 * change neither, such as a deposit that is seen, count to the page and have no units. Each journal's lines
 * are looked up by themselves: without statistics, as in the embedded database, whole tables would be read
 * for every page.
 */
async function rowsOf(db: Reader, request: TaxRequest): Promise<readonly Row[]> {
  const { userId, limit, place, from, before, asset } = request;
  const { rows } = await sql<Row>`
    with heads as materialized (
      select id, created_at, kind, ${toldSql(request)} from journals as head
      where user_id = ${userId}
        ${place ? sql`and (created_at, id) > (${place.at}::timestamptz, ${place.id}::text)` : sql``}
        ${from ? sql`and created_at >= ${from}::timestamptz` : sql``}
        ${before ? sql`and created_at < ${before}::timestamptz` : sql``}
        ${
          asset
            ? sql`and exists (select 1 from postings
                where journal_id = head.id and currency = ${asset} offset 0)`
            : sql``
        }
      order by created_at, id limit ${limit}
    ),
    said as materialized (
      select journal_id, cents::text from stated_costs
      where user_id = ${userId} and currency = ${request.money}
    )
    select heads.id, heads.created_at, kind, moved.currency,
      moved.units, moved.spread, moved.fee, moved.value, sent, paid, said.cents as stated
    from heads
    left join said on said.journal_id = heads.id
    cross join lateral (
      select currency,
        sum(amount) filter (where starts_with(account_id, ${`${userId}/available/`})
          or starts_with(account_id, ${`${userId}/hold/`})
          or starts_with(account_id, ${`${userId}/unclaimed/`}))::text as units,
        sum(amount) filter (where starts_with(account_id, 'house/spread/'))::text as spread,
        sum(amount) filter (where starts_with(account_id, 'house/fees/'))::text as fee,
        min((select value from entry_values as known
          where postings.statement_of = ${userId} and known.journal_id = postings.journal_id
            and known.line = postings.line and known.currency = ${request.money})) as value,
        min(line) as line
      from postings where journal_id = heads.id group by currency
    ) as moved
    order by heads.created_at, heads.id, moved.line`.execute(db);
  return rows;
}

const centsOf = (value: string | null): bigint | undefined =>
  value === null ? undefined : parseUnits(value, FIAT_SCALE);

/** What the rows of one journal say together. */
function journalOf(rows: readonly Row[]): TaxJournal[] {
  const [first] = rows;
  if (!first) return [];
  const { id, kind, created_at, sent, paid, stated } = first;
  const legs = rows
    .map(({ currency, units, value }) => ({
      asset: storedKept(currency).code,
      units: BigInt(units ?? 0),
      value: centsOf(value ?? sent),
    }))
    .filter(({ units }) => units !== 0n);
  if (legs.length === 0) return [];
  return [
    {
      ...{ id, kind, at: created_at.getTime(), legs },
      spread: rows.reduce((sum, { spread }) => sum + BigInt(spread ?? 0), 0n),
      fee: rows.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n),
      paid: centsOf(paid),
      stated: stated === null ? undefined : BigInt(stated),
    },
  ];
}

export interface TaxPage {
  readonly journals: readonly TaxJournal[];
  /** The place behind the last of them, if there may be more. */
  readonly next: JournalPlace | undefined;
}

/** One page of what changed what a customer owns, oldest first. */
export async function readTaxPage(db: Reader, request: TaxRequest): Promise<TaxPage> {
  const rows = await rowsOf(db, request);
  const last = rows.at(-1);
  if (!last) return { journals: [], next: undefined };
  const byJournal = new Map<string, Row[]>();
  for (const row of rows) {
    const own = byJournal.get(row.id);
    if (own) own.push(row);
    else byJournal.set(row.id, [row]);
  }
  return {
    journals: [...byJournal.values()].flatMap(journalOf),
    next: byJournal.size === request.limit ? { at: last.created_at, id: last.id } : undefined,
  };
}

const money = (cents: bigint): string => formatUnits(cents, FIAT_SCALE, FIAT_SCALE);

/** The same as it is told to the page. */
export const toldOf = (journal: TaxJournal): TaxJournalTold => {
  const { legs, spread, fee, paid, stated } = journal;
  const scaleOf = (comes: boolean): number => {
    const leg = legs.find(({ units }) => units > 0n === comes);
    return leg ? storedKept(leg.asset).scale : 0;
  };
  return {
    journal_id: journal.id,
    kind: journal.kind,
    created_at: new Date(journal.at).toISOString(),
    legs: legs.map(({ asset, units, value }) => ({
      currency_id: asset,
      amount: formatUnits(units, storedKept(asset).scale),
      ...(value !== undefined && { value: money(value) }),
    })),
    ...(spread > 0n && { spread: formatUnits(spread, scaleOf(true)) }),
    ...(fee > 0n && { fee: formatUnits(fee, scaleOf(false)) }),
    ...(paid !== undefined && { paid: money(paid) }),
    ...(stated !== undefined && { stated: money(stated) }),
  };
};

export const nextText = (place: JournalPlace | undefined): string | undefined =>
  place && placeText(place);
