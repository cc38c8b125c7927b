/** The other Ayo that holds a data directory. */
export interface Holder {
  readonly pid: number;
  /** When it took the directory, ISO 8601 in UTC. */
  readonly since: string;
}

/** The embedded database can't be had here; the message is one line that says why and what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name: string = 'EmbeddedDatabaseError';
}

/** Another platform process works on the same data directory. */
export class DataDirectoryHeldError extends EmbeddedDatabaseError {
  override readonly name: string = 'DataDirectoryHeldError';
  readonly holder: Holder;

  constructor(dataDir: string, holder: Holder) {
    super(
      `The data directory ${dataDir} is held by another Ayo (process ${holder.pid}, since ${holder.since}). ` +
        'Stop it first, or set DATA_DIR.',
    );
    this.holder = holder;
  }
}

/** A migration can't be applied; the message is one line that names it. Nothing of it was kept. */
export class MigrationError extends Error {
  override readonly name: string = 'MigrationError';
}

/** The connection broke after COMMIT was sent: the transaction is there or it isn't. Ask by key; never assume. */
export class CommitUnknownError extends Error {
  override readonly name: string = 'CommitUnknownError';
}

/** An integer in an answer is too large to be exact as a JavaScript number. */
export class UnsafeIntegerError extends Error {
  override readonly name: string = 'UnsafeIntegerError';
}

const UNAVAILABLE_SQL_STATES = new Set(['57P01', '57P02', '57P03', '53300', '25P03', '57P05']);
const UNAVAILABLE_SYSTEM_CODES = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN',
  'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL',
]);
/** pg reports these without a code: https://github.com/brianc/node-postgres/issues/2439 */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * The SQLSTATE (https://www.postgresql.org/docs/18/errcodes-appendix.html) or system error code of an error, if it
 * carries one.
 */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Why a database that answers takes no writes. */
export type WriteTrouble = 'read-only' | 'disk-full' | 'out-of-resources';

/** 25006: a primary that was made a standby, or whoever runs it has said so. Class 53, but for connections: it has run out of something. */
const WRITE_TROUBLES: Readonly<Record<string, WriteTrouble>> = {
  '25006': 'read-only', '53100': 'disk-full', '53000': 'out-of-resources', '53200': 'out-of-resources', '53400': 'out-of-resources',
};

/** Whether an error, or one that it was made from, says that the database takes no writes now, and why; else null. */
export function writeTroubleOf(error: unknown): WriteTrouble | null {
  const code = errorCode(error);
  const found = code !== undefined && Object.hasOwn(WRITE_TROUBLES, code) ? WRITE_TROUBLES[code] : undefined;
  if (found !== undefined) return found;
  return error instanceof Error && error.cause !== undefined ? writeTroubleOf(error.cause) : null;
}

/**
 * Whether an error says that the database can't be reached now, or takes no writes (as against: that it refused something).
 * Such a request is answered with 503, never with 2xx; the pool heals by itself when the database is well again.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnavailable);
  const code = errorCode(error);
  if (code === undefined) return UNAVAILABLE_MESSAGES.test(error.message);
  if (Object.hasOwn(WRITE_TROUBLES, code)) return true;
  return code.startsWith('08') || UNAVAILABLE_SQL_STATES.has(code) || UNAVAILABLE_SYSTEM_CODES.has(code);
}

/**
 * Whether the whole transaction may be tried again: serialization failure (40001) or deadlock (40P01). Nothing of it
 * was kept.
 */
export function isTransientConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}
