/** What the programs of the cluster are told, as the README and docs/operating/failover.md tell it. */

const HOST = '127.0.0.1';
const at = (port: number): string => `${HOST}:${port}`;

export const superuser = { username: 'postgres', password: 'local-tests-only' };
const replication = { username: 'replicator', password: 'local-tests-only-too' };

export interface EtcdPorts {
  readonly client: number;
  readonly peer: number;
}

const etcdName = (index: number): string => `etcd-${index + 1}`;

/** The arguments of one of the members at these ports. */
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
    // Slower than on machines of their own: all of it shares this one with other tests.
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
  /** Where its servers listen on its own machine. */
  readonly postgres: number;
  readonly rest: number;
  /** Where others reach them. */
  readonly postgresLink: number;
  readonly restLink: number;
  /** Where it reaches the members of etcd. */
  readonly etcdLinks: readonly number[];
}

/**
 * `ttl`: so long after its last sign of life a primary counts as lost. One that does not reach etcd gives up
 * before that: loop_wait + 2 * retry_timeout is not more.
 */
export const dynamic = {
  ttl: 10,
  loop_wait: 2,
  retry_timeout: 4,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  // Both standbys: the one that knows more takes over. With one of them synchronous the other may know more, and is
  // no standby of the new primary before it has forgotten that again: until then nothing can be written.
  synchronous_node_count: 2,
  // A primary that died does not come back as one, not even on its own machine.
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 100,
      wal_log_hints: 'on',
      wal_keep_size: '512MB',
      // A primary that was cut off waits no longer than this for standbys that it cannot reach.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      // Its own 5 seconds would hold up the first commit: the third node may ask before its slot is there.
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
      // As proxies: else it would find out where etcd really is, and go past a link that is cut.
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

/** Leads to the node that Patroni says is the primary, and breaks what leads to another. */
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
 * After a connection that could not be made, pgbouncer answers everybody with an error for so long: its own 15
 * seconds would go on after the failover is over.
 */
export const pgbouncerSettings = `server_login_retry = 1
server_connect_timeout = 5
log_connections = 0
log_disconnections = 0`;
