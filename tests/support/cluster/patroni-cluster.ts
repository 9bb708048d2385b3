import { closeSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { ClusterPrograms } from '#scripts/lib/cluster.mjs';
import { freePort } from '#tests/support/free-port.ts';
import { type Pooler, startPgbouncer } from '#tests/support/pgbouncer.ts';
import { type Daemon, type Household, startHousehold } from './household.ts';
import { type Links, startLinks } from './links.ts';
import { clusterPrograms } from './programs.ts';
import {
  type Backend,
  etcdArguments,
  haproxySettings,
  patroniSettings,
  pgbouncerSettings,
  superuser,
} from './settings.ts';

/** The paths of Patroni's REST API that ask for a primary and for a synchronous standby. */
type Role = 'primary' | 'sync';

/** A simulated machine with Patroni and the PostgreSQL that it manages. */
export interface Node {
  readonly name: string;
  /** The machine loses power: Patroni and PostgreSQL are killed. */
  kill(): Promise<void>;
  /** The machine has power again. */
  start(): void;
  /** Cuts the machine off from everything: clients, standbys and etcd. */
  cut(): Promise<void>;
  /** The same, but clients still reach its PostgreSQL. */
  cutFromOthers(): Promise<void>;
  heal(): Promise<void>;
  /**
   * Resolves once Patroni on this machine says that it is no primary any more. It is asked directly, not over a link.
   */
  steppedDown(): Promise<void>;
  /** Whether the machine has power and network. */
  readonly reachable: boolean;
  /** Whether Patroni on this machine says that it has this role. It is asked directly, not over a link. */
  is(role: Role): Promise<boolean>;
  /** The address of PostgreSQL on this machine, not over a link. */
  readonly url: string;
}

export interface PatroniCluster {
  /** The address of the primary through HAProxy. */
  readonly direct: string;
  /** The address of the primary through pgbouncer and HAProxy. */
  readonly pooled: string;
  /** Waits for a primary, by what Patroni says, and returns it. */
  primary(): Promise<Node>;
  /** Resolves once there is a primary with two synchronous standbys. */
  whole(): Promise<void>;
  /** Writes the output of a process that is not part of the cluster beside the cluster's logs. */
  keepLog(name: string, text: string): void;
  /** Adds a process that must not outlive the test. */
  adopt(pid: number): void;
  stop(): Promise<void>;
}

const NODES = 3;

async function ask<T extends pg.QueryResultRow>(url: string, text: string): Promise<readonly T[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const urlAt = (port: number, { username, password }: typeof superuser, database: string): string =>
  `postgres://${username}:${password}@127.0.0.1:${port}/${database}`;

async function startEtcd(
  household: Household,
  { etcd }: ClusterPrograms,
): Promise<readonly number[]> {
  const members = await Promise.all(
    Array.from({ length: NODES }, async () => ({
      client: await freePort(),
      peer: await freePort(),
    })),
  );
  for (const index of members.keys()) {
    const data = await household.room(`etcd-${index + 1}`);
    household.run(`etcd-${index + 1}`, etcd, etcdArguments(members, index, data));
  }
  const clients = members.map(({ client }) => client);
  // Patroni ends if it asks etcd before the members have agreed on their version.
  await household.until(async () => {
    const versions = await Promise.all(
      clients.map(async (port) => (await fetch(`http://127.0.0.1:${port}/version`)).text()),
    );
    return versions.some((text) => text.includes('not_decided')) ? undefined : true;
  });
  return clients;
}

/** Kills the server of these data, if it runs: Patroni may just have stopped it. */
function killPostgres(data: string): void {
  try {
    const [pid] = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ESRCH') throw error;
  }
}

interface Placed {
  readonly node: Node;
  /** The ports at which HAProxy reaches the node. */
  readonly backend: Backend;
}

async function placeNode(name: string, { household, links, found, etcd }: Base): Promise<Placed> {
  const folder = await household.room(name);
  const [postgres, rest] = [await freePort(), await freePort()];
  const [clients, standbys] = [await links.open(postgres), await links.open(postgres)];
  const inbound = await links.open(rest);
  const outbound: number[] = [];
  for (const port of etcd) outbound.push(await links.open(port));
  const others = [standbys, inbound, ...outbound];
  const settings = await household.write(
    `${name}.yml`,
    patroniSettings({
      name,
      folder,
      bin: found.postgres,
      postgres,
      rest,
      postgresLink: standbys,
      restLink: inbound,
      etcdLinks: outbound,
    }),
  );
  let patroni: Daemon | undefined;
  let reachable = true;
  const is = (role: Role) =>
    fetch(`http://127.0.0.1:${rest}/${role}`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const node: Node = {
    name,
    get reachable() {
      return reachable;
    },
    start: () => {
      reachable = true;
      patroni = household.run(name, found.patroni, [settings]);
    },
    kill: async () => {
      reachable = false;
      // Patroni is killed first, because it would start PostgreSQL again.
      await patroni?.kill();
      killPostgres(`${folder}/data`);
    },
    cut: () => {
      reachable = false;
      return links.cut([clients, ...others]);
    },
    cutFromOthers: () => {
      reachable = false;
      return links.cut(others);
    },
    heal: () => {
      reachable = true;
      return links.heal([clients, ...others]);
    },
    steppedDown: async () => {
      await household.until(async () => ((await is('primary')) ? undefined : true));
    },
    is,
    url: urlAt(postgres, superuser, 'postgres'),
  };
  return { node, backend: { name, postgres: clients, rest: inbound } };
}

interface Base {
  readonly household: Household;
  readonly links: Links;
  readonly found: ClusterPrograms;
  /** The client ports of etcd's members. */
  readonly etcd: readonly number[];
}

const kopa = { username: 'kopa', password: 'local-tests-only-kopa' };

async function findPrimary(nodes: readonly Node[]): Promise<Node | undefined> {
  const are = await Promise.all(nodes.map((node) => node.reachable && node.is('primary')));
  return nodes.find((_, at) => are[at]);
}

/** Whether there are a primary and two synchronous standbys, both by Patroni and by the primary's own statistics. */
async function isWhole(nodes: readonly Node[]): Promise<true | undefined> {
  const primary = await findPrimary(nodes);
  if (!primary) return undefined;
  const standbys = nodes.filter((node) => node !== primary);
  const named = await Promise.all(standbys.map((node) => node.is('sync')));
  const rows = await ask<{ name: string }>(
    primary.url,
    "select application_name as name from pg_stat_replication where state = 'streaming' and sync_state = 'sync'",
  );
  const streaming = new Set(rows.map(({ name }) => name));
  const all = standbys.every(({ name }, at) => named[at] && streaming.has(name));
  return all ? true : undefined;
}

/** Whether HAProxy has checked all nodes. Until then it takes each for a primary and leads to them in turn. */
async function leadsToPrimary(url: string): Promise<true | undefined> {
  for (let turn = 0; turn < NODES; turn++) {
    const [row] = await ask<{ standby: boolean }>(url, 'select pg_is_in_recovery() as standby');
    if (row?.standby !== false) return undefined;
  }
  return true;
}

/**
 * Starts a cluster: three machines with Patroni and PostgreSQL, three members of etcd on further machines, and HAProxy
 * and pgbouncer on the machine of the API processes. `log`: the folder of the logs in `.tmp`.
 */
export async function startPatroniCluster(log: string): Promise<PatroniCluster> {
  const found = clusterPrograms();
  const household = await startHousehold(log);
  const links = startLinks();
  let pooler: Pooler | undefined;
  const stop = async () => {
    await pooler?.stop();
    await household.stop();
    await links.close();
  };
  try {
    const base = { household, links, found, etcd: await startEtcd(household, found) };
    const placed: Placed[] = [];
    for (let i = 1; i <= NODES; i++) placed.push(await placeNode(`node-${i}`, base));
    const nodes = placed.map(({ node }) => node);
    for (const node of nodes) node.start();
    const primary = () => household.until(() => findPrimary(nodes));
    const whole = async () => {
      await household.until(() => isWhole(nodes));
    };
    await whole();
    const { url } = await primary();
    await ask(url, `create role ${kopa.username} login password '${kopa.password}'`);
    await ask(url, `create database kopa owner ${kopa.username}`);
    const port = await freePort();
    const backends = placed.map(({ backend }) => backend);
    const settings = await household.write('haproxy.cfg', haproxySettings(port, backends));
    household.run('haproxy', found.haproxy, ['-db', '-f', settings]);
    const direct = urlAt(port, kopa, 'kopa');
    await household.until(() => leadsToPrimary(direct));
    const descriptor = household.logOf('pgbouncer');
    pooler = await startPgbouncer(direct, pgbouncerSettings, descriptor);
    closeSync(descriptor);
    household.adopt(pooler.pid);
    return {
      direct,
      pooled: pooler.url,
      primary,
      whole,
      adopt: household.adopt,
      keepLog: household.keepLog,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
