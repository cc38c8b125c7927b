/** The other Ayo that holds a data directory. */
export interface Holder {
  readonly pid: number;
  /** When it took the directory, ISO 8601 in UTC. */
  readonly since: string;
}

/** The embedded database can't run here; the message is one line that says why and what to do. */
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

/** A migration can't be applied; the message is one line that names it. It was rolled back. */
export class MigrationError extends Error {
  override readonly name: string = 'MigrationError';
}

/** The connection broke after COMMIT was sent, so the transaction may have happened or not: ask by its key, never assume. */
export class CommitUnknownError extends Error {
  override readonly name: string = 'CommitUnknownError';
}

/** The database did not answer in the time that a call had for it. */
export class DeadlineError extends Error {
  override readonly name: string = 'DeadlineError';
}

/** Nothing was begun, because earlier commits wait for a standby. */
export class CommitsWaitError extends Error {
  override readonly name: string = 'CommitsWaitError';
}

/** Too many callers wait for a connection already; nothing was asked. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError';

  constructor() {
    super('Too many callers wait for a connection to the database.');
  }
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
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * Returns the SQLSTATE (https://www.postgresql.org/docs/18/errcodes-appendix.html) or the system error code of an error, if it has
 * one.
 */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Says whether a statement failed only because an earlier one of its transaction had (25P02). */
export const isFailedTransaction = (error: unknown): boolean => errorCode(error) === '25P02';

/**
 * Says whether PostgreSQL refused a statement, and its session went on: then the transaction can only be rolled back. False where that is not
 * certain, and where the server reports in another language than English.
 */
export function isStatementRefusal(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'ERROR';
}

/** Returns true where a row with the same unique value exists already (23505). */
export function isUniqueViolation(error: unknown): boolean {
  return errorCode(error) === '23505';
}

/** The reason for which a database that answers takes no writes. */
export type WriteRefusal = 'read-only' | 'disk-full' | 'out-of-resources';

/** 25006: the primary became a standby, or its operator made it read-only. Class 53, without connections: it has run out of something. */
const WRITE_REFUSALS: Readonly<Record<string, WriteRefusal>> = {
  '25006': 'read-only', '53100': 'disk-full', '53000': 'out-of-resources', '53200': 'out-of-resources', '53400': 'out-of-resources',
};

/** Returns why the database takes no writes now, if the error or one of its causes says so; else null. */
export function writeRefusalOf(error: unknown): WriteRefusal | null {
  const code = errorCode(error);
  const refusal = code !== undefined && Object.hasOwn(WRITE_REFUSALS, code) ? WRITE_REFUSALS[code] : undefined;
  if (refusal !== undefined) return refusal;
  return error instanceof Error && error.cause !== undefined ? writeRefusalOf(error.cause) : null;
}

/**
 * Says whether an error means that the database can't be reached now, or takes no writes (rather than that it refused one
 * statement). Such a request is answered with 503, never with 2xx; the pool recovers by itself when the database is back.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DeadlineError || error instanceof CommitsWaitError || error instanceof PoolFullError) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnavailable);
  const code = errorCode(error);
  if (code === undefined) return UNAVAILABLE_MESSAGES.test(error.message);
  if (Object.hasOwn(WRITE_REFUSALS, code)) return true;
  return code.startsWith('08') || UNAVAILABLE_SQL_STATES.has(code) || UNAVAILABLE_SYSTEM_CODES.has(code);
}

/**
 * Says whether the whole transaction may be tried again, because PostgreSQL rolled it back: serialization failure (40001) or
 * deadlock (40P01).
 */
export function isTransientConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}
