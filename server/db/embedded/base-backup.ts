/**
 * Takes a base backup of a running embedded server over PostgreSQL's replication protocol, as pg_basebackup does, which the npm
 * package lacks: https://www.postgresql.org/docs/18/protocol-replication.html. The copy is consistent while others write, because
 * it contains the part of the log that was written meanwhile.
 */
import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { EmbeddedDatabaseError } from '../errors';
import { SUPERUSER } from './cluster';
import type { Endpoint } from './settings';

/** A position in PostgreSQL's log, for example `0/2000028`. */
export type LogPosition = string;

export interface BaseBackup {
  /** The number that initdb gave to the database; a restored copy has the same. */
  readonly systemId: string;
  readonly from: LogPosition;
  /** All that was committed before this position is in the backup. */
  readonly to: LogPosition;
}

export interface BaseBackupSinks {
  /** Gets the data directory as a tar archive, the log that it needs included. */
  readonly archive: Writable;
  /** Gets PostgreSQL's own manifest: a JSON text with the size and the SHA-256 of each file. */
  readonly manifest: Writable;
}

const BASE_BACKUP =
  "BASE_BACKUP (LABEL 'ayo', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', VERIFY_CHECKSUMS true)";

/**
 * Streams a base backup into `sinks` and ends them.
 * @throws EmbeddedDatabaseError when the server refuses or a page on its disk does not fit its checksum
 */
export async function takeBaseBackup(endpoint: Endpoint, sinks: BaseBackupSinks): Promise<BaseBackup> {
  const { host, port, password } = endpoint;
  const config: pg.ClientConfig & { readonly replication: string } = {
    host, port, user: SUPERUSER, ssl: false, replication: 'true', ...(password === undefined ? {} : { password }),
  };
  const client = new pg.Client(config);
  // Without a listener a connection that is lost ends the process; the running query gets the error, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM');
    // The slot keeps the log's files until this connection ends: a busy server would otherwise write over them before they are copied.
    await client.query(`CREATE_REPLICATION_SLOT "backup_${randomBytes(6).toString('hex')}" TEMPORARY PHYSICAL (RESERVE_WAL true)`);
    const [from, to] = await receive(client, sinks);
    const systemId = rows[0]?.systemid;
    if (from === undefined || to === undefined || systemId === undefined) throw new Error('PostgreSQL did not say what its backup contains');
    return { systemId, from, to };
  } catch (cause) {
    throw new EmbeddedDatabaseError(`The backup failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The messages of the protocol that a backup consists of, as pg hands them to a query. */
interface CopyMessage {
  readonly chunk: Buffer;
}
interface RowMessage {
  readonly fields: readonly (string | Buffer | null)[];
}
interface RowDescription {
  readonly fields: readonly { readonly name: string }[];
}
interface BackupConnection {
  query(text: string): void;
  readonly stream: { pause(): void; resume(): void };
}

/** Runs the backup and returns the first column of each row with a position: where it begins, and where it ends. */
function receive(client: pg.Client, sinks: BaseBackupSinks): Promise<LogPosition[]> {
  return new Promise((resolve, reject) => {
    const positions: LogPosition[] = [];
    let isPosition = false;
    let sink = sinks.archive;
    let stream: BackupConnection['stream'] | undefined;
    const fail = (error: Error): void => {
      reject(error);
      stream?.resume();
    };
    for (const each of [sinks.archive, sinks.manifest]) each.once('error', fail);
    let isWaiting = false;
    const write = (data: Buffer): void => {
      if (sink.write(data) || isWaiting) return;
      // The server is faster than the disk: it waits, so that the memory does not fill.
      isWaiting = true;
      stream?.pause();
      sink.once('drain', () => {
        isWaiting = false;
        stream?.resume();
      });
    };
    const query = {
      submit: (connection: BackupConnection) => {
        ({ stream } = connection);
        connection.query(BASE_BACKUP);
      },
      handleRowDescription: ({ fields }: RowDescription) => {
        isPosition = fields[0]?.name === 'recptr';
      },
      handleDataRow: ({ fields: [first] }: RowMessage) => {
        if (isPosition && first !== null && first !== undefined) positions.push(first.toString());
      },
      // Each message says by its first letter what it is: a new archive, the manifest's beginning, data of either, or progress.
      handleCopyData: ({ chunk }: CopyMessage) => {
        const kind = String.fromCharCode(chunk[0] ?? 0);
        if (kind === 'm') sink = sinks.manifest;
        // The message lies in a buffer that pg uses again, perhaps before it is written.
        if (kind === 'd') write(Buffer.from(chunk.subarray(1)));
      },
      handleCommandComplete: () => undefined,
      handlePortalSuspended: () => undefined,
      handleEmptyQuery: () => undefined,
      handleError: (error: Error) => fail(error),
      handleReadyForQuery: () => {
        void Promise.all([end(sinks.archive), end(sinks.manifest)]).then(() => resolve(positions), reject);
      },
    };
    client.query(query);
  });
}

function end(sink: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.once('error', reject);
    sink.end(resolve);
  });
}
