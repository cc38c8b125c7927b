/** The second step of a posting, without a database: from what is locked follows what is written. */
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../server/http/problem';
import type { LockedPosting } from '../../../server/ledger/lock';
import { planPosting } from '../../../server/ledger/plan';
import type { Move, Posting } from '../../../server/ledger/posting';
import { kobo, ZERO_KOBO } from '../../../src/core/money';
import { entryHash, statementStart } from '../../../src/core/statement';
import { HERE } from '../../support/caller-places';

const AT = new Date('2026-11-21T10:00:00.000Z');
const USER = 'u_1';
const REAL = `real:${USER}`;
const NOTHING = { day: ZERO_KOBO, week: ZERO_KOBO, month: ZERO_KOBO };

const locked = (balance: number, more: Partial<Omit<LockedPosting, 'real'>> & { readonly real?: Partial<LockedPosting['real']> } = {}): LockedPosting => ({
  player: { hasOwnLimits: false, ceilings: [], realityMinutes: 60 },
  others: new Map(),
  limitUsage: null,
  ...more,
  real: {
    balance: kobo(balance), version: 7, chainHash: null, transactionId: 40, entryIds: [1, 2, 3, 4, 5, 6], play: null, bonusWalletCount: 0,
    unplayed: { left: ZERO_KOBO, total: ZERO_KOBO },
    ...more.real,
  },
});
const posting = (moves: readonly Move[]): Posting => ({ userId: USER, kind: 'round', reference: 'r-1', at: AT, place: HERE, moves });
const stake = (amount: number): Move => ({ kind: 'stake', from: 'real', to: 'house', amount: kobo(amount) });
const win = (amount: number): Move => ({ kind: 'win', from: 'house', to: 'real', amount: kobo(amount) });
const hold = (amount: number): Move => ({ kind: 'withdrawal', from: 'real', to: 'held', amount: kobo(amount) });
const giveBack = (amount: number): Move => ({ kind: 'withdrawal-return', from: 'held', to: 'real', amount: kobo(amount) });

function refusalOf(work: () => unknown): ProblemError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the plan of a posting', () => {
  it('gives each of the player’s entries the balance before and after it, and the house’s none', () => {
    const plan = planPosting(posting([stake(300), win(750)]), locked(1_000));
    expect(plan.entries).toEqual([
      { accountId: REAL, kind: 'stake', amount: -300, before: 1_000, after: 700 },
      null,
      null,
      { accountId: REAL, kind: 'win', amount: 750, before: 700, after: 1_450 },
    ]);
    expect(plan.real).toMatchObject({ balanceAfter: 1_450, versionBefore: 7 });
    const entries = plan.entries.filter((entry) => entry !== null);
    expect(plan.result).toEqual({ transactionId: '40', real: { balance: 1_450, version: 8 }, unplayedTaken: 0, unplayedLeft: 0, entries });
  });

  it('has as many ids as legs, though more were drawn', () => {
    expect(planPosting(posting([stake(300), win(0)]), locked(1_000)).entryIds).toEqual([1, 2]);
  });

  it('says what another account of the player gets, beginning with nothing where it is not there', () => {
    const plan = planPosting(posting([hold(400)]), locked(1_000));
    expect(plan.others).toEqual([{ ref: 'held', accountId: `held:${USER}`, delta: 400, needed: 0 }]);
    expect(plan.result.entries.map(({ accountId, before, after }) => [accountId, before, after])).toEqual([[REAL, 1_000, 600], [`held:${USER}`, 0, 400]]);
  });

  it('leaves the real account’s balance as it is where only others are touched', () => {
    const others = new Map([[`held:${USER}`, kobo(250)]]);
    const plan = planPosting(posting([{ kind: 'withdrawal', from: 'held', to: 'gateway', amount: kobo(150) }]), locked(1_000, { others }));
    expect([plan.real.balanceAfter, plan.result.real]).toEqual([1_000, { balance: 1_000, version: 8 }]);
    expect(plan.result.entries).toEqual([{ accountId: `held:${USER}`, kind: 'withdrawal', amount: -150, before: 250, after: 100 }]);
  });

  it('chains the player’s entries to the newest one before', () => {
    const chainHash = 'ab'.repeat(32);
    const { chain } = planPosting(posting([stake(300)]), locked(1_000, { real: { chainHash } }));
    const hashAfter = (start: string) => entryHash(start, {
      entryId: '1', at: AT.toISOString(), kind: 'stake', account: 'real', amount: -300, balanceBefore: 1_000, balanceAfter: 700, reference: 'r-1',
    });
    expect(chain).toEqual({ hashes: [hashAfter(chainHash), null], head: hashAfter(chainHash), entryCount: 1 });
    expect(planPosting(posting([stake(300)]), locked(1_000)).chain.head).toBe(hashAfter(statementStart(USER)));
  });

  it('counts a stake for the day in Lagos, and begins or goes on with the play', () => {
    const plan = planPosting(posting([stake(300), win(750)]), locked(1_000));
    expect(plan.dayRows).toEqual([{ day: '2026-11-21', staked: 300, won: 750, deposited: 0, withdrawn: 0, rounds: 1, playedMs: 0 }]);
    expect(plan.play).toEqual({ startedAt: AT.getTime(), lastCheckAt: AT.getTime(), lastStakeAt: AT.getTime(), staked: 300, won: 750, rounds: 1 });
  });
});

describe('the plan is refused', () => {
  it('where a move takes more than is there, even if a later one would cover it', () => {
    expect(refusalOf(() => planPosting(posting([stake(1_001), win(5_000)]), locked(1_000))).code).toBe('insufficient-funds');
    expect(refusalOf(() => planPosting(posting([giveBack(1)]), locked(1_000))).code).toBe('insufficient-funds');
    expect(planPosting(posting([hold(400), giveBack(400)]), locked(400)).real.balanceAfter).toBe(400);
  });

  it('for a stake, and not for a win, while a reality check is due', () => {
    const startedAt = AT.getTime() - 60 * 60_000;
    const play = { startedAt, lastCheckAt: startedAt, lastStakeAt: AT.getTime() - 1_000, staked: kobo(10), won: kobo(0), rounds: 1 };
    expect(refusalOf(() => planPosting(posting([stake(1)]), locked(1_000, { real: { play } }))).code).toBe('reality-check-due');
    expect(planPosting(posting([win(1)]), locked(1_000, { real: { play } })).real.balanceAfter).toBe(1_001);
  });

  it('for a stake above what is left of a limit, and says which', () => {
    const limitUsage = {
      ownLimits: [{ kind: 'stake', period: 'day', amount: kobo(500) }] as const, claimedAmount: ZERO_KOBO,
      used: { stake: { ...NOTHING, day: kobo(300) }, loss: NOTHING, deposit: NOTHING },
    };
    expect(refusalOf(() => planPosting(posting([stake(201)]), locked(1_000, { limitUsage }))).extra.reason).toBe('stake-day');
    expect(planPosting(posting([stake(200)]), locked(1_000, { limitUsage })).real.balanceAfter).toBe(800);
  });

  it('for too little money first, then for a look that is due, then for a limit', () => {
    const startedAt = AT.getTime() - 60 * 60_000;
    const play = { startedAt, lastCheckAt: startedAt, lastStakeAt: AT.getTime() - 1_000, staked: kobo(10), won: kobo(0), rounds: 1 };
    const limitUsage = { ownLimits: [{ kind: 'stake', period: 'day', amount: kobo(1) }] as const, claimedAmount: ZERO_KOBO, used: { stake: NOTHING, loss: NOTHING, deposit: NOTHING } };
    const codeOf = (balance: number, real = {}) => refusalOf(() => planPosting(posting([stake(100)]), locked(balance, { limitUsage, real }))).code;
    expect([codeOf(99, { play }), codeOf(100, { play }), codeOf(100)]).toEqual(['insufficient-funds', 'reality-check-due', 'limit-exceeded']);
  });

  it('with a RangeError where it makes no sense', () => {
    for (const moves of [[], [win(0)], [{ ...stake(1), amount: kobo(-1) }], [{ ...stake(1), to: 'real' as const }]]) {
      expect(() => planPosting(posting(moves), locked(1_000))).toThrow(RangeError);
    }
  });
});
