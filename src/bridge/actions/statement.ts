/** The chained statement. It is loaded live each time, and stored on the device only where the player saves it as a file. */
import { getStatement } from '../../core/contract/statement';
import type { StatementPage } from '../../core/contract/statement';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../index';

/** Loads the entries that follow the entry `after`; without it, from the beginning. */
export function loadStatement(after?: string, signal?: AbortSignal): Promise<Result<StatementPage>> {
  return callAsPlayer(getStatement, ({ userId }) => ({
    params: { userId }, query: after === undefined ? {} : { after }, ...(signal && { signal }),
  }));
}
