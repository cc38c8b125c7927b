import type { Cluster } from './cluster';

/** The address of the server, for pg. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly password: string | undefined;
}

export interface ServerSettings {
  /** The TCP port on 127.0.0.1 where there are no Unix sockets; else only a part of the socket's name. */
  readonly port: number;
  /** False only in tests, whose data need not survive a power cut. */
  readonly sync: boolean;
}

/** A part of the socket's name `.s.PGSQL.5432`; nothing listens on a TCP port of this number. */
export const SOCKET_PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`;

/** Returns the part of a server's command line that names its cluster, by which we recognise a running server of ours. */
export function clusterMarker(cluster: Pick<Cluster, 'id'>): string {
  return `cluster_name=${cluster.id}`;
}

/**
 * Makes the arguments of the server. The settings stand on the command line rather than in postgresql.conf, so that a newer Ayo
 * applies its own to old data. They need little memory (server and platform together below 300 MB), and every acknowledged commit
 * is on the disk.
 */
export function serverArguments(cluster: Cluster, { port, sync }: ServerSettings): string[] {
  const settings = {
    cluster_name: cluster.id,
    ...(cluster.password === undefined
      ? { listen_addresses: '', unix_socket_directories: 'socket', unix_socket_permissions: '0700', port: SOCKET_PORT }
      : { listen_addresses: '127.0.0.1', port }),

    fsync: sync ? 'on' : 'off',
    synchronous_commit: sync ? 'on' : 'off',
    full_page_writes: sync ? 'on' : 'off',

    max_connections: 60,
    shared_buffers: '32MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    effective_cache_size: '256MB',
    huge_pages: 'off',
    max_wal_size: '256MB',
    min_wal_size: '64MB',
    // The server takes this once at the start, inside its main block, because some desktops clear other shared memory at log-out
    // (RemoveIPC).
    min_dynamic_shared_memory: '8MB',
    // A backup takes a connection of the replication protocol, and a slot that keeps the log's files until it has copied them.
    wal_level: 'replica',
    max_wal_senders: 2,
    max_replication_slots: 2,
    // A backup that hangs must not fill the disk: beyond this its slot is lost, and the backup fails.
    max_slot_wal_keep_size: '1GB',
    // One platform on a small machine needs no helpers for parallel plans, logical replication or asynchronous reads.
    max_worker_processes: 2,
    max_parallel_workers: 0,
    max_parallel_workers_per_gather: 0,
    max_logical_replication_workers: 0,
    autovacuum_max_workers: 1,
    io_method: 'sync',
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    // Terse leaves out DETAIL, which quotes values of rows, because a log must not contain e-mail addresses and phone numbers.
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    restart_after_crash: 'on',
  } satisfies Record<string, string | number>;
  return ['-D', cluster.pgdata, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
