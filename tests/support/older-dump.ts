import { sql } from 'kysely';
import type { Db } from '#server/store/schema/schema.ts';

/** The tables of the books. What the sandbox simulates is the world, which forgets nothing. */
async function tablesOf(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'sandbox\_%'
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Dumps all rows of the books; returns how the dump is restored, which undoes what was written since. */
export async function dumpBooks(db: Db): Promise<() => Promise<void>> {
  const tables = await tablesOf(db);
  await sql`drop schema if exists dumped cascade`.execute(db);
  await sql`create schema dumped`.execute(db);
  for (const name of tables) {
    await sql`create table ${sql.table(`dumped.${name}`)} as select * from ${sql.table(name)}`.execute(
      db,
    );
  }
  return async () => {
    // Without triggers: some of them forbid deleting.
    await sql`set session_replication_role = replica`.execute(db);
    await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db);
    for (const name of tables) {
      await sql`insert into ${sql.table(name)} overriding system value
        select * from ${sql.table(`dumped.${name}`)}`.execute(db);
    }
    await sql`reset session_replication_role`.execute(db);
    await sql`drop schema dumped cascade`.execute(db);
  };
}
