export interface ClusterPrograms {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}
export function findCluster(): ClusterPrograms | undefined;
