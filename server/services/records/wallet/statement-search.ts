import { type RawBuilder, sql } from 'kysely';
import { type Asset, assets } from '#core/money/currencies.ts';
import { type EntryLabel, labelBehind, ownNames } from '#core/statement/entry-label.ts';
import { searchWords } from '#core/statement/search-words.ts';
import type { StatementCursor } from './statement-place.ts';

type Condition = RawBuilder<boolean>;

/** The criteria of a search in a statement. */
export interface StatementSearch {
  readonly search?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly type?: EntryLabel | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Only entries with a note. */
  readonly noted?: boolean | undefined;
}

export const searches = ({ search, type, from, until, noted }: StatementSearch): boolean =>
  noted === true || [search, type, from, until].some((one) => one !== undefined && one !== '');

/** Further words cost time and find nothing: the page itself filters by them. */
const MOST_WORDS = 10;

const never = sql<boolean>`false`;
const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Whether a text of the database, in lower case, contains the word. */
const has = (text: RawBuilder<unknown>, word: string): Condition =>
  sql<boolean>`strpos(${text}, ${word}) > 0`;

const hasLowered = (text: RawBuilder<unknown>, word: string): Condition =>
  has(sql`lower(${text})`, word);

/** The kinds that are named by their own names, and the lines of theirs that are (`ownNameOf` in the domain). */
const isOwnNamed = sql<boolean>`(found.amount < 0 and (
  entry.kind in ('cash-recalled', 'given-up', 'forfeited', 'set-aside', 'card-refunded',
    'card-recalled') or (entry.kind = 'manual'
    and not starts_with(entry.comment, 'Withdrawal/')
    and not starts_with(entry.comment, 'Transfer from admin'))))`;

/** The words that find each kind of entry; `found` is a line of `entry` on the customer's statement. */
const shapes: readonly {
  readonly chip: EntryLabel;
  readonly words: string;
  readonly is: Condition;
}[] = [
  ...Object.entries(ownNames).map(([kind, name]) => ({
    chip: labelBehind(name),
    words: name.toLowerCase(),
    is: sql<boolean>`(entry.kind = ${kind} and ${isOwnNamed})`,
  })),
  { chip: 'Swap', words: 'swap to', is: sql`entry.class = 'conversion'` },
  {
    chip: 'Withdraw',
    words: 'withdraw',
    is: sql`(entry.class in ('payment', 'trade') and found.amount < 0 and not ${isOwnNamed})`,
  },
  {
    chip: 'Withdraw',
    words: 'withdraw',
    is: sql`(entry.class = 'manual' and found.amount < 0
      and not starts_with(entry.comment, 'Transfer from admin') and not ${isOwnNamed})`,
  },
  {
    chip: 'Withdraw',
    words: 'deposit returned',
    is: sql`(entry.class = 'payment' and found.amount > 0
      and starts_with(entry.comment, 'Withdrawal/'))`,
  },
  {
    chip: 'Deposit',
    words: 'deposit',
    is: sql`(entry.class = 'payment' and found.amount > 0
      and not starts_with(entry.comment, 'Withdrawal/'))`,
  },
  {
    chip: 'Deposit',
    words: 'deposited',
    is: sql`(entry.class = 'manual' and found.amount > 0
      and not starts_with(entry.comment, 'Transfer from admin'))`,
  },
  {
    chip: 'Buy',
    words: 'buy completed',
    is: sql`((entry.class = 'manual' and starts_with(entry.comment, 'Transfer from admin'))
      or (entry.class = 'trade' and found.amount > 0))`,
  },
];

/** The words that find a withdrawal by its status. */
const withdrawalWords = [
  { words: 'pending', statuses: ['requested'] },
  { words: 'on its way', statuses: ['broadcast'] },
  { words: 'withdrawn', statuses: ['completed', 'failed'] },
  { words: 'returned', statuses: ['cancelled', 'refunded'] },
] as const;

/** The words that find a card payment that bought nothing. */
const failedPayments: readonly { readonly words: string; readonly is: Condition }[] = [
  { words: 'failed', is: sql`status = 'failed'` },
  { words: 'declined', is: sql`status = 'declined'` },
  { words: 'replaced', is: sql`(status = 'cancelled' and superseded)` },
  { words: 'expired', is: sql`(status = 'cancelled' and expired and not superseded)` },
  { words: 'cancelled', is: sql`(status = 'cancelled' and not expired and not superseded)` },
  { words: 'refund on its way', is: sql`status = 'refunding'` },
  { words: 'refunded', is: sql`status = 'refunded'` },
];

const codesOf = (of: (asset: Asset) => boolean): readonly string[] =>
  assets.filter(of).map(({ code }) => code);

const byCode = (word: string) => (asset: Asset) => asset.code.toLowerCase().includes(word);
const byNameAlone = (word: string) => (asset: Asset) =>
  !byCode(word)(asset) && asset.name.toLowerCase().includes(word);
const byName = (word: string) => (asset: Asset) => byCode(word)(asset) || byNameAlone(word)(asset);

/** The amount of `found` as a decimal. */
const amountText = sql`trim_scale(abs(found.amount) * case found.currency ${sql.join(
  assets.map(
    ({ code, scale }) => sql`when ${sql.lit(code)} then ${sql.lit(`1e-${scale}`)}::numeric`,
  ),
  sql` `,
)} end)::text`;

/** The digits of a word that may be an amount in a list's notation: '3,808.8', or '98.7654m' for millions. */
function digitsOf(word: string): { readonly digits: string; readonly short: boolean } | undefined {
  const [, number, letter] = /^[^\d.,]{0,3}([.,]*\d[\d.,]*)([mb]?)$/.exec(word) ?? [];
  if (!number) return undefined;
  const plain = number.replaceAll(',', '');
  return letter ? { digits: plain.replace('.', ''), short: true } : { digits: plain, short: false };
}

function hasAmount(text: RawBuilder<unknown>, word: string): readonly Condition[] {
  const amount = digitsOf(word);
  if (!amount) return [];
  return [
    amount.short ? sql<boolean>`starts_with(${text}, ${amount.digits})` : has(text, amount.digits),
  ];
}

const MINUTE = 60_000;
const DATE = 'FMmonth FMDD, YYYY "at" FMHH12:MI am|YYYY-MM-DD HH24:MI:SS';
const names =
  'january february march april may june july august september october november december at am pm';
const isOfDate = (word: string): boolean => /^[\d:,-]+$/.test(word) || names.includes(word);

/** The offsets of a zone from UTC in the winter and in the summer of a year, in minutes. */
function offsetsOf(timeZone: string, year: number): readonly number[] {
  const offsets = [0, 6].map((month) => {
    const at = Date.UTC(year, month, 1);
    try {
      const parts = new Intl.DateTimeFormat('en-US', {
        ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
        ...{ hour: 'numeric', minute: 'numeric' },
      }).formatToParts(at);
      const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
      const local = Date.UTC(
        part('year'),
        part('month') - 1,
        part('day'),
        part('hour'),
        part('minute'),
      );
      return Math.round((local - at) / MINUTE);
    } catch {
      // The zone is the device's claim, and the database would fail on an unknown one.
      return 0;
    }
  });
  return [...new Set(offsets)];
}

/** Whether the date shown in a list may contain the word; on the day of a clock change, in either offset. */
function hasDate(
  at: RawBuilder<unknown>,
  word: string,
  offsets: readonly number[],
): readonly Condition[] {
  if (!isOfDate(word)) return [];
  return offsets.map((minutes) =>
    has(sql`to_char((${at} at time zone 'UTC') + ${minutes} * interval '1 minute', ${DATE})`, word),
  );
}

const TRACKED = sql`substring(entry.comment from '/([^/]*)$')`;

/** A word that is the end of an entry's id may name one of its lines. */
const journalPart = (word: string): string => word.replace(/-\d{1,4}$/, '');

/**
 * Uses the index of assets and reads once: a rare or never held asset is found without reading the others.
 */
const movedAny = (
  userId: string,
  codes: readonly string[],
  where: Condition = sql`true`,
): readonly Condition[] =>
  codes.length === 0
    ? []
    : [
        sql<boolean>`(${where} and entry.id in (select journal_id from postings
          where statement_of = ${userId} and currency = any(${codes}::text[])))`,
      ];

function wordInEntry(userId: string, word: string, offsets: readonly number[]): Condition {
  const inLine: Condition[] = [
    ...shapes.filter(({ words }) => words.includes(word)).map(({ is }) => is),
    ...hasAmount(amountText, word),
    ...hasAmount(sql`known.value`, word),
  ];
  const statuses = withdrawalWords
    .filter(({ words }) => words.includes(word))
    .flatMap((one) => one.statuses);
  const lines = (conditions: readonly Condition[]): Condition => sql<boolean>`exists (
    select 1 from postings as found ${
      digitsOf(word)
        ? sql`left join entry_values as known
            on known.journal_id = found.journal_id and known.line = found.line`
        : sql``
    } where found.journal_id = entry.id and found.statement_of = ${userId} and ${anyOf(conditions)})`;
  return anyOf([
    has(sql`entry.id || '-'`, journalPart(word)),
    sql<boolean>`(entry.comment <> '' and ${hasLowered(sql`entry.comment`, word)}
      and ${hasLowered(TRACKED, word)})`,
    sql<boolean>`(entry.class <> 'conversion' and ${hasLowered(
      sql`(entry.network || ' ' || entry.sender || ' ' || entry.recipient)`,
      word,
    )})`,
    sql<boolean>`(entry.recipient = '' and starts_with(entry.comment, 'Withdrawal/')
      and exists (select 1 from withdrawals where id = substring(entry.comment from 12)
        and user_id = ${userId} and holder <> '' and ${hasLowered(sql`address`, word)}))`,
    ...hasDate(sql`entry.created_at`, word, offsets),
    ...movedAny(userId, codesOf(byCode(word))),
    ...movedAny(userId, codesOf(byNameAlone(word)), sql`entry.class <> 'conversion'`),
    ...(inLine.length > 0 ? [lines(inLine)] : []),
    ...(statuses.length > 0
      ? [
          sql<boolean>`(entry.class = 'payment' and starts_with(entry.comment, 'Withdrawal/')
            and exists (select 1 from withdrawals where id = substring(entry.comment from 12)
              and user_id = ${userId} and status in (${sql.join(statuses)})))`,
        ]
      : []),
    // A payment without a withdrawal row is an old one, which was completed.
    ...('withdrawn'.includes(word)
      ? [
          sql<boolean>`(entry.class = 'payment' and not starts_with(entry.comment, 'Withdrawal/')
          and ${lines([sql`(found.amount < 0 and not ${isOwnNamed})`])})`,
        ]
      : []),
    ...(digitsOf(word)
      ? [
          sql<boolean>`(starts_with(entry.comment, 'Card purchase/')
            and exists (select 1 from purchases where id = substring(entry.comment from 15)
              and user_id = ${userId} and ${anyOf(hasAmount(sql`purchases.amount`, word))}))`,
        ]
      : []),
  ]);
}

const within = (column: RawBuilder<unknown>, { from, until }: StatementSearch): Condition[] => [
  ...(from ? [sql<boolean>`${column} >= ${from}::timestamptz`] : []),
  ...(until ? [sql<boolean>`${column} < ${until}::timestamptz`] : []),
];

interface Searched extends StatementSearch {
  readonly userId: string;
  readonly limit: number;
  readonly currency: string | undefined;
}

const wordsOf = ({ search = '' }: StatementSearch) => searchWords(search).slice(0, MOST_WORDS);

/**
 * The journals that a page of a search can show, newest first: one page at the place and after it. It finds
 * what the page's own search finds, and sometimes a little more (INS-04).
 */
export function foundJournals(asked: Searched, place: StatementCursor | undefined, now: number) {
  const { userId, limit, currency, type } = asked;
  const offsets = offsetsOf(asked.timeZone ?? 'UTC', new Date(now).getUTCFullYear());
  const ofStatement = allOf([
    ...(currency ? [sql<boolean>`found.currency = ${currency}`] : []),
    ...(type ? [anyOf(shapes.filter(({ chip }) => chip === type).map(({ is }) => is))] : []),
  ]);
  const conditions = [
    ...(asked.noted
      ? [sql<boolean>`entry.id in (select journal_id from notes where user_id = ${userId})`]
      : []),
    ...within(sql`entry.created_at`, asked),
    ...(place
      ? [
          place.kind === 'payment'
            ? sql<boolean>`entry.created_at < ${place.at}::timestamptz`
            : sql<boolean>`(entry.created_at, entry.id)
                <= (${place.at}::timestamptz, ${place.id}::text)`,
        ]
      : []),
    ...wordsOf(asked).map((word) => wordInEntry(userId, word, offsets)),
    sql<boolean>`exists (select 1 from postings as found
      where found.journal_id = entry.id and found.statement_of = ${userId} and ${ofStatement})`,
  ];
  return sql`(select entry.id from journals as entry
    where entry.user_id = ${userId} and ${allOf(conditions)}
    order by entry.created_at desc, entry.id desc limit ${limit + 2})`;
}

/** Whether a card payment that bought nothing matches the search. */
export function foundPayment(
  asked: StatementSearch & { readonly userId: string },
  now: number,
): Condition {
  const { type } = asked;
  if (type !== undefined && type !== 'Buy') return never;
  const offsets = offsetsOf(asked.timeZone ?? 'UTC', new Date(now).getUTCFullYear());
  return allOf([
    ...(asked.noted
      ? [sql<boolean>`id in (select entry_id from notes where user_id = ${asked.userId})`]
      : []),
    ...within(sql`recorded_at`, asked),
    ...wordsOf(asked).map((word) =>
      anyOf([
        ...('buy'.includes(word) ? [sql<boolean>`true`] : []),
        hasLowered(sql`id`, word),
        sql<boolean>`crypto_currency = any(${codesOf(byName(word))}::text[])`,
        ...failedPayments.filter(({ words }) => words.includes(word)).map(({ is }) => is),
        ...hasAmount(sql`amount`, word),
        ...hasDate(sql`recorded_at`, word, offsets),
      ]),
    ),
  ]);
}
