import type { PoolClient } from 'pg';
import * as contract from '../../src/core/contract/protection';
import type { Protection } from '../../src/core/contract/protection';
import { kobo, nairaToKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { deviceOf } from '../accounts';
import { transaction } from '../db/transaction';
import { withTag } from '../http/etag';
import type { Caller, RawAnswer, Router } from '../http/router';
import { underKey } from '../ledger/operation';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { exclude } from './exclude';
import { confirmLimit, dropPendingLimit, setLimit } from './limits';
import { acknowledge, answerOffer, setRealityCheck } from './looks';
import { readProtection, readTagged } from './read';

/** Who called, and from where. */
interface Called {
  readonly caller: Caller;
  readonly place: CallerPlace;
}

interface Asked {
  readonly key: string;
  readonly kind: 'set-limit' | 'exclude';
  readonly body: unknown;
  /** Of success. */
  readonly status: number;
}

/** Limits, reality check, breaks and exclusion. */
export function registerProtection(router: Router, platform: Platform): void {
  const { pool, now } = platform;
  const told = (tx: PoolClient, { caller: { userId }, place }: Called): Promise<Protection> =>
    readProtection(tx, { userId, now: now(), place });

  /** Does it in a transaction and tells what holds then. */
  const changing = (called: Called, change: (tx: PoolClient) => Promise<void>): Promise<Protection> =>
    transaction(pool, async (tx) => {
      await change(tx);
      return told(tx, called);
    });

  /** The same at most once for a key: the key sent again is answered as the first time. */
  const once = (called: Called & Asked, change: (tx: PoolClient) => Promise<void>): Promise<RawAnswer> => {
    const { caller: { userId }, key, kind, body, status } = called;
    const effect = async (tx: PoolClient) => {
      await change(tx);
      return { status, body: await told(tx, called) };
    };
    return transaction(pool, (tx, last) => underKey(tx, platform, { userId, key, kind, body }, effect, last), { savepointFirst: true });
  };

  router.on(contract.getProtection, async (call) => {
    const looked = { userId: call.params.userId, now: now(), place: call.place };
    const { tag, head } = await readTagged(pool, looked);
    return withTag(call, tag, () => readProtection(pool, looked, head));
  });

  router.on(contract.setLimit, ({ params, body, caller, key, place }) => {
    const wish = { ...params, sessionHash: caller.sessionHash, amount: koboOf(body.amount) };
    return once({ caller, place, key, kind: 'set-limit', body: { ...params, ...body }, status: 200 }, (tx) =>
      setLimit(tx, now, wish, body.onlyLower === true),
    );
  });
  router.on(contract.confirmLimit, (call) => {
    const wish = { ...call.params, sessionHash: call.caller.sessionHash, amount: koboOf(call.body.amount) };
    return changing(call, (tx) => confirmLimit(tx, now, wish));
  });
  router.on(contract.dropPendingLimit, (call) =>
    changing(call, (tx) => dropPendingLimit(tx, now, { ...call.params, sessionHash: call.caller.sessionHash })),
  );

  router.on(contract.setRealityCheck, (call) =>
    changing(call, (tx) => setRealityCheck(tx, now, call.caller, call.body.minutes)),
  );
  router.on(contract.acknowledgeRealityCheck, (call) => changing(call, (tx) => acknowledge(tx, now, call.caller, call.place)));
  router.on(contract.answerLimitsOffer, (call) => changing(call, (tx) => answerOffer(tx, now, call.caller)));

  router.on(contract.exclude, ({ caller, body, key, place, request }) =>
    once({ caller, place, key, kind: 'exclude', body, status: 201 }, (tx) =>
      exclude(tx, platform, { ...caller, ...body, device: deviceOf(request) }),
    ),
  );
}

/** The contract lets nothing else through than whole kobo. */
function koboOf(amount: number | null): Kobo | null {
  return amount === null ? null : (nairaToKobo(amount) ?? kobo(NaN));
}
