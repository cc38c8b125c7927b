import { describe, expect, it } from 'vitest';
import { fractionToNumber } from '../../../../src/core/fraction';
import { blackjackEngine } from '../../../../src/core/games/blackjack';
import { VARIANCES } from '../../../../src/core/games/variances';
import { blackjackMoments, exactVariances } from './exact-variances';

const DECIMALS = 1e4;
const cut = (value: number) => Math.floor(value * DECIMALS) / DECIMALS;

describe('the variance of a game', () => {
  it('is the exact one of its engine, of the calmest and the wildest bet, cut after four decimals', () => {
    const exact = [...exactVariances()].map(([gameId, spread]) => [gameId, spread.map((each) => cut(fractionToNumber(each)))]);
    console.log(exact.map(([gameId, spread]) => `${String(gameId).padEnd(18)} ${String(spread)}`).join('\n'));
    expect(Object.fromEntries(exact)).toEqual(VARIANCES);
  });

  it('is worked out for blackjack as the published strategy plays it: its return is the one that the engine declares', () => {
    expect(blackjackMoments().rtp).toEqual(blackjackEngine.rtp);
  });
});
