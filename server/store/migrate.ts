import { sql } from 'kysely';
import { migrations } from './migrations.ts';
import type { Db, Tx } from './schema.ts';
import { inTransaction } from './transaction.ts';
import { refuseNewer } from './version.ts';

/** Two concurrent creations of a table fail on an index of the catalogue. */
const catalogueRace = new Set(['23505', '42P07', '42710']);

async function makeTable(db: Db): Promise<void> {
  try {
    await sql`create table if not exists schema_migrations (
      name text primary key,
      applied_at timestamptz(3) not null
    )`.execute(db);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!catalogueRace.has(code)) throw error;
  }
  // Every starting process locks this row, so that one migrates and the others wait.
  await sql`insert into schema_migrations values ('lock', now()) on conflict do nothing`.execute(
    db,
  );
}

async function applied(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx);
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

/**
 * Migrates the database to this server's schema. Processes that start at once are ordered by a row lock,
 * which every engine with PostgreSQL's protocol has, unlike advisory locks. A database migrated by a newer
 * version is refused (OPS-02).
 */
export async function migrate(db: Db): Promise<void> {
  await makeTable(db);
  await refuseOlder(db);
  await refuseNewer(db);
  for (const migration of migrations) {
    await inTransaction(db, async (tx) => {
      await sql`update schema_migrations set applied_at = now() where name = 'lock'`.execute(tx);
      if ((await applied(tx)).has(migration.name)) return;
      for (const statement of migration.statements) await statement.execute(tx);
      await sql`insert into schema_migrations values (${migration.name}, now())`.execute(tx);
    });
  }
}
