/** Free spins belong to a game, and admins can close that game. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlayer } from '../support/players';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';

let stage: PromotionStage;
let pool: PromotionStage['database']['pool'];
beforeAll(async () => {
  stage = await promotionStage();
  ({ pool } = stage.database);
});
afterAll(() => stage.database.close());

describe('free spins on a game that is closed', () => {
  it('can’t be claimed until it is open again; whoever has them keeps them', async () => {
    const [userId, holder] = [await makePlayer(pool), await makePlayer(pool)];
    await stage.verify(userId, holder);
    expect(await stage.claim(holder, 'free-spins')).toMatchObject({ status: 201 });
    await pool.query(`UPDATE game SET enabled = false WHERE game_id = 'adire-gold'`);
    expect(await stage.claimable(userId, 'free-spins')).toMatchObject({ canClaim: false, reason: 'switched-off' });
    expect(await stage.claim(userId, 'free-spins')).toEqual({ status: 409, code: 'not-claimable', reason: 'switched-off' });
    expect(await stage.claimable(holder, 'free-spins')).toMatchObject({ canClaim: false, reason: 'claimed' });
    expect(await stage.claim(userId, 'welcome-bonus')).toMatchObject({ status: 201 });
    await pool.query(`UPDATE game SET enabled = true WHERE game_id = 'adire-gold'`);
    expect(await stage.claim(userId, 'free-spins')).toMatchObject({ status: 201 });
  });
});
