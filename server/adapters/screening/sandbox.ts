import { type QueryExecutorProvider, sql } from 'kysely';
import type { Now } from '#server/adapters/clock.ts';
import type { Screened, Screening } from './screening.ts';

/** What an entry of the simulated list says: a customer's id, a stranger's name, or an address. */
const entryOf = (one: Screened): string =>
  one.kind === 'person' ? one.id || one.name : one.address;

/** Puts somebody on the list; false where they are on it. */
export async function listInSandbox(
  db: QueryExecutorProvider,
  now: Now,
  entry: string,
): Promise<boolean> {
  const { rows } = await sql`insert into sandbox_listed values (${entry}, ${new Date(now())})
    on conflict do nothing returning entry`.execute(db);
  return rows.length > 0;
}

/** Takes somebody off the list; false where they are not on it. */
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

/** The sandbox twin: its list is in the database, and nobody is on it until somebody says so. */
export function sandboxScreening(db: QueryExecutorProvider): Screening {
  return {
    async screen({ who }) {
      const listed = await readListed(db);
      const matched = who.map(entryOf).filter((entry) => listed.includes(entry));
      return { matched: [...new Set(matched)].map((entry) => `sandbox:${entry}`).sort() };
    },
    // Any change of the list makes another one of it.
    version: async () => {
      const { rows } = await sql<{ version: string }>`
        select md5(coalesce(string_agg(entry, ' ' order by entry), '')) as version
        from sandbox_listed`.execute(db);
      return rows[0]?.version;
    },
  };
}
