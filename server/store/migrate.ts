import { sql } from 'kysely';
import { migrations } from './migrations.ts';
import type { Db, Tx } from './schema.ts';
import { inTransaction } from './transaction.ts';
import { refuseNewer } from './version.ts';

/** Creating the same table twice at a time fails on the catalogue's own unique index. */
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
  // The row every starter locks, so that one migrates and the others wait for it.
  await sql`insert into schema_migrations values ('lock', now()) on conflict do nothing`.execute(
    db,
  );
}

async function applied(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

/** Nothing was released before 1.0.0; what was tried out then is not carried over. */
async function refuseOlder(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from schema_migrations where name = '0001-core'`.execute(db);
  if (rows.length > 0) {
    throw new Error(
      'This database was made by a version before 1.0.0, which was never released. Start with an empty database, or remove the folder that DATA_DIR names.',
    );
  }
}

/**
 * Brings the database to the shape this server knows. Several processes may start at once: a row
 * lock orders them, which every PostgreSQL-protocol engine has, unlike advisory locks. A database that a
 * newer version has migrated is refused (OPS-02).
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
