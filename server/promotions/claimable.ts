/** Lists what a player can claim now, with the reason where they can't. */
import type { Claimable } from '../../src/core/contract/promotions';
import type { CallerPlace } from '../place/rules';
import type { Platform } from '../platform';
import { findClaimBar, readClaimHistory } from './claims';
import { readNextDraw } from './draws/draw-rows';
import { readOwnEntries } from './draws/own-entries';
import { findClaimRefusal } from './claim-refusal';
import { readPromotions } from './promotion-rows';

/** Lists every promotion in its order. This is only a preview: the claim checks again, under locks. */
export async function listClaimable(
  platform: Pick<Platform, 'pool' | 'places' | 'now'>,
  { userId, place }: { readonly userId: string; readonly place: CallerPlace },
): Promise<Claimable[]> {
  const { pool, now } = platform;
  const at = now();
  const [rows, history, bar] = await Promise.all([
    readPromotions(platform), readClaimHistory(pool, userId), findClaimBar(pool, { userId, place, at }),
  ]);
  const items = rows.map(async (row): Promise<Claimable> => {
    const draw = row.kind === 'draw' ? await readNextDraw(pool, row.promotion_id, at) : null;
    const refusal = findClaimRefusal(row, history, draw, at.getTime());
    const { promotion_id: promotionId } = row;
    const own = row.kind === 'draw' ? await readOwnEntries(pool, userId, promotionId) : { entryIds: [] };
    // A claim or entry that the player has comes before a bar, because it stays valid. An entry of a second account does not count.
    const hasClaimed = refusal?.reason === 'claimed' || (refusal?.reason === 'entered' && bar?.reason !== 'second-account');
    if (bar !== null && !hasClaimed) {
      return { promotionId, canClaim: false, reason: bar.reason, from: bar.from?.toISOString() ?? null, walletId: null, ...own };
    }
    if (refusal === null) return { promotionId, canClaim: true, reason: null, from: null, walletId: null, ...own };
    const from = refusal.from === null ? null : new Date(refusal.from).toISOString();
    return { promotionId, canClaim: false, reason: refusal.reason, from, walletId: refusal.walletId, ...own };
  });
  return Promise.all(items);
}
