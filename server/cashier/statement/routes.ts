/** Registers the calls about a player's entries: as a list with sums, and as the statement whose chain the player can check. */
import { listTransactions } from '../../../src/core/contract/cashier';
import { getStatement } from '../../../src/core/contract/statement';
import { forReads } from '../../foundation';
import { parseRowCursor } from '../../http/cursor';
import { withTag } from '../../http/etag';
import type { Router } from '../../http/router';
import { resolvePeriod } from '../../period';
import type { Platform } from '../../platform';
import { readStatement } from './statement';
import { readTransactions, transactionsTag } from './transactions';

const DEFAULT_PAGE = 30;

export function registerTransactions(router: Router, platform: Platform): void {
  router.on(listTransactions, async ({ params, query, request, reply }) => {
    const page = {
      userId: params.userId,
      period: resolvePeriod(query, platform.now().getTime()),
      kind: query.kind ?? null,
      cursor: parseRowCursor(query.cursor),
      limit: query.limit ?? DEFAULT_PAGE,
    };
    const tag = await transactionsTag(platform.readPool, page);
    return withTag({ request, reply }, tag, () => readTransactions(platform.readPool, page));
  }, { isConfirmed: true });
}

export function registerStatement(router: Router, platform: Platform): void {
  router.on(getStatement, async ({ params, query }) => {
    const after = query.after === undefined ? null : Number(query.after);
    return readStatement(forReads(platform), { userId: params.userId, after });
  }, { isConfirmed: true });
}
