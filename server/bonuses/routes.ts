import * as contract from '../../src/core/contract/bonuses';
import { getBonusWallet } from '../../src/core/contract/player';
import { withTag } from '../http/etag';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { forfeitBonus } from './forfeit';
import { bonusesTag, listBonuses, readBonusWallet, walletsTag } from './read';

/** A player's bonuses, in short as they are polled and in full, and giving one up. */
export function registerBonuses(router: Router, platform: Platform): void {
  const { pool, now } = platform;

  // The tag first: what changes in between is told with the older tag, and told again.
  router.on(getBonusWallet, async (call) => {
    const { userId } = call.params;
    const at = now();
    return withTag(call, await walletsTag(pool, userId, at), () => readBonusWallet(pool, userId, at));
  });

  router.on(contract.listBonuses, async (call) => {
    const { userId } = call.params;
    const at = now();
    return withTag(call, await bonusesTag(pool, userId, call.query, at), () => listBonuses(pool, userId, call.query, at));
  });

  router.on(contract.forfeitBonus, ({ params, body, key }) => forfeitBonus(platform, { ...params, ...body, key }));
}
