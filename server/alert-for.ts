import { isTransientConflict, isUnavailable } from './db/errors';
import { ProblemError } from './http/problem';

/**
 * Marks the log line of a failed job as an alert, unless the failure passes by itself or has an alert already: a database that is
 * away or takes no writes raises its own, and so does money that is turned off.
 */
export function alertFor(error: unknown): { readonly alert?: true } {
  if (isUnavailable(error) || isTransientConflict(error)) return {};
  return error instanceof ProblemError && error.status >= 500 ? {} : { alert: true };
}
