import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { startEngine } from '#server/store/engine.ts';
import { migrate } from '#server/store/migrate.ts';
import { embeddedStore, type OpenDatabase } from '#server/store/open.ts';

const store = join(import.meta.dirname, '..', '..', 'server', 'store');

/**
 * The file with a migrated database. Its name contains a hash of the migrations, so that a changed one is not missed.
 */
function templateFile(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(join(store, 'migrations')).sort()) {
    hash.update(readFileSync(join(store, 'migrations', name)));
  }
  hash.update(readFileSync(join(store, 'migrations.ts')));
  hash.update(readFileSync(join(store, 'migrate.ts')));
  return join(tmpdir(), `kopa-memory-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** Makes a migrated database and stores it in the file, for later test processes. */
async function makeTemplate(file: string): Promise<OpenDatabase> {
  const pglite = await startEngine();
  const made = embeddedStore(pglite);
  await migrate(made.db);
  const image = await pglite.dumpDataDir('none');
  const part = `${file}.${randomUUID()}`;
  writeFileSync(part, Buffer.from(await image.arrayBuffer()));
  renameSync(part, file);
  return made;
}

/** A hash of the schema: columns, constraints, triggers and functions. */
const SCHEMA = `select md5(string_agg(line, ' ' order by line)) as hash from (
    select concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and not attisdropped
    union all select concat_ws(' ', conrelid, pg_get_constraintdef(oid)) from pg_constraint
    union all select concat_ws(' ', tgrelid, tgname, tgenabled) from pg_trigger
    union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
  ) as lines`;

/** A migrated database in this process, which can be reset and used again. */
class Kept {
  private readonly pglite: PGlite;
  private readonly tables: readonly string[];
  private readonly schema: string;
  /** Ends the engine. Its own `close` is replaced, because the users of a store must not end the engine. */
  readonly end: () => Promise<void>;

  private constructor(pglite: PGlite, tables: readonly string[], schema: string) {
    this.pglite = pglite;
    this.tables = tables;
    this.schema = schema;
    this.end = pglite.close.bind(pglite);
  }

  static async load(file: string): Promise<Kept> {
    const pglite = await startEngine({ loadDataDir: new Blob([readFileSync(file)]) });
    const { rows } = await pglite.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    const tables = rows.map(({ name }) => `"${name}"`);
    for (const table of tables) {
      await pglite.exec(`create temporary table ${original(table)} as select * from ${table}`);
    }
    return new Kept(pglite, tables, await hashOf(pglite));
  }

  /** A store on this database. Closing it leaves the engine running for the next user. */
  open(): OpenDatabase {
    const { pglite } = this;
    const store = embeddedStore(Object.assign(pglite, { close: async () => undefined }));
    let closed = false;
    return {
      ...store,
      close: async () => {
        await store.close();
        if (!closed) idle.push(this);
        closed = true;
      },
    };
  }

  /** Restores all rows. False if a test has changed the schema: then this database cannot be used again. */
  async renew(): Promise<boolean> {
    const { pglite, tables } = this;
    await pglite.exec('rollback; reset all; select pg_advisory_unlock_all()');
    if ((await hashOf(pglite)) !== this.schema) return false;
    const rows = tables.map(
      (table) => `insert into ${table} overriding system value select * from ${original(table)}`,
    );
    // Without triggers: one of them forbids changing the audit log.
    await pglite.exec(`set session_replication_role = replica;
      truncate ${tables.join(', ')} restart identity;
      ${rows.join(';')};
      reset session_replication_role`);
    return true;
  }
}

const original = (table: string): string => table.replace(/^"/, '"original_');

async function hashOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ hash: string }>(SCHEMA);
  return rows[0]?.hash ?? '';
}

/** Databases whose stores are closed. Resetting one takes a moment, loading a new one two seconds. */
const idle: Kept[] = [];

/** An embedded database in memory, with all migrations and no rows but theirs. */
export async function memoryDatabase(): Promise<OpenDatabase> {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    if (await kept.renew()) return kept.open();
  }
  const file = templateFile();
  if (!existsSync(file)) await (await makeTemplate(file)).close();
  return (await Kept.load(file)).open();
}

/** Ends the engines of closed stores, which keep the process running. In tests the runner ends the process itself. */
export async function endMemoryDatabases(): Promise<void> {
  for (const kept of idle.splice(0)) await kept.end();
}

/** The data directory of a migrated database, as an archive: every database loaded from it is the same to the byte. */
export async function memoryImage(): Promise<Blob> {
  const file = templateFile();
  if (!existsSync(file)) await (await makeTemplate(file)).close();
  return new Blob([readFileSync(file)]);
}
