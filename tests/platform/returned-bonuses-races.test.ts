/** A bonus that comes back with its payout, at the same moment as whatever else changes it, over 16 connections to a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { applyAnswer } from '../../server/cashier/withdrawals/payouts/settle-withdrawal';
import { withdrawalById } from '../../server/cashier/withdrawals/withdrawal-rows';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import type { Platform } from '../../server/platform';
import { exclude } from '../../server/protection/exclude';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { kobo } from '../../src/core/money';
import { giveBonus } from '../support/bonuses';
import { newKey } from '../support/keys';
import { refusePayout, releasePayout, takeUnplayed } from '../support/payout-ends';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { isLong } from '../support/seeds';
import { ask, invariantsOfGivenMoney, paidPlayer } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const TIMES = isLong ? 100 : 3;

let ayo: TestPlatform;
/** Another process, with connections of its own. */
let other: Platform;
beforeAll(async () => {
  ayo = await testPlatform();
  other = { ...ayo.platform, pool: ayo.database.anotherPool({ max: 16 }) };
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, [...invariantsOfGivenMoney(), ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS])).toEqual([]);
  await ayo.close();
});

async function withBonus(): Promise<PaidPlayer> {
  const player = await paidPlayer(ayo, { naira: 10_000, isPlayed: false });
  await giveBonus(ayo.platform, player.userId, 10_000_00);
  return player;
}

const bonusesOf = async ({ userId }: PaidPlayer) =>
  (await ayo.pool.query<{ state: string; end_reason: string | null }>('SELECT state, end_reason FROM bonus_wallet WHERE user_id = $1 ORDER BY claimed_at, wallet_id', [userId])).rows;
const countReturns = async ({ userId }: PaidPlayer) =>
  (await ayo.pool.query(`SELECT FROM ledger_transaction WHERE user_id = $1 AND kind = 'bonus-return'`, [userId])).rowCount;

describe('a bonus that comes back at the same moment', { timeout: 10 * 60_000 }, () => {
  it(`as two processes hear four times that the bank rejected the payout comes back once, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await withBonus();
      const withdrawalId = await takeUnplayed(ada, 6_000);
      await releasePayout(ayo, withdrawalId);
      await ayo.pool.query(`UPDATE withdrawal SET gateway = 'simulator' WHERE withdrawal_id = $1`, [withdrawalId]);
      const row = await withdrawalById(ayo.pool, withdrawalId);
      if (row === null) throw new Error('the withdrawal was just made');
      const answer = { reference: row.reference, state: 'failed', amount: kobo(row.amount), currency: row.currency, reason: 'The account is closed.' } as const;
      await Promise.all([ayo.platform, other, ayo.platform, other].map((platform) => applyAnswer(platform, row, answer, 'notification')));
      expect([await bonusesOf(ada), await countReturns(ada)]).toEqual([[{ state: 'active', end_reason: null }], 1]);
    }
  });

  it(`as another bonus begins is beside it, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await withBonus();
      const withdrawalId = await takeUnplayed(ada, 6_000);
      await Promise.all([refusePayout(ayo, withdrawalId), giveBonus(other, ada.userId, 5_000_00)]);
      expect((await bonusesOf(ada)).map(({ state }) => state)).toEqual(['active', 'active']);
    }
  });

  it(`as its player is excluded does not run after that, ${TIMES} times`, async () => {
    const endReasons = new Map<string, number>();
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await withBonus();
      const withdrawalId = await takeUnplayed(ada, 6_000);
      const request = { userId: ada.userId, sessionHash: '', length: '6-months', device: { userAgent: 'a test', address: '' } } as const;
      await Promise.all([refusePayout(ayo, withdrawalId), transaction(other.pool, (tx) => exclude(tx, other, request))]);
      const [bonus] = await bonusesOf(ada);
      // Either the bonus came back first and then ended with the exclusion, or it stayed ended.
      expect(bonus).toEqual({ state: 'forfeited', end_reason: (await countReturns(ada)) === 1 ? 'excluded' : 'withdrawn' });
      endReasons.set(String(bonus?.end_reason), (endReasons.get(String(bonus?.end_reason)) ?? 0) + 1);
    }
    console.info(`return against exclusion: ${JSON.stringify([...endReasons])}`);
  });

  it(`as the rest of its deposit is asked for runs only where that is refused, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const eve = await withBonus();
      const withdrawalId = await takeUnplayed(eve, 1_000);
      const [, second] = await Promise.all([refusePayout(ayo, withdrawalId), ask(eve, 9_000, newKey(), { unplayed: 'mistake' })]);
      const [bonus] = await bonusesOf(eve);
      if (second.status === 201) expect(bonus?.state).toBe('forfeited');
      else expect([second.problem, bonus?.state]).toMatchObject([{ code: 'bonus-would-end' }, 'active']);
    }
  });

  it(`as another payout comes back that it waits for is back with the second one, ${TIMES} times`, async () => {
    for (let n = 0; n < TIMES; n += 1) {
      const ada = await withBonus();
      const first = await takeUnplayed(ada, 1_000);
      const { withdrawalId: second } = (await ask(ada, 9_000, newKey(), { unplayed: 'mistake' })).data;
      await Promise.all([refusePayout(ayo, first), refusePayout({ ...ayo, platform: other }, second)]);
      expect([await bonusesOf(ada), await countReturns(ada)]).toEqual([[{ state: 'active', end_reason: null }], 1]);
    }
  });
});
