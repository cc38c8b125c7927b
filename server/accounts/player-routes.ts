import * as consents from '../../src/core/contract/consents';
import * as contract from '../../src/core/contract/player';
import { CURRENCY, IDEMPOTENCY_KEY_PATTERN } from '../../src/core/contract/primitives';
import { koboToNaira } from '../../src/core/money';
import { transaction } from '../db/transaction';
import { forReads } from '../foundation';
import { withTag } from '../http/etag';
import type { Router } from '../http/router';
import { readBalance, readBalanceVersion } from '../ledger/accounts';
import type { Platform } from '../platform';
import { readAccount, readProfile, readProfileTag } from './account';
import { readConsentReceipts } from './consent-receipts';
import { consentTime } from './consent-time';
import { giveConsents, readConsents, toProfileConsents, withdrawConsent } from './consents';

/** Registers the calls for profile, balance, consents and account. A poll reads one indexed row and gets 304 where nothing changed. */
export function registerPlayer(router: Router, platform: Platform): void {
  const reads = forReads(platform);
  const { pool } = reads;

  router.on(contract.getProfile, async (call) =>
    withTag(call, await readProfileTag(reads, call.params.userId), () => readProfile(reads, call.params.userId)),
  );

  router.on(contract.getAccount, ({ caller }) => readAccount(reads, caller));

  router.on(contract.getBalance, async (call) => {
    const { userId } = call.params;
    const balanceVersion = await readBalanceVersion(pool, userId);
    void call.reply.header(contract.BALANCE_VERSION_HEADER, balanceVersion);
    return withTag(call, `b${balanceVersion}`, async () => {
      const { real, held, version } = await readBalance(pool, userId);
      // Money may have moved since we read the version, so the headers take the version that was read with the figures.
      void call.reply.header(contract.BALANCE_VERSION_HEADER, version).header('etag', `"b${version}"`);
      return {
        items: [
          { type: 'Held', amount: koboToNaira(held), currency: CURRENCY },
          { type: 'Real', amount: koboToNaira(real), currency: CURRENCY },
        ],
      };
    });
  }, {
    lane: 'poll',
    knownTag: ({ versions: { balance } }, reply) => {
      void reply.header(contract.BALANCE_VERSION_HEADER, balance);
      return `b${balance}`;
    },
  });

  registerConsents(router, platform);
}

function registerConsents(router: Router, { pool, readPool, now }: Platform): void {
  router.on(consents.postConsent, async ({ params, body }) => {
    const at = now();
    const givenConsents = body.items.map(({ tagCode, implied = false, ...clientTimes }) => ({
      tag: tagCode, isImplied: implied, ...consentTime(clientTimes, at),
    }));
    await transaction(pool, (tx) => giveConsents(tx, params.userId, givenConsents, 'app'));
    const currentConsents = toProfileConsents(await readConsents(pool, params.userId));
    const statusOf = (tag: string) => (currentConsents[tag] === true ? 'Accepted' : 'Withdrawn');
    return { items: body.items.map(({ tagCode }) => ({ tagCode, status: statusOf(tagCode) })) };
  });

  router.on(consents.deleteConsent, async ({ params, request }) => {
    const { 'idempotency-key': key } = request.headers;
    const validKey = typeof key === 'string' && IDEMPOTENCY_KEY_PATTERN.test(key) ? key : null;
    await transaction(pool, (tx) => withdrawConsent(tx, params.userId, params.tagCode, now(), { key: validKey }));
    return undefined;
  });

  router.on(consents.listConsents, ({ params, query }) => readConsentReceipts(readPool, params.userId, query));
}
