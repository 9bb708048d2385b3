import { type QueryExecutorProvider, sql } from 'kysely';
import type { Now } from '#server/adapters/party/clock.ts';
import type { Screened, Screening, ScreeningQuestion } from './screening.ts';

/** The entry of a customer (id), a stranger (name) or an address in the simulated list. */
const entryOf = (one: Screened): string =>
  one.kind === 'person' ? one.id || one.name : one.address;

/** Adds an entry to the list; false if it is there already. */
export async function listInSandbox(
  db: QueryExecutorProvider,
  now: Now,
  entry: string,
): Promise<boolean> {
  const { rows } = await sql`insert into sandbox_listed values (${entry}, ${new Date(now())})
    on conflict do nothing returning entry`.execute(db);
  return rows.length > 0;
}

/** Removes an entry from the list; false if it is not there. */
export async function unlistInSandbox(db: QueryExecutorProvider, entry: string): Promise<boolean> {
  const { rows } = await sql`delete from sandbox_listed where entry = ${entry}
    returning entry`.execute(db);
  return rows.length > 0;
}

export async function readListed(db: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ entry: string }>`
    select entry from sandbox_listed order by listed_at, entry`.execute(db);
  return rows.map(({ entry }) => entry);
}

const SANDBOX_MOST = 500;

/** The sandbox twin: its list is in the database and empty until somebody adds to it. */
export function sandboxScreening(db: QueryExecutorProvider): Screening {
  const answers = async (questions: readonly ScreeningQuestion[]) => {
    const listed = new Set(await readListed(db));
    const found = (entry: string) =>
      // Ids have no spaces.
      listed.has(entry) ? [`sandbox:${entry.replaceAll(' ', '_')}`] : [];
    return questions.map(({ who }) => ({ matched: who.map((one) => found(entryOf(one))) }));
  };
  return {
    most: SANDBOX_MOST,
    screen: async (question) => (await answers([question]))[0],
    screenAll: answers,
    // Every change of the list changes its version.
    version: async () => {
      const { rows } = await sql<{ version: string }>`
        select md5(coalesce(string_agg(entry, ' ' order by entry), '')) as version
        from sandbox_listed`.execute(db);
      return rows[0]?.version;
    },
  };
}
