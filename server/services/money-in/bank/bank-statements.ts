import { sql } from 'kysely';
import type { Statement } from '#server/adapters/bank/camt053.ts';
import type { Deps } from '#server/deps.ts';
import { takeDue } from '#server/platform/due.ts';
import type { Loop } from '#server/platform/repeat.ts';
import type { Reader } from '#server/store/schema/schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { daysFrom, expectedAfter } from './bank-days.ts';
import { bankDifferences, differenceText } from './bank-differences.ts';

/** Statements are read by one process at a time; the cursor is the next day. */
const SOURCE = 'bank-statements';
/** The pause after a question without a usable answer. */
const AGAIN_SECONDS = 15 * 60;
const LEASE_SECONDS = 120;
/** How long after midnight a bank may need to close a day. */
const CLOSING_SECONDS = 3600;
const DAY_SECONDS = 24 * 3600;
/** How long after its end a day without statement is worth a look, and then an alarm. */
const LATE_MS = DAY_SECONDS * 500;
const OVERDUE_MS = DAY_SECONDS * 1000;
/** Differences of so many days are reported again with each new one, until they are resolved or older. */
const TOLD_DAYS = 7;

/** So many days without a statement are bridged: more than any row of holidays has. */
const MOST_BRIDGED = 10;

/** The next day to read, in UTC; the first is the day of the first look. */
async function takeDay({ db, clock }: Deps): Promise<string | undefined> {
  await db
    .insertInto('custody_feeds')
    .values({
      source: SOURCE,
      cursor: sql<string>`to_char(${clock.sql} at time zone 'UTC', 'YYYY-MM-DD')`,
      due_at: clock.sql,
      leased_until: clock.sql,
    })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .execute();
  const closed = clock.sqlIn(-(DAY_SECONDS + CLOSING_SECONDS));
  const [taken] = await takeDue<{ readonly cursor: string }>(db, {
    table: 'custody_feeds',
    key: 'source',
    when: sql`source = ${SOURCE} and due_at <= ${clock.sql} and leased_until <= ${clock.sql}
      and cursor <= to_char(${closed} at time zone 'UTC', 'YYYY-MM-DD')`,
    order: sql`source`,
    most: 1,
    set: sql`due_at = ${clock.sqlIn(AGAIN_SECONDS)}, leased_until = ${clock.sqlIn(LEASE_SECONDS)}`,
  });
  return taken?.cursor;
}

/** The day whose statement is read next; undefined: none was asked for yet. It changes with each statement. */
export async function nextStatementDay(reader: Reader): Promise<string | undefined> {
  const feed = await reader
    .selectFrom('custody_feeds')
    .select('cursor')
    .where('source', '=', SOURCE)
    .executeTakeFirst();
  return feed?.cursor;
}

const plain = (reference: string): string => reference.toLowerCase().replaceAll('-', '');

/** The statements of a day; `from`: the day that was due, which is earlier where days are bridged. */
interface DayStatements {
  readonly from: string;
  readonly day: string;
  readonly statements: readonly Statement[];
}

/** The bank may use one number for an account in each currency. */
const accountOf = ({ account, currency }: Pick<Statement, 'account' | 'currency'>): string =>
  `${account} ${currency}`;

/** Stores a day's statements; false if another process has done so after this one's lease ended. */
const keep = (deps: Deps, { from, day, statements }: DayStatements): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const { clock } = deps;
    const moved = await tx
      .updateTable('custody_feeds')
      .set({
        cursor: daysFrom(day, 1),
        due_at: clock.sql,
        leased_until: clock.sql,
        heard_at: clock.sql,
      })
      .where('source', '=', SOURCE)
      .where('cursor', '=', from)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return false;
    for (const { currency, opening, closing, entries, ...of } of statements) {
      const account = accountOf({ ...of, currency });
      await tx
        .insertInto('bank_statements')
        .values({
          account,
          day,
          currency,
          opening: String(opening),
          closing: String(closing),
          read_at: clock.sql,
        })
        .execute();
      for (const [line, { units, references, reversal }] of entries.entries()) {
        await tx
          .insertInto('bank_statement_entries')
          .values({
            account,
            day,
            line,
            units: String(units),
            refs: references.map(plain),
            reversal,
          })
          .execute();
      }
    }
    return true;
  });

/**
 * A bank may need some hours for a statement, but not another day. Of a weekend it may make none: the next one
 * shows that nothing was booked.
 */
function tellMissing({ clock, log }: Deps, day: string): void {
  const since = clock.now() - expectedAfter(day);
  if (since >= OVERDUE_MS) log.error('statement of the bank overdue', { day });
  else if (since >= LATE_MS) log.warn('statement of the bank not given', { day });
}

/** Whether statements begin with what their accounts ended with before, so that nothing was booked between. */
async function goOn(reader: Reader, statements: readonly Statement[]): Promise<boolean> {
  const { rows } = await sql<{ account: string; closing: string }>`
    select distinct on (account) account, closing::text as closing from bank_statements
    order by account, day desc`.execute(reader);
  const last = new Map(rows.map(({ account, closing }) => [account, BigInt(closing)]));
  const known = statements.filter((one) => last.has(accountOf(one)));
  return known.length > 0 && known.every((one) => last.get(accountOf(one)) === one.opening);
}

const refused = ({ log }: Deps, day: string, problem: string): void =>
  log.error('statement of the bank cannot be read', { day, problem });

/**
 * Looks for the first statement after days without one, as banks make none for a weekend or a holiday (HARD-62).
 * It is taken only if it begins with the last closing balance: else one is missing.
 */
async function bridged(deps: Deps, from: string): Promise<DayStatements | undefined> {
  const closed = deps.clock.now() - CLOSING_SECONDS * 1000;
  for (let ahead = 1; ahead <= MOST_BRIDGED; ahead++) {
    const day = daysFrom(from, ahead);
    if (Date.parse(daysFrom(day, 1)) > closed) return undefined;
    const read = await deps.parties.bank.statement?.(day);
    if (!read) continue;
    if (!read.ok) refused(deps, day, read.problem);
    else if (await goOn(deps.db, read.statements))
      return { from, day, statements: read.statements };
    return undefined;
  }
  return undefined;
}

async function use(deps: Deps, kept: DayStatements): Promise<void> {
  const { db, log } = deps;
  const { day } = kept;
  if (!(await keep(deps, kept))) return;
  const differences = await bankDifferences(db, daysFrom(day, -TOLD_DAYS));
  const [first] = differences;
  if (!first) return;
  log.error('statement of the bank differs from the books', {
    day,
    count: differences.length,
    // A payer can write anything into a reference, including things that must not be logged.
    first: differenceText(first.kind === 'unknown' ? { ...first, about: 'an entry' } : first),
  });
}

/**
 * Reads the bank's statement of the next closed day, once, and reports differences to our books (BANK-06). It
 * moves nothing: a person finds out which side is right.
 */
export async function readStatement(deps: Deps): Promise<void> {
  const { bank } = deps.parties;
  if (!bank.statement) return;
  const day = await takeDay(deps);
  if (day === undefined) return;
  const read = await bank.statement(day);
  if (read && !read.ok) return refused(deps, day, read.problem);
  const { statements } = read ?? {};
  const kept = statements ? { from: day, day, statements } : await bridged(deps, day);
  if (kept) await use(deps, kept);
  else tellMissing(deps, day);
}

export const bankStatementLoop: Loop = {
  everyMs: 60_000,
  failed: 'statements of the bank not read',
  round: readStatement,
};

/**
 * What needs a person's attention: differences between the bank and our books, and a day that was not read.
 */
export async function statementFindings(reader: Reader, now: number): Promise<readonly string[]> {
  const differences = (await bankDifferences(reader)).map(differenceText);
  const day = await nextStatementDay(reader);
  const overdue = day !== undefined && now >= expectedAfter(day) + OVERDUE_MS;
  return [
    ...differences.map((text) => `The bank's statement differs, ${text}`),
    ...(overdue ? [`The bank's statement of ${day} was not read yet.`] : []),
  ];
}
