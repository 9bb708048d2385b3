import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const first = (paths) => paths.find((path) => existsSync(path));

const POSTGRES = '/usr/lib/postgresql';

/** The folder that has the programs of the newest installed PostgreSQL, or undefined. */
function findPostgres() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  return versions
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => join(POSTGRES, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'postgres')))
    .at(-1);
}

/** The programs that a cluster of PostgreSQL needs, by their paths; undefined if one of them is not installed. */
export function findCluster() {
  const patroni = first(['/usr/bin/patroni']);
  const etcd = first(['/usr/bin/etcd']);
  const haproxy = first(['/usr/sbin/haproxy']);
  const pgbouncer = first(['/usr/sbin/pgbouncer']);
  const postgres = findPostgres();
  return patroni && etcd && haproxy && pgbouncer && postgres
    ? { patroni, etcd, haproxy, postgres }
    : undefined;
}

/**
 * Prints a line if the test of a cluster will be skipped because programs are missing. They are not installed
 * automatically, as the browsers are: they are servers, which Debian starts as soon as they are installed.
 */
export function tellOfCluster() {
  if (findCluster()) return;
  process.stdout.write(
    'No cluster can be made here: its test is skipped. Debian has what it needs as patroni, etcd-server, haproxy, pgbouncer and postgresql.\n',
  );
}
