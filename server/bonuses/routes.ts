import * as contract from '../../src/core/contract/bonuses';
import { getBonusWallet } from '../../src/core/contract/player';
import { withTag } from '../http/etag';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { forfeitBonus } from './forfeit-bonus';
import { NO_WALLETS_TAG, bonusesTag, listBonuses, readBonusWallet, walletsTag } from './read-bonuses';

/** Registers the calls about bonuses: the short list for polls, the full list, and forfeiting one. */
export function registerBonuses(router: Router, platform: Platform): void {
  const { readPool: pool, now } = platform;

  // The tag is read first. A change in between is then answered with the older tag, so the next poll reads it again.
  router.on(getBonusWallet, async (call) => {
    const { userId } = call.params;
    const at = now();
    return withTag(call, await walletsTag(pool, userId, at), () => readBonusWallet(pool, userId, at));
  }, { lane: 'poll', knownTag: ({ versions }) => (versions.bonuses === 0 ? NO_WALLETS_TAG : null) });

  router.on(contract.listBonuses, async (call) => {
    const { params: { userId }, query, place } = call;
    const at = now();
    return withTag(call, await bonusesTag(pool, userId, query, place, at), () => listBonuses(pool, userId, query, place, at));
  });

  router.on(contract.forfeitBonus, ({ params, body, key }) => forfeitBonus(platform, { ...params, ...body, key }));
}
