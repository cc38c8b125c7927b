import { getStatement } from '../../src/core/contract/statement';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { readStatement } from './statement';

/** The statement that can be checked. */
export function registerStatement(router: Router, platform: Platform): void {
  router.on(getStatement, async ({ params, query }) =>
    readStatement(platform, { userId: params.userId, after: query.after === undefined ? null : Number(query.after) }),
  );
}
