import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const first = (paths) => paths.find((path) => existsSync(path));

const POSTGRES = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL's programs, or undefined. */
function findPostgres() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  return versions
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => join(POSTGRES, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'postgres')))
    .at(-1);
}

/** What a cluster is made of, or undefined: the programs by their paths, PostgreSQL's by their folder. */
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
 * Says where the test of a cluster is skipped. Nothing is installed for it, as it is for
 * the browsers: these are servers, which Debian starts as soon as they are there.
 */
export function tellOfCluster() {
  if (findCluster()) return;
  process.stdout.write(
    'No cluster can be made here: its test is skipped. Debian has what it needs as patroni, etcd-server, haproxy, pgbouncer and postgresql.\n',
  );
}
