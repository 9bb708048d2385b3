import { type ClusterPrograms, findCluster } from '#scripts/lib/cluster.mjs';

const found = findCluster();

/** Whether all programs of a cluster are installed. */
export const hasCluster = found !== undefined;

export function clusterPrograms(): ClusterPrograms {
  if (found) return found;
  throw new Error(
    'A cluster needs patroni, etcd-server, haproxy, pgbouncer and postgresql, as Debian calls them.',
  );
}
