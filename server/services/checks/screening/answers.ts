import { type Selectable, sql } from 'kysely';
import { businessDaysAfter, businessHoursAfter } from '#core/time/business-time.ts';
import type { FormerIds } from '#server/adapters/screening/screening.ts';
import type { Deps } from '#server/deps.ts';
import { afterAttempts } from '#server/platform/due.ts';
import { keepHits } from '#server/services/checks/monitoring/hits.ts';
import type { Hit } from '#server/services/checks/monitoring/monitoring-rules.ts';
import type { Tx } from '#server/store/schema/schema.ts';
import type { Screenings } from '#server/store/schema/screening-schema.ts';
import { inTransaction } from '#server/store/transaction.ts';
import { suspendedUntil } from './suspensions.ts';

/** The longest pause between questions while the party does not answer. */
const LONGEST_PAUSE_SECONDS = 60;

export type Row = Selectable<Screenings>;

/**
 * The deadline for reporting a match: three business hours after a transfer was suspended, otherwise one
 * business day (AML policy).
 */
const reportBy = ({ subject }: Row, now: number): Date =>
  new Date(subject === 'customer' ? businessDaysAfter(now, 1) : businessHoursAfter(now, 3));

export interface ScreeningFindings {
  /** The provider's ids of entries on its lists, and our own reasons to look. */
  readonly matched: readonly string[];
  /** What these entries were called before. */
  readonly formerly: FormerIds | undefined;
  /** Findings of the monitoring rules. */
  readonly hits: readonly Hit[];
}

export const entriesIn = (matched: string): readonly string[] =>
  matched.split(' ').filter((entry) => entry !== '');

/** Whether an entry is among these, under its present name or one from before it was merged with others. */
export const isAmong = (
  entry: string,
  known: readonly string[],
  formerly: FormerIds | undefined,
): boolean => [entry, ...(formerly?.[entry] ?? [])].some((one) => known.includes(one));

/** What becomes of a row with this answer. */
function judged(row: Row, { matched, formerly, hits }: ScreeningFindings) {
  const before = entriesIn(row.matched);
  const found = [...new Set([...matched, ...hits.map(({ rule }) => `rule:${rule.name}`)])].sort();
  const isNew = found.some((entry) => !isAmong(entry, before, formerly));
  // What was found stays found, and what was released stays released, until something else is.
  if (row.state === 'match' || (row.state === 'released' && !isNew)) {
    const all = isNew ? [...new Set([...before, ...found])].sort() : before;
    return { state: row.state, matched: all.join(' '), isNew };
  }
  if (found.length === 0) return { state: 'clear' as const, matched: row.matched, isNew: false };
  return { state: 'match' as const, matched: found.join(' '), isNew: true };
}

/**
 * Stores the answer, unless somebody has decided meanwhile, or the question or the lists have changed. Returns whether
 * it counts.
 */
export async function keepAnswer(deps: Deps, row: Row, found: ScreeningFindings): Promise<boolean> {
  const { clock, log } = deps;
  const { matched, hits } = found;
  const { isNew, ...become } = judged(row, found);
  // Assets of persons on a list stay frozen until somebody decides; a suspicion suspends for a limited time.
  const until = matched.length === 0 && hits.length > 0 ? suspendedUntil(clock.now()) : null;
  const finding = {
    decide_by: isNew ? reportBy(row, clock.now()) : null,
    ...{ reported_at: null, suspended_until: until, confirmed_at: null },
  };
  const write = (on: Deps['db'] | Tx) =>
    on
      .updateTable('screenings')
      .set({
        ...{ ...become, answered_at: clock.sql, due_at: null, bulk_since: null },
        answered_generation: row.generation,
        // What is held or was decided keeps its deadlines and reports, unless more was found.
        ...((become.state === 'clear' || isNew) && finding),
      })
      .where('id', '=', row.id)
      .where('state', '=', row.state)
      .where('generation', '=', row.generation)
      .where('attempts', '=', row.attempts)
      .where('list', '=', row.list)
      .returning('state')
      .executeTakeFirst();
  const kept =
    hits.length === 0
      ? await write(deps.db)
      : await inTransaction(deps.db, async (tx) => {
          const one = await write(tx);
          if (one) await keepHits(tx, clock, { transfer: row.id, hits });
          return one;
        });
  const facts = { subject: row.subject, reference: row.reference };
  if (kept && isNew && matched.length > 0) log.warn('screening found a match', facts);
  if (kept && isNew && hits.length > 0) log.warn('rules suspended a transfer', facts);
  return kept !== undefined;
}

/** What an answer without a finding leaves of one before: nothing, but where somebody has to decide or has decided. */
const unlessFound = (column: string) =>
  sql`case when screenings.state in ('asked', 'clear') then null else ${sql.ref(column)} end`;

/**
 * The same for rows about which nothing was found, in one statement. Returns how many of the answers count: a question
 * may have changed meanwhile.
 */
export async function keepClear({ db, clock }: Deps, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { rows: kept } = await sql`update screenings set
      state = case when screenings.state = 'asked' then 'clear' else screenings.state end,
      answered_at = ${clock.sql}, answered_generation = screenings.generation,
      due_at = null, bulk_since = null,
      decide_by = ${unlessFound('decide_by')}, reported_at = ${unlessFound('reported_at')},
      suspended_until = ${unlessFound('suspended_until')},
      confirmed_at = ${unlessFound('confirmed_at')}
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ state }) => state)}::text[],
      ${rows.map(({ generation }) => generation)}::integer[],
      ${rows.map(({ attempts }) => attempts)}::integer[],
      ${rows.map(({ list }) => list)}::text[]) as asked (id, state, generation, attempts, list)
    where screenings.id = asked.id and screenings.state = asked.state
      and screenings.generation = asked.generation and screenings.attempts = asked.attempts
      and screenings.list = asked.list
    returning screenings.id`.execute(db);
  return kept.length;
}

/** Nobody has answered: asked again after a pause, unless the question has changed meanwhile. */
export async function askLater({ db, clock }: Deps, row: Row): Promise<void> {
  await db
    .updateTable('screenings')
    .set({ due_at: afterAttempts(clock, row.attempts, LONGEST_PAUSE_SECONDS) })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('generation', '=', row.generation)
    .where('due_at', 'is not', null)
    .execute();
}
