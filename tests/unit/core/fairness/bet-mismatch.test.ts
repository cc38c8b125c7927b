import { describe, expect, it } from 'vitest';
import type { RoundAnswer } from '../../../../src/core/contract/games';
import { betMismatch } from '../../../../src/core/fairness/bet-mismatch';
import { namedSeedsOf, mismatchOf, mismatchOfListed } from '../../../../src/core/fairness/intent-mismatch';
import type { IntentOf } from '../../../../src/core/intent';

const seeds = { commit: 'c'.repeat(64), clientSeed: 'mine', nonce: 4 };
const sent = { gameId: 'dice', seeds, bet: { under: 4_950 }, stake: 100 };
const answered = { gameId: 'dice', fairness: seeds, bet: { under: 4_950 }, stake: 100 };

describe('an answer beside the bet that was sent', () => {
  it.each([
    [null, {}],
    [null, { bet: undefined }],
    ['seeds', { fairness: { ...seeds, commit: 'd'.repeat(64) } }],
    ['seeds', { fairness: { ...seeds, clientSeed: 'ground' } }],
    ['seeds', { fairness: { ...seeds, nonce: 5 } }],
    ['game', { gameId: 'plinko' }],
    ['bet', { bet: { under: 5_050 } }],
    ['stake', { stake: 200 }],
    [null, { stake: 200, firstStake: 100 }],
  ] as const)('says %s otherwise with %o', (mismatch, change) => {
    expect(betMismatch(sent, { ...answered, ...change })).toBe(mismatch);
  });

  it('must have the part that the bet brought, and no other', () => {
    const part = '0123456789abcdef'.repeat(2);
    const bet = { ...sent, seeds: { ...seeds, part } };
    const drawnWith = (clientSeed: string) => betMismatch(bet, { ...answered, fairness: { ...seeds, clientSeed } });
    expect(drawnWith(`mine ${part}`)).toBeNull();
    for (const other of ['mine', `mine ${'f'.repeat(32)}`, `mine:${part}`, `mine${part}`, `else ${part}`]) expect(drawnWith(other)).toBe('seeds');
    expect(betMismatch(sent, { ...answered, fairness: { ...seeds, clientSeed: `mine ${part}` } })).toBe('seeds');
  });

  it('is not compared where the bet named no draw', () => {
    expect(betMismatch({ ...sent, seeds: undefined }, { ...answered, gameId: 'plinko' })).toBeNull();
  });

  it('may spell the same bet in another order', () => {
    expect(betMismatch({ ...sent, bet: { a: 1, b: { c: 2, d: 3 } } }, { ...answered, bet: { b: { d: 3, c: 2 }, a: 1 } })).toBeNull();
  });
});

describe('the answer to an intent', () => {
  const answer: RoundAnswer = {
    roundId: 'r1', gameId: 'mines', state: 'open', step: 0, stake: 100, firstStake: 100, currency: 'NGN', outcome: {}, win: 0, balance: 900, version: 2,
    fairness: seeds, bet: { mines: 3 }, actions: [], at: '2026-11-21T08:13:00Z',
  };
  const base = { userId: 'a', gameId: 'mines', state: 'confirmed', at: 1, sentAt: 1, refusal: null } as const;
  const start = (body: Partial<IntentOf<'round'>['body']> = {}): IntentOf<'round'> => ({
    ...base, key: 'k1', kind: 'round', body: { stake: 100, currency: 'NGN', bet: { mines: 3 }, seeds, ...body }, answer,
  });
  const step: IntentOf<'action'> = { ...base, key: 'k2', kind: 'action', body: { roundId: 'r1', step: 0, action: { kind: 'open', cell: 1 }, seeds }, answer: { ...answer, step: 1, actions: [{ kind: 'open', cell: 1 }] } };
  const other = { ...answer, fairness: { ...seeds, commit: 'e'.repeat(64) } };

  it('is compared with its own bet, a step with the bet that began the round, too', () => {
    expect(mismatchOf(start(), answer, [])).toBeNull();
    expect(mismatchOf(start(), other, [])).toBe('seeds');
    expect(mismatchOf(step, step.answer ?? answer, [start()])).toBeNull();
    expect(mismatchOf(step, other, [start()])).toBe('seeds');
    // The step went along with what the platform had said by then; the bet that began the round did not.
    expect(mismatchOf({ ...step, body: { roundId: 'r1', step: 0, action: {}, seeds: other.fairness } }, other, [start()])).toBe('seeds');
  });

  it('has the stake that was sent, of a free spin, too', () => {
    expect(mismatchOf(start({ stake: 100, freeSpinOf: 'w1' }), answer, [])).toBeNull();
    expect(mismatchOf(start({ stake: 50, freeSpinOf: 'w1' }), answer, [])).toBe('stake');
    expect(mismatchOf(start({ stake: 50 }), answer, [])).toBe('stake');
  });

  it('in a list is compared where this device began the round', () => {
    expect(mismatchOfListed(other, [start()])).toBe('seeds');
    expect(mismatchOfListed(other, [])).toBeNull();
    expect(namedSeedsOf(step, 'r1', [start()])).toEqual(seeds);
    expect(namedSeedsOf(step, 'r1', [])).toBeUndefined();
  });
});
