import { sql } from 'kysely';
import type { Screened, ScreeningAnswer } from '#server/adapters/screening/screening.ts';
import type { Deps } from '#server/deps.ts';
import { doEach, takeDue } from '#server/platform/due.ts';
import { countUp, limitKey } from '#server/platform/rate-limit.ts';
import type { Loop } from '#server/platform/repeat.ts';
import { keepAnswer, keepClear, type Row } from './answers.ts';
import { customerNames } from './customer-names.ts';

/** How long a question about so many belongs to its process: longer than an answer may take. */
const LEASE_SECONDS = 120;
/** When the one who was asked about alone is due again. */
const SILENT_SECONDS = 60;
/** The others come first then: whoever makes the party fail holds up nobody behind them. */
const OTHERS_SECONDS = 30;

const BUDGET = 'screening-customers';
const BUDGET_SECONDS = 24 * 3600;

const isDue = ({ clock }: Pick<Deps, 'clock'>) =>
  sql`bulk_since is not null and due_at <= ${clock.sql}`;

/** How many of `wanted` may be asked about today, by all processes together. They count at once. */
async function claim(deps: Deps, wanted: number): Promise<number> {
  const { screeningPerDay } = deps.config;
  if (screeningPerDay === 0) return wanted;
  const { count } = await countUp(deps, BUDGET, BUDGET_SECONDS, wanted);
  const over = Math.min(wanted, Math.max(0, count - screeningPerDay));
  await giveBack(deps, over);
  return wanted - over;
}

/** Who was not asked about, or was not answered about, costs nothing. */
async function giveBack(deps: Deps, unused: number): Promise<void> {
  if (unused > 0 && deps.config.screeningPerDay > 0) {
    await countUp(deps, BUDGET, BUDGET_SECONDS, -unused);
  }
}

async function isUsedUp({ db, clock, config }: Deps): Promise<boolean> {
  const counted = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', limitKey(BUDGET))
    .where('resets_at', '>', clock.sql)
    .executeTakeFirst();
  return config.screeningPerDay > 0 && (counted?.count ?? 0) >= config.screeningPerDay;
}

async function take(deps: Deps): Promise<readonly Row[]> {
  const { rows } = await sql<{ due: number }>`select count(*)::integer as due from (
    select from screenings where ${isDue(deps)} limit ${deps.parties.screening.most}) as due`.execute(
    deps.db,
  );
  const wanted = rows[0]?.due ?? 0;
  const most = wanted === 0 ? 0 : await claim(deps, wanted);
  if (most === 0) return [];
  const taken = await takeDue<Row>(deps.db, {
    table: 'screenings',
    when: isDue(deps),
    order: sql`bulk_since, due_at, id`,
    most,
    set: sql`attempts = attempts + 1, due_at = ${deps.clock.sqlIn(LEASE_SECONDS)}`,
  });
  await giveBack(deps, most - taken.length);
  return taken;
}

type Person = Extract<Screened, { kind: 'person' }>;

/** The names of these customers, all of each. */
async function personsOf({ db }: Deps, rows: readonly Row[]): Promise<Map<string, Person[]>> {
  const these = sql`id = any(${rows.map((row) => row.user_id)}::text[])`;
  const { rows: found } = await sql<Omit<Person, 'kind'>>`
    ${customerNames(these)} order by place`.execute(db);
  const persons = new Map<string, Person[]>();
  for (const { id, name, born, country } of found) {
    persons.set(id, [...(persons.get(id) ?? []), { kind: 'person', id, name, born, country }]);
  }
  return persons;
}

interface Answered {
  readonly row: Row;
  readonly answer: ScreeningAnswer;
}

const postpone = ({ db, clock }: Deps, rows: readonly Row[], seconds: number) =>
  sql`update screenings set due_at = ${clock.sqlIn(seconds)}
    where id = any(${rows.map(({ id }) => id)}::text[]) and bulk_since is not null
      and due_at is not null`.execute(db);

/**
 * The answers about customers, asked for in one question. Without one, the first is asked about alone: if the party
 * answers that, it was one of the others, or they were too many, and the halves are asked about.
 */
async function answersAbout(
  deps: Deps,
  rows: readonly Row[],
  persons: ReadonlyMap<string, readonly Person[]>,
): Promise<readonly Answered[]> {
  const [first, ...others] = rows;
  if (!first) return [];
  const questions = rows.map((row) => ({
    reference: row.id,
    who: persons.get(row.user_id) ?? [],
  }));
  const answers = await deps.parties.screening.screenAll(questions);
  if (answers) {
    return rows.flatMap((row, at) => {
      const answer = answers[at];
      return answer ? [{ row, answer }] : [];
    });
  }
  if (others.length === 0) return [];
  const alone = await answersAbout(deps, [first], persons);
  if (alone.length === 0) return [];
  const half = Math.ceil(others.length / 2);
  return [
    ...alone,
    ...(await answersAbout(deps, others.slice(0, half), persons)),
    ...(await answersAbout(deps, others.slice(half), persons)),
  ];
}

/** Asks about these customers, and returns how many answers there were. */
async function askAbout(deps: Deps, rows: readonly Row[]): Promise<number> {
  const answered = await answersAbout(deps, rows, await personsOf(deps, rows));
  const found = answered.filter(({ answer }) => answer.matched.flat().length > 0);
  const foundIds = new Set(found.map(({ row }) => row.id));
  await keepClear(
    deps,
    answered.map(({ row }) => row).filter(({ id }) => !foundIds.has(id)),
  );
  await doEach(
    deps,
    found,
    'screening not asked',
    ({ row, answer: { matched, formerly } }) =>
      keepAnswer(deps, row, { matched: matched.flat(), formerly, hits: [] }),
    { facts: ({ row }) => ({ id: row.id }) },
  );
  const ids = new Set(answered.map(({ row }) => row.id));
  const [first, ...others] = rows.filter(({ id }) => !ids.has(id));
  if (first) await postpone(deps, [first], SILENT_SECONDS);
  await postpone(deps, others, OTHERS_SECONDS);
  await giveBack(deps, rows.length - answered.length);
  return answered.length;
}

/**
 * Asks again about the customers whom the party has not looked up on its newest lists: hundreds in one question, one
 * question at a time, and no more of them in a day than the operator allows. Nobody's money waits for it.
 */
export async function screenAgainDue(deps: Deps, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const rows = await take(deps);
    if (rows.length === 0 || (await askAbout(deps, rows)) === 0) return;
  }
}

export const rescreeningLoop: Loop = {
  everyMs: 5_000,
  failed: 'customers not screened again',
  round: screenAgainDue,
};

/** After so long, customers should have been looked up on new lists. */
const BEHIND_SECONDS = 12 * 3600;

export interface Behind {
  readonly count: number;
  readonly oldestSeconds: number;
  readonly id: string;
  /** Whether no more of them are asked about today. */
  readonly budgetUsed: boolean;
}

/** The customers who wait for too long, or at all while no more may be asked about today. */
export async function behindLists(deps: Deps): Promise<Behind | undefined> {
  const { db, clock } = deps;
  const used = await isUsedUp(deps);
  const { rows } = await sql<{ count: number; oldest: number; id: string }>`
    select count(*)::integer as count, min(id) as id,
      extract(epoch from ${clock.sql} - min(bulk_since))::integer as oldest
    from screenings where due_at is not null and bulk_since is not null
      and bulk_since <= ${clock.sqlIn(used ? 0 : -BEHIND_SECONDS)}`.execute(db);
  const [row] = rows;
  return row && row.count > 0
    ? { count: row.count, oldestSeconds: row.oldest, id: row.id, budgetUsed: used }
    : undefined;
}
