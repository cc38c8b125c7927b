import type { Cluster } from './cluster';

/** Where the server listens; for pg. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly password: string | undefined;
}

export interface ServerSettings {
  /** TCP port on 127.0.0.1 where there are no Unix sockets; else only part of the socket's name. */
  readonly port: number;
  /** False only in tests: data need not survive a power cut. */
  readonly sync: boolean;
}

/** Part of the socket's name `.s.PGSQL.5432`; nothing listens on a TCP port of this number. */
export const SOCKET_PORT = 5432;
export const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`;

/** The part of the command line by which a running server of this cluster is recognised. */
export function marker(cluster: Pick<Cluster, 'id'>): string {
  return `cluster_name=${cluster.id}`;
}

/**
 * What the server is started with. On the command line rather than in postgresql.conf, so that a newer Ayo brings its
 * own to old data. Modest in memory (server and platform together below 300 MB) and complete in safety: every
 * acknowledged commit is on the disk.
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
    // Taken once at the start, inside the main block: a desktop that clears shared memory at log-out (RemoveIPC) hits
    // nothing.
    min_dynamic_shared_memory: '8MB',
    // One platform on a small machine: no helpers for parallel plans, replication or asynchronous reads.
    max_worker_processes: 2,
    max_parallel_workers: 0,
    max_parallel_workers_per_gather: 0,
    max_wal_senders: 0,
    max_replication_slots: 0,
    max_logical_replication_workers: 0,
    autovacuum_max_workers: 1,
    io_method: 'sync',
    jit: 'off',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    // Terse leaves out DETAIL, which quotes values of rows: e-mail addresses and phone numbers have no place in a log.
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    restart_after_crash: 'on',
  } satisfies Record<string, string | number>;
  return ['-D', cluster.pgdata, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
