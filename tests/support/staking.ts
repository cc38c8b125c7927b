/** The smallest operation under a key that moves money: a stake, for tests about keys. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { kobo } from '../../src/core/money';
import type { RawAnswer } from '../../server/http/router';
import { readBalance } from '../../server/ledger/accounts';
import { runOperation } from '../../server/ledger/operation';
import type { Effect } from '../../server/ledger/operation';
import type { OperationRequest } from '../../server/ledger/operation-request';
import { post } from '../../server/ledger/post';
import type { Platform } from '../../server/platform';
import { HERE } from './caller-places';
import { newKey } from './keys';
import { testMoney } from './money';

/** Takes 100 kobo from the player, and answers with something that no second run would answer. */
export function createStaking(pool: () => Pool) {
  return {
    stakeOf: (request: OperationRequest, platform: Platform = testMoney(pool()).platform): Promise<RawAnswer> =>
      runOperation(platform, request, async (tx): Promise<Effect> => {
        const posted = await post(tx, {
          userId: request.userId,
          kind: 'round',
          reference: `round-${request.key}`,
          operationKey: request.key,
          at: platform.now(),
          place: HERE,
          moves: [{ kind: 'stake', from: 'real', to: 'house', amount: kobo(100) }],
        });
        return { status: 201, body: { balance: posted.real.balance, made: randomBytes(8).toString('hex') } };
      }),
    requestOf: (userId: string, more: Partial<OperationRequest> = {}): OperationRequest => ({
      userId, key: newKey(), kind: 'round', body: { stake: 1 }, ...more,
    }),
    realOf: async (userId: string): Promise<number> => (await readBalance(pool(), userId)).real,
    codeOf: ({ text }: RawAnswer): unknown => JSON.parse(text).code,
  };
}
