import type { PoolClient } from 'pg';
import * as contract from '../../src/core/contract/protection';
import type { Protection } from '../../src/core/contract/protection';
import { kobo, nairaToKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { readDevice } from '../accounts';
import { transaction } from '../db/transaction';
import { withTag } from '../http/etag';
import type { Caller, RawAnswer, Router } from '../http/router';
import { runUnderKey } from '../ledger/operation';
import type { CallerPlace } from '../place/rules';
import { settleLookalikes } from '../lookalikes';
import type { Platform } from '../platform';
import { exclude } from './exclude';
import { confirmLimit, dropPendingLimit, setLimit } from './limits';
import { acknowledgeRealityCheck, answerLimitsOffer, setRealityCheck } from './reality-check';
import { readProtection, readTag } from './read-protection';

/** The caller and the place that the call comes from. */
interface CallContext {
  readonly caller: Caller;
  readonly place: CallerPlace;
}

interface KeyedChange {
  readonly key: string;
  readonly kind: 'set-limit' | 'exclude';
  readonly body: unknown;
  /** The HTTP status of success. */
  readonly status: number;
}

/** Registers the calls about limits, the reality check, breaks and exclusion. */
export function registerProtection(router: Router, platform: Platform): void {
  const { pool, readPool, now } = platform;
  const readCallersProtection = (tx: PoolClient, { caller: { userId }, place }: CallContext): Promise<Protection> =>
    readProtection(tx, { userId, now: now(), place });

  /** Changes something in a transaction and answers with the protection that then applies. */
  const applyChange = (call: CallContext, change: (tx: PoolClient) => Promise<void>): Promise<Protection> =>
    transaction(pool, async (tx) => {
      await change(tx);
      return readCallersProtection(tx, call);
    });

  /** Does the same at most once for each key: a repeated key gets the first answer again. */
  const applyChangeOnce = (call: CallContext & KeyedChange, change: (tx: PoolClient) => Promise<void>): Promise<RawAnswer> => {
    const { caller: { userId }, key, kind, body, status } = call;
    const effect = async (tx: PoolClient) => {
      await change(tx);
      return { status, body: await readCallersProtection(tx, call) };
    };
    return transaction(pool, (tx, defer) => runUnderKey(tx, platform, { userId, key, kind, body }, effect, defer), { savepointFirst: true });
  };

  router.on(contract.getProtection, async (call) => {
    const query = { userId: call.params.userId, now: now(), place: call.place };
    const { tag, player } = await readTag(readPool, query);
    return withTag(call, tag, () => readProtection(readPool, query, player));
  });

  router.on(contract.setLimit, ({ params, body, caller, key, place }) => {
    const request = { ...params, sessionHash: caller.sessionHash, amount: toKobo(body.amount) };
    return applyChangeOnce({ caller, place, key, kind: 'set-limit', body: { ...params, ...body }, status: 200 }, (tx) =>
      setLimit(tx, now, request, body.onlyLower === true),
    );
  });
  router.on(contract.confirmLimit, (call) => {
    const request = { ...call.params, sessionHash: call.caller.sessionHash, amount: toKobo(call.body.amount) };
    return applyChange(call, (tx) => confirmLimit(tx, now, request));
  });
  router.on(contract.dropPendingLimit, (call) =>
    applyChange(call, (tx) => dropPendingLimit(tx, now, { ...call.params, sessionHash: call.caller.sessionHash })),
  );

  router.on(contract.setRealityCheck, (call) =>
    applyChange(call, (tx) => setRealityCheck(tx, now, call.caller, call.body.minutes)),
  );
  router.on(contract.acknowledgeRealityCheck, (call) => applyChange(call, (tx) => acknowledgeRealityCheck(tx, now, call.caller, call.place)));
  router.on(contract.answerLimitsOffer, (call) => applyChange(call, (tx) => answerLimitsOffer(tx, now, call.caller)));

  router.on(contract.exclude, async ({ caller, body, key, place, request }) => {
    const answer = await applyChangeOnce({ caller, place, key, kind: 'exclude', body, status: 201 }, (tx) =>
      exclude(tx, platform, { ...caller, ...body, device: readDevice(request) }),
    );
    await settleLookalikes(platform, [caller.userId], { isProtection: true });
    return answer;
  });
}

/** The contract has checked that the amount is whole kobo, so NaN never arises here. */
function toKobo(amount: number | null): Kobo | null {
  return amount === null ? null : (nairaToKobo(amount) ?? kobo(NaN));
}
