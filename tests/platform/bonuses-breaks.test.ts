/** A deposit that was paid in time is credited during a break; the bonus that waits for it does not begin then. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import type { PromotionId } from '../../src/core/promotions';
import { newKey } from '../support/keys';
import { makePlayer } from '../support/players';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';

const BREAK_ENDS = '2026-11-26T10:00:00.000Z';

let stage: PromotionStage;
let pool: PromotionStage['database']['pool'];
beforeAll(async () => {
  stage = await promotionStage();
  ({ pool } = stage.database);
});
afterAll(() => stage.database.close());
beforeEach(() => stage.at('2026-11-25T10:00:00.000Z'));
afterEach(async () => expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]));

const promotionOf = async (promotionId: PromotionId) => ({ promotion: { promotionId, version: await stage.versionOf(promotionId) } });
const beginBreak = (userId: string) =>
  pool.query(`UPDATE player SET protection = 'cool-off', protection_until = $2, protection_since = created_at WHERE user_id = $1`, [userId, BREAK_ENDS]);

describe('a deposit that is credited during a break', () => {
  it('brings the money and no bonus, which can be claimed again once the break is over', async () => {
    const userId = await makePlayer(pool);
    const { reference } = await stage.cashier.start(userId, 1_000, newKey(), await promotionOf('welcome-bonus'));
    await beginBreak(userId);
    await stage.cashier.get(await stage.cashier.choose(reference, 'paid'));
    expect(await stage.cashier.readReal(userId)).toBe(100_000);
    expect(await stage.wallets(userId, 'welcome-bonus')).toMatchObject([{ state: 'forfeited', granted: 0, end_reason: 'cool-off' }]);
    expect(await stage.claimable(userId, 'welcome-bonus')).toMatchObject({ canClaim: false, reason: 'cool-off' });
    stage.at(BREAK_ENDS);
    expect(await stage.claimable(userId, 'welcome-bonus')).toMatchObject({ canClaim: true });
    const { reference: second } = await stage.cashier.start(userId, 1_000, newKey(), await promotionOf('welcome-bonus'));
    await stage.cashier.get(await stage.cashier.choose(second, 'paid'));
    expect((await stage.wallets(userId, 'welcome-bonus')).map(({ granted }) => granted).sort()).toEqual([0, 100_000]);
  });

  it('leaves a bonus that waits for any deposit waiting, for one after the break', async () => {
    const userId = await makePlayer(pool);
    await stage.claim(userId, 'welcome-bonus');
    const { reference } = await stage.cashier.start(userId, 1_000, newKey());
    await beginBreak(userId);
    await stage.cashier.get(await stage.cashier.choose(reference, 'paid'));
    expect([await stage.cashier.readReal(userId), await stage.wallets(userId, 'welcome-bonus')]).toMatchObject([100_000, [{ state: 'pending', granted: 0 }]]);
    stage.at(BREAK_ENDS);
    const { reference: second } = await stage.cashier.start(userId, 2_000, newKey());
    await stage.cashier.get(await stage.cashier.choose(second, 'paid'));
    expect(await stage.wallets(userId, 'welcome-bonus')).toMatchObject([{ state: 'active', granted: 200_000 }]);
  });
});
