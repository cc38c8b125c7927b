import { describe, expect, it } from 'vitest';
import type { Draws } from '../../../../src/core/fairness/draws';
import { addFractions, fraction, fractionToPercent, multiplyFractions, subtractFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { blackjackEngine, blackjackPoints, blackjackView, cardValue } from '../../../../src/core/games/blackjack';
import type { BlackjackMove, BlackjackState } from '../../../../src/core/games/blackjack';
import { BLACKJACK_STRATEGY } from '../../../../src/core/games/blackjack-strategy';
import { kobo } from '../../../../src/core/money';
import { isLong } from '../../../support/seeds';
import { VALUES, bestReturn, dealerBlackjack, double, handOf, letterOf, ranksOf, stand, withCard } from './blackjack-best-play';
import { scriptedDraws } from './slots-support';

const stake = kobo(100);
const UPS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1];
/** A card that counts `value`. */
const card = (value: number): number => value - 1;
const row = (letter: (up: number) => string): string => UPS.map(letter).join('');

function played(moves: readonly BlackjackMove[], draws: Draws): BlackjackState {
  let state = blackjackEngine.start({ stake, bet: {}, draws });
  for (const kind of moves) {
    if (blackjackEngine.isOver(state)) break;
    const next = blackjackEngine.act(state, { kind }, draws);
    if (!next) throw new Error(`${kind} is not possible`);
    state = next;
  }
  if (!blackjackEngine.isOver(state)) throw new Error('the round is not over');
  return state;
}
const byValues = (...values: readonly number[]) => scriptedDraws(values.map(card));

/** One error for all: there are hundreds of thousands, and each new one would write down its stack. */
const OUT_OF_CARDS = new Error('out of cards');

/** Returns what the engine pays on average after these first cards, over every possible run of further cards. */
function enumerated(dealt: readonly number[], moves: readonly BlackjackMove[]): Fraction {
  const byLength = new Map<number, bigint>();
  const walk = (values: readonly number[], ranks: bigint): void => {
    let used = 0;
    const below = (): number => {
      const value = values[used];
      if (value === undefined) throw OUT_OF_CARDS;
      used += 1;
      return card(value);
    };
    try {
      const win = blackjackEngine.win(played(moves, { below, used: () => used }));
      byLength.set(values.length, (byLength.get(values.length) ?? 0n) + ranks * BigInt(win));
    } catch (error) {
      if (error !== OUT_OF_CARDS) throw error;
      for (const value of VALUES) walk([...values, value], ranks * ranksOf(value));
    }
  };
  walk(dealt, 1n);
  return [...byLength]
    .map(([length, paid]) => fraction(paid, BigInt(stake) * 13n ** BigInt(length - dealt.length)))
    .reduce(addFractions);
}

/** First stakes that come back when the hand is worth `worth` unless the dealer has a blackjack. */
const returned = (up: number, worth: Fraction, staked = 1n): Fraction =>
  multiplyFractions(subtractFractions(fraction(1n), dealerBlackjack(up)), addFractions(fraction(staked), worth));

describe('the return of blackjack', () => {
  it('with best play is declared exactly as dynamic programming finds it', () => {
    const rtp = bestReturn();
    console.log(`blackjack: ${fractionToPercent(rtp, 8)} = ${rtp.numerator}/${rtp.denominator}`);
    expect(blackjackEngine.rtp).toEqual(rtp);
    expect(fractionToPercent(rtp, 5)).toBe('99.42961%');
  });

  it('is reached by the strategy table of the rules page, every cell of it', () => {
    const hard = Array.from({ length: 17 }, (_, i) => row((up) => letterOf({ points: i + 4, isSoft: false }, up)));
    const soft = Array.from({ length: 9 }, (_, i) => row((up) => letterOf({ points: i + 12, isSoft: true }, up)));
    const pair = VALUES.map((value) => row((up) => letterOf(handOf(value, value), up, value)));
    expect(BLACKJACK_STRATEGY).toEqual({ hard, soft, pair });
  });

  it.each([[10, 2], [10, 7], [10, 10], [1, 6], [1, 10]])('of %d and %d, stood on, is what the engine pays over all cards', (a, b) => {
    for (const up of [2, 6, 10, 1]) {
      const worth = a + b === 11 ? fraction(3n, 2n) : stand(handOf(a, b), up);
      const tie = a + b === 11 ? dealerBlackjack(up) : fraction(0n);
      expect(enumerated([a, up, b], ['stand'])).toEqual(addFractions(returned(up, worth), tie));
    }
  });

  it('of a doubled eleven and of split eights, stood on, is what the engine pays over all cards', () => {
    for (const up of [6, 9]) expect(enumerated([5, up, 6], ['double'])).toEqual(returned(up, double(handOf(5, 6), up), 2n));
    // Behind a six the dealer draws most, and there are far more runs of cards than behind a ten.
    for (const up of isLong ? [6, 10] : [10]) {
      const worth = VALUES.map((value) => multiplyFractions(fraction(2n * ranksOf(value), 13n), stand(withCard(handOf(8), value), up)));
      expect(enumerated([8, up, 8], ['split', 'stand', 'stand'])).toEqual(returned(up, worth.reduce(addFractions), 2n));
    }
  });
});

describe('a round of blackjack', () => {
  const winOf = (moves: readonly BlackjackMove[], ...values: readonly number[]) => {
    const draws = byValues(...values);
    const state = played(moves, draws);
    expect(draws.used()).toBe(values.length);
    return [blackjackEngine.win(state), blackjackEngine.staked(state)];
  };

  it.each<[string, BlackjackMove[], number[], [number, number]]>([
    ['pays a blackjack 3:2 and draws nothing more', [], [1, 6, 10, 5], [250, 100]],
    ['gives the stake back when both have a blackjack', [], [1, 10, 10, 1], [100, 100]],
    ['ends at once when the dealer has a blackjack behind a ten', [], [10, 10, 10, 1], [0, 100]],
    ['ends at once when the dealer has a blackjack behind an ace', [], [5, 1, 6, 10], [0, 100]],
    ['lets the dealer stand on soft 17', ['stand'], [10, 1, 8, 6], [200, 100]],
    ['gives the stake back for as many points', ['stand'], [10, 10, 8, 8], [100, 100]],
    ['is lost above 21, and the dealer draws nothing', ['hit'], [10, 6, 6, 10, 10], [0, 100]],
    ['stands by itself on 21', ['hit'], [5, 10, 6, 10, 10], [200, 100]],
    ['doubles for one card', ['double'], [5, 10, 6, 7, 9], [400, 200]],
    ['doubles any two, a soft hand too', ['double'], [1, 6, 7, 10, 10, 10], [400, 200]],
    ['splits aces for one card each, and 21 is no blackjack', ['split'], [1, 7, 1, 10, 10, 5], [200, 200]],
    ['doubles both hands of a split', ['split', 'double', 'double'], [8, 6, 8, 10, 3, 3, 10, 10, 10], [800, 400]],
    ['takes a second hand that is left when the first is lost', ['split', 'hit', 'stand'], [8, 6, 8, 10, 10, 10, 10, 10], [200, 200]],
  ])('%s', (_, moves, values, paid) => {
    expect(winOf(moves, ...values)).toEqual(paid);
  });

  it('offers to split a pair of one value once, and nothing but hit and stand from the third card on', () => {
    const can = (state: BlackjackState) => blackjackEngine.view(state).can;
    const draws = scriptedDraws([9, 4, 11, 4, 10, 12, 0]);
    const dealt = blackjackEngine.start({ stake, bet: {}, draws });
    expect(can(dealt)).toEqual(['hit', 'stand', 'double', 'split']);
    const split = blackjackEngine.act(dealt, { kind: 'split' }, draws);
    if (!split) throw new Error('ten and queen can be split');
    expect(can(split)).toEqual(['hit', 'stand', 'double']);
    expect(blackjackEngine.act(split, { kind: 'split' }, draws)).toBeNull();
    const three = blackjackEngine.start({ stake, bet: {}, draws: byValues(2, 6, 3, 6) });
    const hit = blackjackEngine.act(three, { kind: 'hit' }, byValues(4));
    if (!hit) throw new Error('five can be hit');
    expect(can(hit)).toEqual(['hit', 'stand']);
    expect(blackjackEngine.act(hit, { kind: 'double' }, byValues(4))).toBeNull();
  });

  it('shows the same view whatever the hole card is, until it is over', () => {
    const views = Array.from({ length: 52 }, (_, hole) =>
      blackjackEngine.view(blackjackEngine.start({ stake, bet: {}, draws: scriptedDraws([9, 5, 6, hole]) })),
    );
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1);
    expect(views.every((view) => blackjackView.safeParse(view).success)).toBe(true);
  });

  it('left alone stands on every open hand', () => {
    const draws = byValues(8, 6, 8, 10, 2, 3, 10);
    const dealt = blackjackEngine.start({ stake, bet: {}, draws });
    const split = blackjackEngine.act(dealt, { kind: 'split' }, draws);
    const settled = split && blackjackEngine.settleAbandoned(split, draws);
    expect(settled && [blackjackEngine.isOver(settled), blackjackEngine.win(settled)]).toEqual([true, 400]);
  });
});

it('cards count as on the table: an ace 11 or 1, faces 10, suits nothing', () => {
  for (let suit = 0; suit < 4; suit += 1) {
    const values = Array.from({ length: 13 }, (_, rank) => cardValue(13 * suit + rank));
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
  }
  expect(blackjackPoints([0, 13])).toEqual({ points: 12, isSoft: true });
  expect(blackjackPoints([0, 5, 9])).toEqual({ points: 17, isSoft: false });
  expect(blackjackPoints([0, 9])).toEqual({ points: 21, isSoft: true });
});
