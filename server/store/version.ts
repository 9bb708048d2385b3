import { sql } from 'kysely';
import { migrations } from './migrations.ts';
import type { Reader } from './schema/schema.ts';

/** The row that starting processes lock (migrate.ts). */
const LOCK = 'lock';

/** The names of the migrations that a database has run; undefined if it was never migrated. */
async function namesIn(reader: Reader): Promise<readonly string[] | undefined> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('schema_migrations') is not null as there`.execute(reader);
  if (!found[0]?.there) return undefined;
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations where name <> ${LOCK} order by name`.execute(reader);
  return rows.length === 0 ? undefined : rows.map(({ name }) => name);
}

const unknownIn = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !migrations.some((known) => known.name === name));

/** Throws if a newer version has migrated the database, to which this version could write wrong data. */
export async function refuseNewer(reader: Reader): Promise<void> {
  const unknown = unknownIn((await namesIn(reader)) ?? []);
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer version: this one does not know ${unknown.join(', ')}. Start the newer version. To go back to this one, restore a backup from before that migration (docs/operating/roll-back.md).`,
  );
}

/** Throws if the database was not migrated by exactly this version; changes nothing. */
export async function requireThisVersion(reader: Reader, where: string): Promise<void> {
  const names = await namesIn(reader);
  if (!names) {
    throw new Error(
      `The ${where} is empty: it was never migrated. Check DATABASE_URL and DATA_DIR; a server makes the tables when it starts.`,
    );
  }
  const unknown = unknownIn(names);
  const missing = migrations.map(({ name }) => name).filter((name) => !names.includes(name));
  const differences = [
    ...(unknown.length > 0 ? [`it has run ${unknown.join(', ')}, which this version lacks`] : []),
    ...(missing.length > 0 ? [`it has not run ${missing.join(', ')}`] : []),
  ];
  if (differences.length === 0) return;
  throw new Error(
    `The ${where} belongs to another version: ${differences.join('; ')}. Use the version that is serving.`,
  );
}
