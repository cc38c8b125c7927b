import { describe, expect, it } from 'vitest';
import type { Bonus } from '../../../src/core/contract/bonuses';
import { kobo } from '../../../src/core/money';
import { bonusConsequence, bonusOffers, bonusTooSmall, promotionOf } from '../../../src/pages/deposit/bonus-offers';
import { bonusPartOf, bonusPartWords, ownPartOf, realWinOf } from '../../../src/pages/game/rounds/bonus-part';
import { gameBonusOf } from '../../../src/pages/game/money/game-bonus';
import { SHIPPED_PROMOTIONS } from '../../../src/core/shipped-promotions';
import { atStake, costVerdict, endWords, endingWords, leftWords, ruleLines } from '../../../src/pages/shared/bonuses/facts';

const NOW = Date.parse('2026-11-22T09:00:00Z');
const AT = '2026-11-22T00:00:00Z';
const GAME = 'adire-gold';
const bonusOf = (change: Partial<Bonus> = {}): Bonus => ({
  walletId: 'w1', promotionId: 'welcome-bonus', name: 'Welcome bonus', status: 'active', granted: 1_000, current: 800, currency: 'NGN',
  requirement: 30_000, progress: 10_000, maxStake: 1_000, games: null, freeSpins: null, match: null, claimedAt: AT,
  expiresAt: '2026-11-28T09:00:00Z', endedAt: null, endReason: null, converted: 0, lost: 0, version: 2,
  costs: [{ gameId: GAME, name: 'Adire Gold', contribution: 1, cost: 982 }, { gameId: 'x', name: 'X', contribution: 0, cost: null }], ...change,
});
const spins = (left: number) => ({ gameId: GAME, count: 50, left, stake: 20 });

describe('the facts about a bonus', () => {
  it('say what would be lost: money, spins, both, or nothing', () => {
    expect(atStake(bonusOf())).toBe('₦800 of bonus money');
    expect(atStake(bonusOf({ freeSpins: spins(1) }))).toBe('₦800 of bonus money and 1 free spin');
    expect(atStake(bonusOf({ current: 0, freeSpins: spins(12) }))).toBe('12 free spins');
    expect(atStake(bonusOf({ current: 0, freeSpins: spins(0) }))).toBeNull();
  });

  it('say in words when it ends and what is lost then', () => {
    expect(endWords(bonusOf(), NOW)).toBe('Ends in 6 days, on 28/11/2026, 10:00, Lagos time. You would lose ₦800 of bonus money then. Your own money stays.');
    expect(endWords(bonusOf({ status: 'pending', current: 0 }), NOW)).toMatch(/^Waits until 28\/11\/2026, 10:00/);
    expect(endWords(bonusOf({ expiresAt: null }), NOW)).toBe('');
    // Once the wagering is done, only the spins are lost then.
    expect(endWords(bonusOf({ progress: 30_000, freeSpins: spins(1) }), NOW)).toBe(
      'Ends in 6 days, on 28/11/2026, 10:00, Lagos time. The wagering is done: the money in it becomes your own then, or with the last free spin. You would lose 1 free spin then. Your own money stays.',
    );
    expect(leftWords(3 * 3_600_000)).toBe('3 h 00 min');
  });

  it('say whether the wagering is expected to cost more than the bonus has in it', () => {
    expect(costVerdict(bonusOf())).toMatch(/^Even on the cheapest game that is ₦982, more than the ₦800/);
    expect(costVerdict(bonusOf({ current: 1_000 }))).toMatch(/^On the cheapest game that is ₦982; the bonus has ₦1,000 in it/);
    expect(costVerdict(bonusOf({ progress: 30_000 }))).toBeNull();
    expect(costVerdict(bonusOf({ costs: [] }))).toBeNull();
  });

  it('say how it ended', () => {
    expect(endingWords(bonusOf({ endReason: 'met', converted: 500.5 }))).toBe('The wagering was done. ₦500.50 became your own money.');
    expect(endingWords(bonusOf({ endReason: 'met', converted: 5_000, lost: 120 }))).toBe('The wagering was done. ₦5,000 became your own money. ₦120 was above the most it could become, and was lost.');
    expect(endingWords(bonusOf({ endReason: 'withdrawn', lost: 800 }))).toBe('You withdrew a deposit you had not played. ₦800 of bonus money was lost.');
    expect(endingWords(bonusOf({ endReason: 'expired', lost: 800 }))).toBe('It expired. ₦800 of bonus money was lost.');
    expect(endingWords(bonusOf({ endReason: 'deposit-failed' }))).toBe('Its deposit failed. You can claim it again.');
    expect(endingWords(bonusOf({ endReason: 'cool-off' }))).toMatch(/during your break, so it did not begin. .* if it is still offered.$/);
    expect(endingWords(bonusOf({ endReason: 'toString' }))).toBe('Nothing was left in it.');
  });
});

describe('the rules of a running bonus', () => {
  it('are those it was claimed under: what no stake may be above, what it can become, and what ends it', () => {
    const today = bonusOf({ limitsEveryStake: true, mostConverted: 5_000 });
    expect(ruleLines(today, null)).toEqual([
      'While it runs, no stake can be above ₦1,000, even with your own money.',
      'It can become ₦5,000 at most. Anything above that is lost when the wagering is done.',
      'Withdrawing a deposit you have not played ends it.',
    ]);
    expect(ruleLines(bonusOf(), 'Mines')).toEqual(['A stake with this money can be at most ₦1,000.', 'Only in Mines.']);
    expect(ruleLines({ ...today, freeSpins: spins(3), granted: 0, mostConverted: 0 }, null)).toEqual(['While it runs, no stake can be above ₦1,000, even with your own money.']);
  });
});

describe('bonus money in a game', () => {
  it('is in a stake only as far as the balance does not reach', () => {
    expect(gameBonusOf([bonusOf()], GAME, kobo(10_000), kobo(50_000))).toMatchObject({ available: 80_000, inStake: 0, maxStake: 100_000 });
    expect(gameBonusOf([bonusOf()], GAME, kobo(10_000), kobo(4_000))).toMatchObject({ inStake: 6_000, maxStake: 100_000 });
    expect(gameBonusOf([bonusOf()], GAME, null, null)).toMatchObject({ inStake: 0 });
  });

  it('is taken from what ends first, and the smallest maximum of those that are taken from holds', () => {
    const later = bonusOf({ walletId: 'w2', maxStake: 50, expiresAt: '2026-12-20T00:00:00Z' });
    expect(gameBonusOf([later, bonusOf()], GAME, kobo(10_000), kobo(0)).maxStake).toBe(100_000);
    expect(gameBonusOf([later, bonusOf({ current: 40 })], GAME, kobo(10_000), kobo(0)).maxStake).toBe(5_000);
  });

  it('is none of a bonus for other games, one that waits, or one that is over', () => {
    const others = [bonusOf({ games: ['other'] }), bonusOf({ status: 'pending' }), bonusOf({ status: 'forfeited' })];
    expect(gameBonusOf(others, GAME, kobo(10_000), kobo(0))).toEqual({ available: 0, inStake: 0, maxStake: null, mostStake: null, freeSpins: null });
  });

  it('limits every stake in every game while a bonus of today’s terms runs, also one that is empty or for other games', () => {
    const limiting = { limitsEveryStake: true, maxStake: 700 };
    expect(gameBonusOf([bonusOf(limiting)], GAME, kobo(10_000), kobo(50_000))).toMatchObject({ inStake: 0, maxStake: 70_000, mostStake: 70_000 });
    expect(gameBonusOf([bonusOf({ ...limiting, games: ['other'] }), bonusOf({ walletId: 'w2' })], GAME, kobo(10_000), kobo(0))).toMatchObject({ maxStake: 70_000, mostStake: 70_000 });
    expect(gameBonusOf([bonusOf({ ...limiting, current: 0, freeSpins: spins(3) })], 'other', null, null)).toMatchObject({ maxStake: null, mostStake: 70_000 });
    expect(gameBonusOf([bonusOf(), bonusOf({ ...limiting, status: 'pending' })], GAME, kobo(10_000), kobo(0)).mostStake).toBeNull();
  });

  it('has free spins of this game, those that end first, while some are left', () => {
    const first = bonusOf({ walletId: 'w0', expiresAt: '2026-11-23T00:00:00Z', freeSpins: spins(3) });
    expect(gameBonusOf([bonusOf({ freeSpins: spins(9) }), first], GAME, null, null).freeSpins).toEqual({ walletId: 'w0', left: 3, stake: 2_000 });
    expect(gameBonusOf([first], 'other', null, null).freeSpins).toBeNull();
    expect(gameBonusOf([bonusOf({ freeSpins: spins(0) })], GAME, null, null).freeSpins).toBeNull();
  });

  it('is shown for a round apart from the player’s own money', () => {
    const round = { win: 50, bonus: { staked: 6, won: 30 } };
    const part = bonusPartOf(round);
    expect(part).toEqual({ staked: 600, won: 3_000, isFreeSpin: false });
    expect(realWinOf(round, kobo(5_000))).toBe(2_000);
    expect(ownPartOf({ stake: kobo(1_000), win: kobo(5_000) }, part)).toEqual([400, 2_000]);
    expect(part && bonusPartWords(part)).toBe('Of the stake ₦6.00 was bonus money; ₦30.00 of the win went to the bonus.');
    const free = bonusPartOf({ win: 50, freeSpinOf: 'w1' });
    expect(realWinOf({ win: 50, freeSpinOf: 'w1' }, kobo(5_000))).toBe(0);
    expect(ownPartOf({ stake: kobo(2_000), win: kobo(5_000) }, free)).toEqual([0, 0]);
    expect(free && bonusPartWords(free)).toBe('Free spin: ₦50.00 went to the bonus.');
    expect(bonusPartOf({ win: 50 })).toBeNull();
    expect(ownPartOf({ stake: kobo(1), win: kobo(2) }, null)).toEqual([1, 2]);
  });
});

describe('a bonus that goes with a deposit', () => {
  const promotion = { promotionId: 'welcome-bonus', name: 'Welcome bonus', enabled: true, terms: SHIPPED_PROMOTIONS['welcome-bonus'], version: 4, updatedAt: AT };
  const claimable = { promotionId: 'welcome-bonus', canClaim: true, reason: null, from: null, walletId: null, entryIds: [] };

  it('is one that the player can claim now and that matches a deposit', () => {
    expect(bonusOffers([promotion], [claimable])).toHaveLength(1);
    expect(bonusOffers([{ ...promotion, enabled: false }], [claimable])).toEqual([]);
    expect(bonusOffers([promotion], [{ ...claimable, canClaim: false }])).toEqual([]);
    expect(bonusOffers([promotion], [])).toEqual([]);
    expect(bonusOffers([{ ...promotion, promotionId: 'free-spins', terms: SHIPPED_PROMOTIONS['free-spins'] }], [{ ...claimable, promotionId: 'free-spins' }])).toEqual([]);
  });

  it('is sent with the version that was read, and nothing when none is chosen', () => {
    const offers = bonusOffers([promotion], [claimable]);
    expect(promotionOf(offers, 'welcome-bonus')).toEqual({ promotion: { promotionId: 'welcome-bonus', version: 4 } });
    expect(promotionOf(offers, '')).toEqual({});
    expect(promotionOf([], 'welcome-bonus')).toEqual({});
  });

  it('says what it brings and asks, and that the amount is too small for it', () => {
    const offers = bonusOffers([promotion], [claimable]);
    const [offer] = offers;
    if (offer === undefined) throw new Error('There is no offer.');
    expect(bonusConsequence(offer, kobo(100_000))).toBe('Brings ₦1,000 of bonus: ₦10,000 to be staked within 30 days. Your deposit stays your own. While it runs, no stake can be above ₦1,000, and withdrawing the deposit before you have played it ends it. It can become ₦5,000 at most.');
    expect(bonusConsequence(offer, kobo(100_000_000))).toContain('₦10,000 of bonus: ₦100,000');
    expect(bonusConsequence(offer, null)).toContain('up to ₦10,000');
    expect(bonusTooSmall(offers, 'welcome-bonus', kobo(49_999))).toBe('This bonus needs at least ₦500.');
    expect(bonusTooSmall(offers, 'welcome-bonus', kobo(50_000))).toBeNull();
    expect(bonusTooSmall(offers, '', kobo(1))).toBeNull();
  });
});
