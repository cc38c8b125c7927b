/** Who can claim what, and when: each rule at its borders, with the clock that the test turns. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { readPromotions } from '../../server/promotions/promotion-rows';
import { termsOf, toPromotion } from '../../server/promotions/terms';
import { findViolations } from '../../server/ledger/invariants';
import { SHIPPED_PROMOTIONS } from '../../src/core/shipped-promotions';
import { ELSEWHERE } from '../support/caller-places';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';

/** Lagos is an hour ahead of UTC: Friday 27 November 2026 goes from 26 Nov 23:00 to 27 Nov 23:00. */
const THURSDAY_END = '2026-11-26T22:59:59.999Z';
const FRIDAY = '2026-11-26T23:00:00.000Z';
const FRIDAY_END = '2026-11-27T22:59:59.999Z';
const SATURDAY = '2026-11-27T23:00:00.000Z';
const NEXT_FRIDAY = '2026-12-03T23:00:00.000Z';

let stage: PromotionStage;
let pool: PromotionStage['database']['pool'];
beforeAll(async () => {
  stage = await promotionStage();
  ({ pool } = stage.database);
});
afterAll(() => stage.database.close());
beforeEach(() => stage.at('2026-11-25T10:00:00.000Z'));

const player = () => makePlayer(pool);
const claimed = { status: 201 };
const refused = (reason: string) => ({ status: 409, code: 'not-claimable', reason });
const asPromised = (userId: string, promotionId: Parameters<PromotionStage['claim']>[1]) => stage.claimable(userId, promotionId);

describe('the terms at the start', () => {
  it('are those that were ordered', async () => {
    const rows = await readPromotions(stage.platform);
    expect(rows.map((row) => [row.promotion_id, row.enabled, termsOf(row)])).toEqual([
      ['welcome-bonus', true, { kind: 'deposit-match', percent: 100, minDeposit: 500, maxBonus: 10_000, wagering: 10, maxStake: 1_000, validDays: 30, claimDays: 7, weekdays: null, once: 'ever', capTimes: 5, budget: 9_500 }],
      ['free-spins', true, { kind: 'free-spins', gameId: 'adire-gold', spins: 50, stake: 20, wagering: 10, maxStake: 1_000, validDays: 7, capTimes: 5, budget: 900 }],
      ['friday', true, { kind: 'deposit-match', percent: 25, minDeposit: 500, maxBonus: 2_500, wagering: 10, maxStake: 1_000, validDays: 30, claimDays: 1, weekdays: [5], once: 'week', capTimes: 5, budget: 2_400 }],
      ['giveaway', true, { kind: 'draw', prizes: [100_000, 50_000, 10_000, 10_000, 10_000] }],
    ]);
  });

  it('are the ones that the app ships with', async () => {
    const rows = await readPromotions(stage.platform);
    expect(Object.fromEntries(rows.map((row) => [row.promotion_id, termsOf(row)]))).toEqual(SHIPPED_PROMOTIONS);
  });
});

describe('the welcome bonus', () => {
  it('waits a week for its deposit, and is there once ever', async () => {
    const userId = await player();
    expect(await asPromised(userId, 'welcome-bonus')).toMatchObject({ canClaim: true, reason: null });
    const { claimed: answer } = await stage.claim(userId, 'welcome-bonus');
    expect(answer).toMatchObject({ promotionId: 'welcome-bonus', entry: null, bonus: { status: 'pending', expiresAt: '2026-12-02T10:00:00.000Z', maxStake: 1_000 } });
    stage.at('2027-11-25T10:00:00.000Z');
    await pool.query(`UPDATE bonus_wallet SET state = 'active', activated_at = claimed_at WHERE user_id = $1`, [userId]);
    expect(await stage.claim(userId, 'welcome-bonus')).toEqual(refused('claimed'));
    expect(await asPromised(userId, 'welcome-bonus')).toEqual({
      promotionId: 'welcome-bonus', canClaim: false, reason: 'claimed', from: null, walletId: answer?.bonus?.walletId, entryIds: [],
    });
  });

  it('is claimed once by many claims at the same moment', async () => {
    const userId = await player();
    const answers = await Promise.all(Array.from({ length: 8 }, () => stage.claim(userId, 'welcome-bonus')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await stage.wallets(userId, 'welcome-bonus')).toHaveLength(1);
  });

  it('is claimed once by many deposits at the same moment, and only that one is started', async () => {
    const userId = await player();
    const promotion = { promotionId: 'welcome-bonus' as const, version: await stage.versionOf('welcome-bonus') };
    const answers = await Promise.all([1_000, 2_000, 3_000, 4_000].map((amount) => stage.cashier.tryStart(userId, amount, newKey(), { promotion })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await stage.wallets(userId, 'welcome-bonus')).toHaveLength(1);
  });

  it('is answered as the first time when the same key comes again', async () => {
    const userId = await player();
    const key = newKey();
    const first = await stage.claim(userId, 'welcome-bonus', { key });
    expect(first).toMatchObject(claimed);
    expect(await stage.claim(userId, 'welcome-bonus', { key })).toEqual(first);
    expect(await stage.wallets(userId, 'welcome-bonus')).toHaveLength(1);
  });

  it('can be claimed again when no deposit came for it, because nothing was granted', async () => {
    const userId = await player();
    await stage.claim(userId, 'welcome-bonus');
    await pool.query(`UPDATE bonus_wallet SET state = 'expired', ended_at = expires_at, end_reason = 'expired' WHERE user_id = $1`, [userId]);
    expect(await stage.claim(userId, 'welcome-bonus')).toMatchObject(claimed);
  });
});

describe('free spins', () => {
  it('are there at once, 50 of ₦20, and once ever', async () => {
    const userId = await player();
    await stage.verify(userId);
    const { claimed: answer } = await stage.claim(userId, 'free-spins');
    expect(answer?.bonus).toMatchObject({
      status: 'active', freeSpins: { gameId: 'adire-gold', count: 50, left: 50, stake: 20 }, expiresAt: '2026-12-02T10:00:00.000Z',
    });
    await pool.query(`UPDATE bonus_wallet SET state = 'forfeited', ended_at = now(), end_reason = 'forfeited' WHERE user_id = $1`, [userId]);
    expect(await stage.claim(userId, 'free-spins')).toEqual(refused('claimed'));
  });
});

describe('Friday', () => {
  it('begins and ends at midnight in Lagos', async () => {
    const [early, first, last, late] = [await player(), await player(), await player(), await player()];
    stage.at(THURSDAY_END);
    expect(await stage.claim(early, 'friday')).toEqual(refused('not-today'));
    expect(await asPromised(early, 'friday')).toMatchObject({ reason: 'not-today', from: FRIDAY });
    stage.at(FRIDAY);
    expect((await stage.claim(first, 'friday')).claimed?.bonus).toMatchObject({ status: 'pending', expiresAt: SATURDAY });
    stage.at(FRIDAY_END);
    expect((await stage.claim(last, 'friday')).claimed?.bonus).toMatchObject({ expiresAt: SATURDAY });
    stage.at(SATURDAY);
    expect(await stage.claim(late, 'friday')).toEqual(refused('not-today'));
    expect(await asPromised(late, 'friday')).toMatchObject({ reason: 'not-today', from: NEXT_FRIDAY });
  });

  it('comes once a week: after a claim the next one is on the next Friday', async () => {
    const userId = await player();
    stage.at(FRIDAY);
    expect(await stage.claim(userId, 'friday')).toMatchObject(claimed);
    expect(await stage.claim(userId, 'friday')).toEqual(refused('claimed'));
    expect(await asPromised(userId, 'friday')).toMatchObject({ reason: 'claimed', from: NEXT_FRIDAY });
    stage.at(NEXT_FRIDAY);
    expect(await asPromised(userId, 'friday')).toMatchObject({ canClaim: true });
    expect(await stage.claim(userId, 'friday')).toMatchObject(claimed);
  });

  it('counts weeks from Monday: on a promotion of every day Sunday and Monday are two weeks', async () => {
    const userId = await player();
    const [terms] = (await readPromotions(stage.platform)).filter(({ promotion_id: id }) => id === 'friday').map(termsOf);
    if (terms?.kind !== 'deposit-match') throw new Error('Friday is a match');
    await stage.change('friday', { terms: { ...terms, weekdays: null } });
    stage.at('2026-11-29T22:59:59.999Z');
    expect(await stage.claim(userId, 'friday')).toMatchObject(claimed);
    expect(await asPromised(userId, 'friday')).toMatchObject({ reason: 'claimed', from: '2026-11-29T23:00:00.000Z' });
    stage.at('2026-11-29T23:00:00.000Z');
    expect(await stage.claim(userId, 'friday')).toMatchObject(claimed);
    await stage.change('friday', { terms });
  });

  it('is for what is paid in on a Friday, too: a deposit that is credited on Saturday brings nothing', async () => {
    const userId = await player();
    stage.at(FRIDAY_END);
    expect(await stage.claim(userId, 'friday')).toMatchObject(claimed);
    stage.at(SATURDAY);
    const { reference, depositId } = await stage.cashier.start(userId, 4_000);
    await stage.cashier.get(await stage.cashier.choose(reference, 'paid'));
    expect([await stage.cashier.readReal(userId), await stage.cashier.countCredits(depositId)]).toEqual([400_000, 1]);
    expect((await stage.wallets(userId, 'friday')).map(({ granted }) => granted)).toEqual([0]);
  });

  it('holds for a deposit that claims it and is started in time, whenever the bank is done', async () => {
    const userId = await player();
    const promotion = { promotionId: 'friday' as const, version: await stage.versionOf('friday') };
    stage.at(THURSDAY_END);
    expect((await stage.cashier.tryStart(userId, 4_000, newKey(), { promotion })).status).toBe(409);
    stage.at(FRIDAY_END);
    const { reference } = await stage.cashier.start(userId, 4_000, newKey(), { promotion });
    stage.at('2026-11-27T23:05:00.000Z');
    await stage.cashier.get(await stage.cashier.choose(reference, 'paid'));
    expect(await stage.wallets(userId, 'friday')).toMatchObject([{ state: 'active', granted: 100_000 }]);
    expect((await stage.cashier.tryStart(userId, 4_000, newKey(), { promotion })).status).toBe(409);
  });
});

describe('two accounts of one person', () => {
  it('have one claim between them: what was given to the second one before is not given again', async () => {
    const [first, second, third] = [await player(), await player(), await player()];
    await stage.giveSpins(second);
    await stage.onePerson(first, second, third);
    expect(await asPromised(first, 'free-spins')).toMatchObject({ canClaim: false, reason: 'identity-used', walletId: null });
    expect(await stage.claim(first, 'free-spins')).toEqual(refused('identity-used'));
    for (const each of [second, third]) expect(await stage.claim(each, 'welcome-bonus')).toMatchObject({ status: 409, code: 'nin-in-use' });
    expect(await stage.claim(first, 'welcome-bonus')).toMatchObject(claimed);
  });

  it('have one claim between them when they claim at the moment at which the second one shows the NIN', async () => {
    for (let again = 0; again < 5; again += 1) {
      const [first, second] = [await player(), await player()];
      await Promise.all([stage.onePerson(first, second), ...[first, second, first, second].map((userId) => stage.claim(userId, 'welcome-bonus'))]);
      const running = (await Promise.all([first, second].map((userId) => stage.wallets(userId, 'welcome-bonus')))).flat().filter(({ end_reason: why }) => why === null);
      expect(running).toHaveLength(1);
    }
  });

  it('leave the claims of another person alone', async () => {
    const [first, other] = [await player(), await player()];
    await stage.onePerson(first);
    await stage.onePerson(other);
    expect(await stage.claim(first, 'welcome-bonus')).toMatchObject(claimed);
    expect(await stage.claim(other, 'welcome-bonus')).toMatchObject(claimed);
  });
});

describe('terms that have changed since they were read', () => {
  it('are sent instead of being claimed', async () => {
    const userId = await player();
    const version = await stage.versionOf('welcome-bonus');
    await stage.change('welcome-bonus', { name: 'Welcome' });
    const current = (await readPromotions(stage.platform)).filter((row) => row.promotion_id === 'welcome-bonus').map(toPromotion)[0];
    expect(await stage.claim(userId, 'welcome-bonus', { version })).toMatchObject({ status: 409, code: 'conflict', current });
    const deposit = await stage.cashier.tryStart(userId, 1_000, newKey(), { promotion: { promotionId: 'welcome-bonus', version } });
    expect([deposit.status, JSON.parse(deposit.text)]).toMatchObject([409, { code: 'conflict', current }]);
    expect(await stage.wallets(userId, 'welcome-bonus')).toEqual([]);
    expect(await stage.claim(userId, 'welcome-bonus')).toMatchObject(claimed);
  });

  it('change nothing of what was claimed before', async () => {
    const userId = await player();
    const [before] = (await readPromotions(stage.platform)).filter((row) => row.promotion_id === 'free-spins').map(termsOf);
    if (before?.kind !== 'free-spins') throw new Error('they are free spins');
    await stage.verify(userId);
    await stage.claim(userId, 'free-spins');
    await stage.change('free-spins', { terms: { ...before, spins: 10 } });
    const { rows } = await pool.query('SELECT spins FROM bonus_wallet WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ spins: 50 }]);
    await stage.change('free-spins', { terms: before });
  });

  it('can be switched off', async () => {
    const userId = await player();
    await stage.change('welcome-bonus', { enabled: false });
    expect(await stage.claim(userId, 'welcome-bonus')).toEqual(refused('switched-off'));
    expect(await asPromised(userId, 'welcome-bonus')).toMatchObject({ canClaim: false, reason: 'switched-off' });
    await stage.change('welcome-bonus', { enabled: true });
  });
});

describe('who can’t claim anything', () => {
  const claims = ['welcome-bonus', 'free-spins'] as const;

  it.each([
    ['who is somewhere that is not served', '', 'place-not-served', 'place'],
    ['who is excluded', `protection = 'excluded', protection_until = '2027-06-01T00:00:00Z', protection_since = created_at`, 'self-excluded', 'excluded'],
    ['who takes a break', `protection = 'cool-off', protection_until = '2026-11-30T00:00:00Z', protection_since = created_at`, 'cool-off', 'cool-off'],
    ['whose e-mail is not activated', 'email_activated_at = NULL', 'email-not-activated', 'email'],
    ['who looks after the house', `role = 'admin'`, 'forbidden', 'admin'],
  ])('%s gets the reason before, and a refusal when claiming', async (_, change, code, reason) => {
    const userId = await player();
    if (change !== '') await pool.query(`UPDATE player SET ${change} WHERE user_id = $1`, [userId]);
    const how = change === '' ? { place: ELSEWHERE } : {};
    for (const promotionId of claims) {
      expect(await stage.claimable(userId, promotionId, how.place)).toMatchObject({ canClaim: false, reason });
      expect(await stage.claim(userId, promotionId, how)).toMatchObject({ code });
      expect(await stage.wallets(userId, promotionId)).toEqual([]);
    }
  });

  it('is told when the break ends', async () => {
    const userId = await player();
    await pool.query(`UPDATE player SET protection = 'cool-off', protection_until = '2026-11-30T00:00:00Z', protection_since = created_at WHERE user_id = $1`, [userId]);
    expect(await asPromised(userId, 'welcome-bonus')).toMatchObject({ reason: 'cool-off', from: '2026-11-30T00:00:00.000Z' });
  });
});

describe('a deposit that claims a promotion', () => {
  const promotionOf = async () => ({ promotion: { promotionId: 'welcome-bonus' as const, version: await stage.versionOf('welcome-bonus') } });

  it('brings the bonus with its credit, once, however often the gateway is asked', async () => {
    const userId = await player();
    const { reference, depositId } = await stage.cashier.start(userId, 80_000, newKey(), await promotionOf());
    expect(await stage.wallets(userId, 'welcome-bonus')).toMatchObject([{ state: 'pending', granted: 0 }]);
    await stage.cashier.choose(reference, 'paid');
    await Promise.all(Array.from({ length: 6 }, () => stage.cashier.notify(stage.cashier.notificationBody(reference))));
    expect([await stage.cashier.readReal(userId), await stage.cashier.countCredits(depositId)]).toEqual([8_000_000, 1]);
    expect(await stage.wallets(userId, 'welcome-bonus')).toMatchObject([{ state: 'active', granted: 1_000_000 }]);
    const { rows } = await pool.query(`SELECT count(*) FROM ledger_transaction WHERE user_id = $1 AND kind = 'bonus-credit'`, [userId]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is credited with its bonus or not at all', async () => {
    const userId = await player();
    const { reference } = await stage.cashier.start(userId, 1_000, newKey(), await promotionOf());
    const link = await stage.cashier.choose(reference, 'paid');
    await pool.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$;
      CREATE TRIGGER breaks BEFORE UPDATE ON bonus_wallet FOR EACH ROW WHEN (NEW.state = 'active') EXECUTE FUNCTION break_off()`);
    await stage.cashier.get(link);
    expect([await stage.cashier.readReal(userId), (await stage.wallets(userId, 'welcome-bonus'))[0]?.state]).toEqual([0, 'pending']);
    await pool.query('DROP TRIGGER breaks ON bonus_wallet');
    await stage.cashier.notify(stage.cashier.notificationBody(reference));
    expect([await stage.cashier.readReal(userId), (await stage.wallets(userId, 'welcome-bonus'))[0]?.granted]).toEqual([100_000, 100_000]);
  });

  it('is the same deposit and the same claim when its key comes again', async () => {
    const userId = await player();
    const key = newKey();
    const how = await promotionOf();
    const first = await stage.cashier.start(userId, 1_000, key, how);
    expect((await stage.cashier.start(userId, 1_000, key, how)).depositId).toBe(first.depositId);
    expect((await refusalOf(stage.cashier.tryStart(userId, 1_000, key))).code).toBe('key-reused');
    expect(await stage.wallets(userId, 'welcome-bonus')).toHaveLength(1);
  });

  it.each(['failed', 'cancelled', 'wrong-amount'] as const)('frees the claim where it ends otherwise: %s', async (outcome) => {
    const userId = await player();
    const { reference } = await stage.cashier.start(userId, 1_000, newKey(), await promotionOf());
    expect(await stage.claim(userId, 'welcome-bonus')).toEqual(refused('claimed'));
    await stage.cashier.get(await stage.cashier.choose(reference, outcome));
    expect(await stage.wallets(userId, 'welcome-bonus')).toMatchObject([{ state: 'forfeited', granted: 0, end_reason: 'deposit-failed' }]);
    expect(await asPromised(userId, 'welcome-bonus')).toMatchObject({ canClaim: true });
    const { reference: second } = await stage.cashier.start(userId, 1_000, newKey(), await promotionOf());
    await stage.cashier.get(await stage.cashier.choose(second, 'paid'));
    expect((await stage.wallets(userId, 'welcome-bonus')).map(({ granted }) => granted).sort()).toEqual([0, 100_000]);
  });

  it('is not there at all where the claim is refused', async () => {
    const userId = await player();
    await stage.claim(userId, 'welcome-bonus');
    const answer = await stage.cashier.tryStart(userId, 1_000, newKey(), await promotionOf());
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([409, { code: 'not-claimable', reason: 'claimed' }]);
    expect((await pool.query('SELECT FROM deposit WHERE user_id = $1', [userId])).rowCount).toBe(0);
  });

  it('has to be large enough, and of a promotion that is a match', async () => {
    const userId = await player();
    const small = await stage.cashier.tryStart(userId, 499.99, newKey(), await promotionOf());
    expect([small.status, JSON.parse(small.text)]).toMatchObject([400, { code: 'validation', errors: [{ field: 'amount' }] }]);
    const spins = { promotionId: 'free-spins' as const, version: await stage.versionOf('free-spins') };
    const other = await stage.cashier.tryStart(userId, 1_000, newKey(), { promotion: spins });
    expect([other.status, JSON.parse(other.text)]).toMatchObject([400, { code: 'validation', errors: [{ field: 'promotion' }] }]);
    expect(await stage.wallets(userId, 'free-spins')).toEqual([]);
  });

  it('claims once when two of them come at the same moment', async () => {
    const userId = await player();
    const how = await promotionOf();
    const answers = await Promise.all([1_000, 2_000].map((naira) => stage.cashier.tryStart(userId, naira, newKey(), how)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await stage.wallets(userId, 'welcome-bonus')).toHaveLength(1);
  });
});

describe('the ledger', () => {
  it('is in order after all of this', async () => {
    expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
  });
});
