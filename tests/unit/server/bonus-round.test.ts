/** The effects of a round on bonuses, in figures worked out by hand. */
import { describe, expect, it } from 'vitest';
import { planRound } from '../../../server/bonuses/plan-round';
import type { RoundFacts, RoundPlan, Wallet } from '../../../server/bonuses/plan-round';
import type { AccountRef } from '../../../server/ledger/accounts';
import { kobo } from '../../../src/core/money';

const AT = new Date('2026-11-21T10:00:00Z');
const LATER = new Date('2026-11-22T10:00:00Z');

type More = Partial<Record<'requirement' | 'progress' | 'maxStake' | 'spinsLeft', number>> & Partial<Pick<Wallet, 'games' | 'expiresAt' | 'spin' | 'limitsEveryStake' | 'capTimes' | 'claimContributions'>>;

const wallet = (walletId: string, balance: number, more: More = {}): Wallet => ({
  walletId, balance: kobo(balance), granted: kobo(balance), wagering: 10,
  games: more.games ?? null, runsSince: AT, expiresAt: more.expiresAt ?? LATER, spin: more.spin ?? null,
  requirement: kobo(more.requirement ?? balance * 10), progress: kobo(more.progress ?? 0), maxStake: kobo(more.maxStake ?? 100_000),
  limitsEveryStake: more.limitsEveryStake ?? true, capTimes: more.capTimes === undefined ? 5 : more.capTimes,
  claimContributions: more.claimContributions ?? null,
  spinsLeft: more.spinsLeft ?? 0, inPlay: kobo(0),
});
const round = (real: number, stake: number, win: number, more: Partial<RoundFacts> = {}): RoundFacts => ({
  gameId: 'g', stake: kobo(stake), win: kobo(win), risked: kobo(stake), real: kobo(real), contribution: 10_000, scale: 10_000, freeSpinOf: null, at: AT, ...more,
});
type Done = Extract<RoundPlan, { ok: true }>;
const done = (wallets: readonly Wallet[], facts: RoundFacts): Done => {
  const plan = planRound(wallets, facts);
  if (!plan.ok) throw new Error(plan.refusal);
  return plan;
};
const changesOf = ({ changes }: Done) =>
  changes.map(({ after, staked, won, counted, end }) => [after.walletId, staked, won, counted, after.balance, end?.reason ?? null]);
const nameOf = (ref: AccountRef): string => (typeof ref === 'object' ? ref.bonus : ref);
const movesOf = ({ moves }: Done) =>
  moves.filter(({ amount }) => amount > 0).map(({ kind, from, to, amount }) => [kind, nameOf(from), nameOf(to), amount]);

describe('the money of a round', () => {
  it('is the player’s own first, and what is staked so counts all the same', () => {
    const plan = done([wallet('a', 500)], round(1_000, 1_000, 300));
    expect(movesOf(plan)).toEqual([['stake', 'real', 'house', 1_000], ['win', 'house', 'real', 300]]);
    expect(changesOf(plan)).toEqual([['a', 0, 0, 1_000, 500, null]]);
    expect([plan.bonusStaked, plan.bonusWon]).toEqual([0, 0]);
  });

  it('counts nothing where it pays back exactly the stake, whoever’s money it was; a kobo more or less counts in full', () => {
    for (const real of [1_000, 400, 0]) {
      const counted = (win: number): number => done([wallet('a', 1_000)], round(real, 1_000, win)).changes.reduce((sum, change) => sum + change.counted, 0);
      expect([counted(999), counted(1_000), counted(1_001)]).toEqual([1_000, 0, 1_000]);
    }
  });

  it('is then bonus money, one bonus after the other, and wins go back in that proportion', () => {
    const plan = done([wallet('a', 300), wallet('b', 900)], round(100, 1_000, 1_001));
    // 100 + 300 + 600: of 1,001 the bonuses win 900.9, the rest is real; of 900 a third and two thirds.
    expect(movesOf(plan)).toEqual([
      ['stake', 'real', 'house', 100], ['stake', 'a', 'house', 300], ['stake', 'b', 'house', 600],
      ['win', 'house', 'real', 101], ['win', 'house', 'a', 300], ['win', 'house', 'b', 600],
    ]);
  });

  it('gives a kobo that can’t be divided to the player, and among bonuses to the first', () => {
    expect(changesOf(done([wallet('a', 100), wallet('b', 200)], round(0, 300, 100)))).toEqual([['a', 100, 34, 300, 34, null], ['b', 200, 66, 0, 66, null]]);
    expect(done([wallet('a', 1)], round(2, 3, 2)).bonusWon).toBe(0);
  });

  it('is refused where all of it together is not enough, or a bonus in it allows less', () => {
    expect(planRound([wallet('a', 400)], round(599, 1_000, 0))).toEqual({ ok: false, refusal: 'not-enough' });
    expect(planRound([wallet('a', 400, { maxStake: 999 })], round(600, 1_000, 0))).toEqual({ ok: false, refusal: 'stake-too-high', maxStake: 999 });
    expect(planRound([wallet('a', 400, { maxStake: 1_000 })], round(600, 1_000, 0)).ok).toBe(true);
  });

  it('is refused above what any running bonus allows, also where it is the player’s own and where the bonus is for another game', () => {
    const tooHigh = { ok: false, refusal: 'stake-too-high', maxStake: 999 };
    expect(planRound([wallet('a', 400, { maxStake: 999 })], round(1_000, 1_000, 0))).toEqual(tooHigh);
    expect(planRound([wallet('a', 400), wallet('b', 400, { maxStake: 999 })], round(600, 1_000, 0))).toEqual(tooHigh);
    expect(planRound([wallet('a', 400, { maxStake: 999, games: ['other'] })], round(1_000, 1_000, 0))).toEqual(tooHigh);
    expect(planRound([wallet('a', 400, { maxStake: 999, expiresAt: AT })], round(1_000, 1_000, 0)).ok).toBe(true);
  });

  it('is not bound by a bonus of earlier terms that is not taken from', () => {
    const earlier = { maxStake: 999, limitsEveryStake: false };
    expect(planRound([wallet('a', 400, earlier)], round(1_000, 1_000, 0)).ok).toBe(true);
    expect(planRound([wallet('a', 400), wallet('b', 400, earlier)], round(600, 1_000, 0)).ok).toBe(true);
    expect(planRound([wallet('a', 400, earlier)], round(600, 1_000, 0))).toEqual({ ok: false, refusal: 'stake-too-high', maxStake: 999 });
  });

  it('leaves a bonus for other games alone', () => {
    expect(changesOf(done([wallet('a', 400, { games: ['other'] })], round(1_000, 1_000, 0)))).toEqual([]);
    expect(planRound([wallet('a', 400, { games: ['other'] })], round(0, 100, 0))).toEqual({ ok: false, refusal: 'not-enough' });
    expect(changesOf(done([wallet('a', 400, { games: ['g'] })], round(0, 100, 0)))).toEqual([['a', 100, 0, 100, 300, null]]);
  });
});

describe('the stake that counts toward wagering', () => {
  it('is the stake by the game’s contribution, rounded down', () => {
    expect(changesOf(done([wallet('a', 500)], round(1_000, 999, 0, { contribution: 3_333 })))).toEqual([['a', 0, 0, 332, 500, null]]);
    expect(changesOf(done([wallet('a', 500)], round(1_000, 999, 0, { contribution: 0 })))).toEqual([]);
  });

  it('counts for the first bonus until that is met, and for the next one beyond it', () => {
    const plan = done([wallet('a', 500, { requirement: 5_000, progress: 4_900 }), wallet('b', 700)], round(1_000, 1_000, 0));
    expect(changesOf(plan)).toEqual([['a', 0, 0, 100, 0, 'met'], ['b', 0, 0, 900, 700, null]]);
    expect(plan.converted).toBe(500);
    expect(movesOf(plan).slice(1)).toEqual([['bonus', 'a', 'bonus-cost', 500], ['bonus', 'bonus-cost', 'real', 500]]);
  });

  it('makes the win of the same round the player’s own with the rest', () => {
    const plan = done([wallet('a', 500, { requirement: 5_000, progress: 4_500 })], round(0, 500, 2_000));
    expect(changesOf(plan)).toEqual([['a', 500, 2_000, 500, 0, 'met']]);
    expect(plan.converted).toBe(2_000);
  });

  it('makes no more the player’s own than the bonus can become, and the rest goes back to the house’s cost in the same posting', () => {
    const plan = done([wallet('a', 500, { requirement: 5_000, progress: 4_500 })], round(0, 500, 2_501));
    expect(plan.changes[0]?.end).toEqual({ reason: 'met', converted: 2_500, lost: 1 });
    expect(movesOf(plan).slice(2)).toEqual([['bonus', 'a', 'bonus-cost', 2_501], ['bonus', 'bonus-cost', 'real', 2_500]]);
    expect(done([wallet('a', 500, { requirement: 5_000, progress: 4_500, capTimes: null })], round(0, 500, 9_999)).converted).toBe(9_999);
  });

  it('is what the game counted when the bonus was claimed, where that was more, and no stake counts twice', () => {
    const earlier = { claimContributions: { g: 5_000 } };
    const mines = (wallets: readonly Wallet[]) =>
      changesOf(done(wallets, round(2_000, 1_000, 0, { contribution: 1_000 }))).map(([id, , , counted]) => [id, counted]);
    expect(mines([wallet('a', 500, earlier)])).toEqual([['a', 500]]);
    expect(mines([wallet('a', 500, earlier), wallet('b', 500)])).toEqual([['a', 500]]);
    expect(mines([wallet('a', 500), wallet('b', 500, earlier)])).toEqual([['a', 100], ['b', 400]]);
    expect(mines([wallet('a', 500, { claimContributions: { other: 5_000 } })])).toEqual([['a', 100]]);
  });

  it('ends a bonus that is empty before it is met, but not while it has spins', () => {
    expect(changesOf(done([wallet('a', 500)], round(0, 500, 0)))).toEqual([['a', 500, 0, 500, 0, 'played-out']]);
    expect(changesOf(done([wallet('a', 500, { spinsLeft: 1 })], round(0, 500, 0)))).toEqual([['a', 500, 0, 500, 0, null]]);
    expect(changesOf(done([wallet('a', 500, { requirement: 500, spinsLeft: 1 })], round(0, 500, 0)))).toEqual([['a', 500, 0, 500, 0, null]]);
    expect(changesOf(done([wallet('a', 500, { requirement: 500 })], round(0, 500, 0)))).toEqual([['a', 500, 0, 500, 0, 'met']]);
  });

  it('is never taken from a bonus whose time is over; that bonus ends first', () => {
    const plan = done([wallet('a', 500, { expiresAt: AT }), wallet('b', 500)], round(0, 500, 100));
    expect(movesOf(plan)).toEqual([['bonus', 'a', 'bonus-cost', 500], ['stake', 'b', 'house', 500], ['win', 'house', 'b', 100]]);
    expect(changesOf(plan)).toEqual([['a', 0, 0, 0, 0, 'expired'], ['b', 500, 100, 500, 100, null]]);
    expect(done([wallet('a', 500, { expiresAt: new Date(AT.getTime() + 1) })], round(0, 500, 100)).bonusStaked).toBe(500);
    // One with free spins left is left to the sweep, which knows whether their game is closed; then its time stands still, and it is taken.
    expect(changesOf(done([wallet('a', 500, { expiresAt: AT, spinsLeft: 1 }), wallet('b', 500)], round(0, 500, 100)))).toEqual([['b', 500, 100, 500, 100, null]]);
    expect(done([{ ...wallet('a', 500, { spinsLeft: 1 }), expiresAt: null }], round(0, 500, 100)).bonusStaked).toBe(500);
  });
});

describe('a free spin', () => {
  const spins = (left: number, balance = 0, more: Parameters<typeof wallet>[2] = {}) => wallet('s', balance, { spin: { gameId: 'g', stake: kobo(20) }, spinsLeft: left, ...more });

  it('is paid by the house, and its win is the bonus’s, to be wagered', () => {
    const plan = done([wallet('a', 500), spins(2)], round(1_000, 20, 70, { freeSpinOf: 's' }));
    expect(movesOf(plan)).toEqual([['stake', 'bonus-cost', 'house', 20], ['win', 'house', 's', 70]]);
    expect(plan.changes[0]?.after).toMatchObject({ balance: 70, granted: 70, requirement: 700, progress: 0, spinsLeft: 1 });
    expect(plan).toMatchObject({ bonusStaked: 20, bonusWon: 70, converted: 0 });
  });

  it('is for its own game and stake, while there are some left and it lasts', () => {
    const spin = (wallets: readonly Wallet[], facts: Partial<RoundFacts> = {}) => planRound(wallets, round(1_000, 20, 0, { freeSpinOf: 's', ...facts }));
    expect(spin([spins(1)]).ok).toBe(true);
    expect(spin([spins(1)], { gameId: 'other' })).toEqual({ ok: false, refusal: 'spin-elsewhere' });
    expect(spin([spins(1)], { stake: kobo(40) })).toEqual({ ok: false, refusal: 'spin-elsewhere' });
    expect(spin([spins(0)])).toEqual({ ok: false, refusal: 'no-such-spin' });
    expect(spin([wallet('s', 500)])).toEqual({ ok: false, refusal: 'no-such-spin' });
    expect(spin([])).toEqual({ ok: false, refusal: 'no-such-spin' });
    expect(spin([spins(1, 0, { expiresAt: AT })])).toEqual({ ok: false, refusal: 'no-such-spin' });
  });

  it('that was the last ends a bonus that has won nothing, and completes one that is met', () => {
    expect(changesOf(done([spins(1)], round(0, 20, 0, { freeSpinOf: 's' })))).toEqual([['s', 0, 0, 0, 0, 'played-out']]);
    const fulfilled = spins(1, 50, { requirement: 500, progress: 500 });
    expect(changesOf(done([fulfilled], round(0, 20, 0, { freeSpinOf: 's' })))).toEqual([['s', 0, 0, 0, 0, 'met']]);
  });
});
