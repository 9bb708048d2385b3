import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LateIndex, Migration } from './migration.ts';
import { migrations } from './migrations.ts';
import type { Db, Tx } from './schema/schema.ts';
import { refuseNewer } from './version.ts';

/** Two concurrent creations of a table or an index fail in the catalogue, in one of these ways. */
const catalogueRace = new Set(['23505', '42P07', '42710', 'XX000']);

/**
 * How long a migration waits for a table's lock. Whatever comes after it waits behind it, so this is far below what
 * servers wait for a lock (`serving.lock`).
 */
const LOCK_MS = 500;
/** The pauses between attempts grow to this, in which the servers work. */
const MOST_PAUSE_MS = 5_000;
/** About a quarter of an hour. */
const ATTEMPTS = 180;

/** Lock timeout, serialization failure, deadlock: another attempt may succeed. */
const passing = new Set(['55P03', '40001', '40P01']);
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

async function makeTable(db: Db): Promise<void> {
  try {
    await sql`create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz(3) not null
    )`.execute(db);
  } catch (error) {
    if (!catalogueRace.has(codeOf(error))) throw error;
  }
  // Every starting process locks this row, so that one migrates and the others wait.
  await sql`insert into schema_migrations values ('lock', now()) on conflict do nothing`.execute(
    db,
  );
}

async function applied(reader: Db | Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(reader);
  return new Set(rows.map(({ name }) => name));
}

/** Databases from before 1.0.0, which was the first release, are not migrated. */
async function refuseOlder(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from schema_migrations where name = '0001-core'`.execute(db);
  if (rows.length > 0) {
    throw new Error(
      'This database was made by a version before 1.0.0, which was never released. Start with an empty database, or remove the folder that DATA_DIR names.',
    );
  }
}

/** Tries until a lock is free, with pauses in which those who wait behind it go on. `told`: at the first wait. */
async function patiently(
  name: string,
  work: () => Promise<void>,
  told: (migration: string) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!passing.has(codeOf(error))) throw error;
      if (attempt >= ATTEMPTS) {
        throw new Error(
          `The migration ${name} waited a quarter of an hour for a table that somebody reads or writes in one long transaction: a dump, a report, an open session. Nothing was changed. pg_stat_activity names it; end it and start again.`,
          { cause: error },
        );
      }
      if (attempt === 1) told(name);
      await pause(Math.min(100 * attempt, MOST_PAUSE_MS));
    }
  }
}

/** A part of a migration whose name is recorded in its own transaction, so that it is run once. */
const runStatements = (db: Db, { name, statements }: Migration): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const tx = transaction as unknown as Tx;
    // Those that start at once wait for each other here, as long as it takes.
    await sql`update schema_migrations set applied_at = now() where name = 'lock'`.execute(tx);
    if ((await applied(tx)).has(name)) return;
    await sql`set local lock_timeout = ${sql.lit(`${LOCK_MS}ms`)}`.execute(tx);
    for (const statement of statements) await statement.execute(tx);
    await sql`insert into schema_migrations values (${name}, now())`.execute(tx);
  });

interface Built {
  readonly valid: boolean;
  readonly building: boolean;
}

const builtIndex = async (db: Db, name: string): Promise<Built | undefined> => {
  const { rows } = await sql<Built>`select indisvalid as valid, exists (
      select from pg_stat_progress_create_index where index_relid = indexrelid) as building
    from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0];
};

/** A pooler between us and the database may put every statement into a transaction. */
const INSIDE_TRANSACTION = '25001';

/**
 * Builds an index while servers go on reading and writing. One that another process is building is waited for; one
 * that is left unfinished is made anew, after a second look, because a build that begins is not told as one at once.
 */
async function buildIndex(db: Db, { name, on, unique = false }: LateIndex): Promise<void> {
  const kind = unique ? 'unique index' : 'index';
  for (let abandoned = false; ; ) {
    const built = await builtIndex(db, name);
    if (built?.valid) return;
    if (built && (built.building || !abandoned)) {
      abandoned = !built.building;
      await pause(1_000);
      continue;
    }
    abandoned = false;
    try {
      if (built) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
      await sql.raw(`create ${kind} concurrently if not exists ${name} on ${on}`).execute(db);
    } catch (error) {
      const code = codeOf(error);
      if (code === INSIDE_TRANSACTION) {
        await sql.raw(`create ${kind} if not exists ${name} on ${on}`).execute(db);
      } else if (!catalogueRace.has(code) && !passing.has(code)) throw error;
      else await pause(200);
    }
  }
}

/**
 * Migrates the database to this server's schema while servers of the version before go on (HARD-94). Processes that
 * start at once are ordered by a row lock, which every engine with PostgreSQL's protocol has, unlike advisory locks. A
 * database migrated by a newer version is refused (OPS-02). `told`: called with a migration that waits for a lock.
 */
export async function migrate(
  db: Db,
  told: (migration: string) => void = () => undefined,
  all: readonly Migration[] = migrations,
): Promise<void> {
  await makeTable(db);
  await refuseOlder(db);
  await refuseNewer(db);
  const before = await applied(db);
  for (const migration of all) {
    const { name, indexes = [] } = migration;
    if (!before.has(name)) await patiently(name, () => runStatements(db, migration), told);
    // Looked at each time: a process may have ended between the statements and the index.
    for (const index of indexes) {
      if (before.has(name) && (await builtIndex(db, index.name))?.valid) continue;
      await patiently(name, () => buildIndex(db, index), told);
    }
  }
}
