import { isTransientConflict, isUnavailable } from './db/errors';
import { ProblemError } from './http/problem';

/**
 * Decides whether the log line of a failed job is an alert. A failure that passes by itself is none: a database that is away or
 * takes no writes, and money that is turned off, raise alerts of their own.
 */
export function alertFor(error: unknown): { readonly alert?: true } {
  if (isUnavailable(error) || isTransientConflict(error)) return {};
  return error instanceof ProblemError && error.status >= 500 ? {} : { alert: true };
}
