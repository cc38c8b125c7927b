/**
 * How long the client waits for a statement's answer. A server that was stopped without notice (SIGSTOP) keeps no time limit of its own, and
 * COMMIT does not keep one while it waits for a standby.
 */
import type { QueryConfig } from 'pg';

interface TimedQuery extends QueryConfig {
  readonly query_timeout: number;
}

/** The longest time that Node's timers take: 24 days. */
export const UNLIMITED_MS = 2 ** 31 - 1;
/** As the driver words it. */
export const TIMEOUT_MESSAGE = 'Query read timeout';

/**
 * Makes a statement whose answer is waited for so long and no longer. After that the connection is closed, without a request to cancel the
 * statement, so nobody knows what became of it.
 */
export function answeredWithin(ms: number, text: string, values: unknown[] = []): TimedQuery {
  // Without values the simple protocol is used, which takes several statements.
  return { text, query_timeout: ms, ...(values.length > 0 && { values }) };
}

/** Makes a statement that may take as long as it needs, such as a migration; the caller also turns off the server's limit. */
export const unlimited = (text: string, values: unknown[] = []): TimedQuery => answeredWithin(UNLIMITED_MS, text, values);

/** Says whether the client gave up waiting. */
export const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === TIMEOUT_MESSAGE;
