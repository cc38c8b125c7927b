import type { PoolClient } from 'pg';
import * as contract from '../../src/core/contract/protection';
import type { Protection } from '../../src/core/contract/protection';
import { kobo, nairaToKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { deviceOf } from '../accounts/auth-routes';
import { transaction } from '../db/transaction';
import { withTag } from '../http/etag';
import type { RawAnswer, Router } from '../http/router';
import { NO_RULES } from '../ledger/limits';
import { underKey } from '../ledger/operation';
import type { OperationRequest } from '../ledger/operation';
import type { Platform } from '../platform';
import { exclude } from './exclude';
import { confirmLimit, dropPendingLimit, setLimit } from './limits';
import { acknowledge, answerOffer, setRealityCheck } from './looks';
import { readProtection, readTagged } from './read';

/** Limits, reality check, breaks and exclusion. */
export function registerProtection(router: Router, platform: Platform): void {
  const { pool, now } = platform;
  const rules = NO_RULES;
  const told = (tx: PoolClient, userId: string): Promise<Protection> => readProtection(tx, { userId, now: now(), rules });

  /** Does it in a transaction and tells what holds then. */
  const changing = (userId: string, change: (tx: PoolClient) => Promise<void>): Promise<Protection> =>
    transaction(pool, async (tx) => {
      await change(tx);
      return told(tx, userId);
    });

  /** The same at most once for a key: the key sent again is answered as the first time. */
  const once = (request: OperationRequest, status: number, change: (tx: PoolClient) => Promise<void>): Promise<RawAnswer> =>
    transaction(pool, (tx) =>
      underKey(tx, platform, request, async (inner) => {
        await change(inner);
        return { status, body: await told(inner, request.userId) };
      }),
    );

  router.on(contract.getProtection, async (call) => {
    const { userId } = call.params;
    const looked = { userId, now: now(), rules };
    const { tag, head } = await readTagged(pool, looked);
    return withTag(call, tag, () => readProtection(pool, looked, head));
  });

  router.on(contract.setLimit, ({ params, body, caller, key }) => {
    const wish = { ...params, sessionHash: caller.sessionHash, amount: koboOf(body.amount) };
    const request = { userId: params.userId, key, kind: 'set-limit', body: { ...params, ...body } };
    return once(request, 200, (tx) => setLimit(tx, now, wish, body.onlyLower === true));
  });
  router.on(contract.confirmLimit, ({ params, body, caller }) => {
    const wish = { ...params, sessionHash: caller.sessionHash, amount: koboOf(body.amount) };
    return changing(params.userId, (tx) => confirmLimit(tx, now, wish));
  });
  router.on(contract.dropPendingLimit, ({ params, caller }) =>
    changing(params.userId, (tx) => dropPendingLimit(tx, now, { ...params, sessionHash: caller.sessionHash })),
  );

  router.on(contract.setRealityCheck, ({ caller, body }) =>
    changing(caller.userId, (tx) => setRealityCheck(tx, now, caller, body.minutes)),
  );
  router.on(contract.acknowledgeRealityCheck, ({ caller }) =>
    changing(caller.userId, (tx) => acknowledge(tx, now, caller, rules.realityMinutes)),
  );
  router.on(contract.answerLimitsOffer, ({ caller }) => changing(caller.userId, (tx) => answerOffer(tx, now, caller)));

  router.on(contract.exclude, ({ caller, body, key, request }) =>
    once({ userId: caller.userId, key, kind: 'exclude', body }, 201, (tx) =>
      exclude(tx, platform, { ...caller, ...body, device: deviceOf(request) }),
    ),
  );
}

/** The contract lets nothing else through than whole kobo. */
function koboOf(amount: number | null): Kobo | null {
  return amount === null ? null : (nairaToKobo(amount) ?? kobo(NaN));
}
