import * as consents from '../../src/core/contract/consents';
import * as contract from '../../src/core/contract/player';
import { CURRENCY, IDEMPOTENCY_KEY_PATTERN } from '../../src/core/contract/primitives';
import { koboToNaira } from '../../src/core/money';
import { transaction } from '../db/transaction';
import { withTag } from '../http/etag';
import type { Router } from '../http/router';
import { readBalance, readBalanceVersion } from '../ledger/accounts';
import type { Platform } from '../platform';
import { profileTag, readAccount, readProfile } from './account';
import { readConsentReceipts } from './consent-receipts';
import { consentTime } from './consent-time';
import { giveConsents, readStanding, toProfile, withdrawConsent } from './consents';

/** Profile, balance, consents and account: what is polled is answered with 304 from one indexed row. */
export function registerPlayer(router: Router, platform: Platform): void {
  const { pool } = platform;

  router.on(contract.getProfile, async (call) =>
    withTag(call, await profileTag(platform, call.params.userId), () => readProfile(platform, call.params.userId)),
  );

  router.on(contract.getAccount, ({ caller }) => readAccount(platform, caller));

  router.on(contract.getBalance, async (call) => {
    const { userId } = call.params;
    const seen = await readBalanceVersion(pool, userId);
    void call.reply.header(contract.BALANCE_VERSION_HEADER, seen);
    return withTag(call, `b${seen}`, async () => {
      const { real, held, version } = await readBalance(pool, userId);
      // Money may have moved since the look at the version: the figures and what they are called belong together.
      void call.reply.header(contract.BALANCE_VERSION_HEADER, version).header('etag', `"b${version}"`);
      return {
        items: [
          { type: 'Held', amount: koboToNaira(held), currency: CURRENCY },
          { type: 'Real', amount: koboToNaira(real), currency: CURRENCY },
        ],
      };
    });
  });

  registerConsents(router, platform);
}

function registerConsents(router: Router, { pool, now }: Platform): void {
  router.on(consents.postConsent, async ({ params, body }) => {
    const at = now();
    const given = body.items.map(({ tagCode, implied = false, ...told }) => ({
      tag: tagCode, isImplied: implied, ...consentTime(told, at),
    }));
    await transaction(pool, (tx) => giveConsents(tx, params.userId, given, 'app'));
    const held = toProfile(await readStanding(pool, params.userId));
    const statusOf = (tag: string) => (held[tag] === true ? 'Accepted' : 'Withdrawn');
    return { items: body.items.map(({ tagCode }) => ({ tagCode, status: statusOf(tagCode) })) };
  });

  router.on(consents.deleteConsent, async ({ params, request }) => {
    const { 'idempotency-key': key } = request.headers;
    const known = typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key) ? key : null;
    await transaction(pool, (tx) => withdrawConsent(tx, params.userId, params.tagCode, now(), { key: known }));
    return undefined;
  });

  router.on(consents.listConsents, ({ params, query }) => readConsentReceipts(pool, params.userId, query));
}
