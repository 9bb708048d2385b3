import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Cluster, startCluster } from './postgres-cluster.ts';

/** A primary and its synchronous standby: every acknowledged commit is on both. */
export interface Pair {
  /** The server that accepts writes. */
  readonly primary: Cluster;
  /** Kills the primary and promotes the standby. No client may use the primary any more when this is called. */
  failOver(): Promise<void>;
  /** Adds a new standby to a primary that has none after a failover. */
  addStandby(): Promise<void>;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Without fsync, which is safe here: only processes are killed, and what they wrote to the system's cache survives. */
const FLAGS = ['-c', 'fsync=off', '-c', 'wal_keep_size=512MB'];

/** Files that belong to the running primary, or that are written anew for the standby. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal']);
const EMPTY = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_stat_tmp']);

async function asked<T extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<T[]> {
  return (await client.query<T>(text)).rows;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies a running server's data between `pg_backup_start` and `pg_backup_stop`, as PostgreSQL's manual describes. */
const copyOf =
  (primary: Cluster) =>
  (data: string): Promise<void> =>
    withClient(primary.url, async (client) => {
      const { uid, gid } = await stat(primary.data);
      const make = async (folder: string) => {
        await mkdir(folder, { mode: 0o700 });
        await chown(folder, uid, gid);
      };
      const write = async (name: string, text: string) => {
        await writeFile(join(data, name), text);
        await chown(join(data, name), uid, gid);
      };
      await make(data);
      await client.query("select pg_backup_start('standby', true)");
      for (const name of await readdir(primary.data)) {
        if (NOT_COPIED.has(name)) continue;
        if (EMPTY.has(name)) await make(join(data, name));
        else await run('cp', ['-Rp', join(primary.data, name), data]);
      }
      const [backup] = await asked<{ labelfile: string }>(
        client,
        'select labelfile from pg_backup_stop(false)',
      );
      await write('backup_label', backup?.labelfile ?? '');
      await write('standby.signal', '');
    });

async function standbyOf(primary: Cluster): Promise<Cluster> {
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const flags = [...FLAGS, '-c', `primary_conninfo=${source}`];
  const standby = await startCluster(flags, copyOf(primary));
  await withClient(primary.url, async (client) => {
    // Set here and not by a flag, because a standby that is promoted has no standby at first and must accept commits.
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query('select pg_reload_conf()');
    for (let state = ''; state !== 'sync'; ) {
      const rows = await asked<{ sync_state: string }>(
        client,
        'select sync_state from pg_stat_replication',
      );
      state = rows[0]?.sync_state ?? '';
    }
  });
  return standby;
}

export async function startPair(): Promise<Pair> {
  let primary = await startCluster(FLAGS);
  let standby: Cluster | undefined = await standbyOf(primary);
  return {
    get primary() {
      return primary;
    },
    failOver: async () => {
      if (!standby) throw new Error('there is no standby');
      await primary.kill();
      primary = standby;
      standby = undefined;
      await withClient(primary.url, (client) => client.query('select pg_promote(true)'));
    },
    addStandby: async () => {
      standby = await standbyOf(primary);
    },
    stop: async () => {
      await standby?.stop();
      await primary.stop();
    },
  };
}
