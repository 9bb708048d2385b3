/** The settings of the cluster's programs, as docs/scaling.md and docs/operating/failover.md recommend them. */

const HOST = '127.0.0.1';
const at = (port: number): string => `${HOST}:${port}`;

export const superuser = { username: 'postgres', password: 'local-tests-only' };
const replication = { username: 'replicator', password: 'local-tests-only-too' };

export interface EtcdPorts {
  readonly client: number;
  readonly peer: number;
}

const etcdName = (index: number): string => `etcd-${index + 1}`;

/** The arguments of one member of etcd. */
export function etcdArguments(
  members: readonly EtcdPorts[],
  index: number,
  data: string,
): readonly string[] {
  const own = members[index];
  if (!own) throw new Error(`there is no member ${index}`);
  const url = (port: number) => `http://${at(port)}`;
  const all = members.map(({ peer }, i) => `${etcdName(i)}=${url(peer)}`);
  return Object.entries({
    name: etcdName(index),
    'data-dir': data,
    'listen-client-urls': url(own.client),
    'advertise-client-urls': url(own.client),
    'listen-peer-urls': url(own.peer),
    'initial-advertise-peer-urls': url(own.peer),
    'initial-cluster': all.join(),
    'initial-cluster-state': 'new',
    // Longer than for separate machines: here the whole cluster shares one machine with other tests.
    'heartbeat-interval': '250',
    'election-timeout': '2500',
    logger: 'zap',
    'log-outputs': 'stderr',
  }).map(([name, value]) => `--${name}=${value}`);
}

export interface NodeSettings {
  readonly name: string;
  readonly folder: string;
  readonly bin: string;
  /** The ports at which PostgreSQL and Patroni listen. */
  readonly postgres: number;
  readonly rest: number;
  /** The links at which other machines reach them. */
  readonly postgresLink: number;
  readonly restLink: number;
  /** The links at which this node reaches the members of etcd. */
  readonly etcdLinks: readonly number[];
}

/**
 * Patroni's settings of the whole cluster. `ttl`: the seconds after its last sign of life at which a primary counts as
 * lost. A primary that cannot reach etcd steps down no later, because loop_wait + 2 * retry_timeout is not more.
 */
export const dynamic = {
  ttl: 10,
  loop_wait: 2,
  retry_timeout: 4,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  // Both standbys are synchronous, and the one with more of the log takes over. With only one synchronous standby, the
  // other might have received more of the log than the new primary. It would have to be rewound before it could follow
  // that primary, and until then nothing could be written.
  synchronous_node_count: 2,
  // Patroni does not restart a primary that died as a primary, but fails over at once.
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 100,
      wal_log_hints: 'on',
      wal_keep_size: '512MB',
      // A primary that was cut off waits no longer than this for a standby.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      // The default of 5 seconds would delay the first commit, because the third node may ask before its slot exists.
      wal_retrieve_retry_interval: '500ms',
      unix_socket_directories: '',
    },
  },
};

/** Patroni's settings of one node; JSON is YAML too. */
export const patroniSettings = (node: NodeSettings): string =>
  JSON.stringify(
    {
      scope: 'kopa',
      name: node.name,
      restapi: { listen: at(node.rest), connect_address: at(node.restLink) },
      // `use_proxies` keeps Patroni from learning the real addresses of etcd and going round a link that is cut.
      etcd3: { hosts: node.etcdLinks.map(at), use_proxies: true },
      bootstrap: {
        dcs: dynamic,
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: at(node.postgres),
        connect_address: at(node.postgresLink),
        data_dir: `${node.folder}/data`,
        bin_dir: node.bin,
        pgpass: `${node.folder}/pgpass`,
        authentication: { superuser, replication },
        pg_hba: [
          'host all all 127.0.0.0/8 scram-sha-256',
          `host replication ${replication.username} 127.0.0.0/8 scram-sha-256`,
        ],
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
      },
      watchdog: { mode: 'off' },
    },
    undefined,
    2,
  );

export interface Backend {
  readonly name: string;
  readonly postgres: number;
  readonly rest: number;
}

/** HAProxy leads to the node that is the primary by Patroni, and breaks connections to one that no longer is. */
export const haproxySettings = (port: number, nodes: readonly Backend[]): string => `global
  log stdout format raw local0
defaults
  mode tcp
  log global
  option dontlognull
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
listen primary
  bind ${at(port)}
  option tcp-check
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, postgres, rest }) => `  server ${name} ${at(postgres)} check port ${rest}`).join('\n')}
`;

/**
 * `server_login_retry`: the time for which pgbouncer refuses all clients after it could not connect to the server. The
 * default of 15 seconds would be longer than the failover.
 */
export const pgbouncerSettings = `server_login_retry = 1
server_connect_timeout = 5
log_connections = 0
log_disconnections = 0`;
