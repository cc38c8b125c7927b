/** The chained statement: asked for live, never kept on the device by itself. */
import { getStatement } from '../../core/contract/statement';
import type { StatementPage } from '../../core/contract/statement';
import type { Result } from '../../core/errors';
import { callAsPlayer } from '../index';

/** The entries after `after`; from the beginning without it. */
export function loadStatement(after?: string, signal?: AbortSignal): Promise<Result<StatementPage>> {
  return callAsPlayer(getStatement, ({ userId }) => ({
    params: { userId }, query: after === undefined ? {} : { after }, ...(signal && { signal }),
  }));
}
