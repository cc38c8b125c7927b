import { isTransientConflict, isUnavailable } from './db/errors';
import { ProblemError } from './http/problem';

/**
 * For the log line of a job that failed: an alert, unless it passes by itself. That the database is away or takes no writes,
 * and that money is turned off, has an alarm of its own.
 */
export function alertFor(error: unknown): { readonly alert?: true } {
  if (isUnavailable(error) || isTransientConflict(error)) return {};
  return error instanceof ProblemError && error.status >= 500 ? {} : { alert: true };
}
