/** The exact figures of the games that are no slots, for their par sheets. Pure. */
import { addFractions, compareFractions, fraction, multiplyFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { blackjackEngine } from '../../../../src/core/games/blackjack';
import { DICE_FACES, DICE_PAY_SCALE, DICE_UNDER, dicePays, diceReturn } from '../../../../src/core/games/dice';
import { CELLS, MINES_RETURN, minesEngine, minesPays, minesStops } from '../../../../src/core/games/mines';
import type { MinesStop } from '../../../../src/core/games/mines';
import { PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_RISKS, PLINKO_ROWS } from '../../../../src/core/games/plinko';
import type { PlinkoRisk } from '../../../../src/core/games/plinko';
import { POCKETS, SPOTS } from '../../../../src/core/games/roulette';
import { readFraction, writeFraction } from '../../../../src/core/games/rules/par-sheet';
import type { ParFigures } from '../../../../src/core/games/rules/par-sheet';
import type { Kobo } from '../../../../src/core/money';
import { blackjackOdds } from './blackjack';

type BetFigures = NonNullable<ParFigures['bets']>[number];

const sum = (parts: readonly Fraction[]): Fraction => parts.reduce(addFractions, fraction(0n));

/** A bet that pays one amount or nothing. */
function oneWin(bet: string, stakes: Fraction, odds: Fraction): BetFigures {
  const isMore = compareFractions(stakes, fraction(1n)) > 0;
  return {
    bet,
    return: writeFraction(multiplyFractions(stakes, odds)),
    paysSomething: writeFraction(odds),
    paysMoreThanStake: writeFraction(isMore ? odds : fraction(0n)),
    largestWin: { stakes: writeFraction(stakes), odds: writeFraction(odds) },
  };
}

function rouletteFigures(): ParFigures {
  const sizes = [...new Set([...SPOTS.values()].map(({ length }) => length))].toSorted((a, b) => a - b);
  const bets = sizes.map((size) => {
    const name = size === 1 ? 'a spot of 1 number' : `a spot of ${size} numbers`;
    return oneWin(name, fraction(36n, BigInt(size)), fraction(BigInt(size), BigInt(POCKETS)));
  });
  return { return: writeFraction(fraction(36n, 37n)), bets, largestWin: { stakes: '36/1', odds: '1/37', when: 'a single number' } };
}

const SHOWN_TARGETS = [1, 10, 100, 500, 1_000, 2_500, 5_000, 7_500, 9_500, 9_800];

function diceFigures(): ParFigures {
  const all = Array.from({ length: DICE_UNDER.max - DICE_UNDER.min + 1 }, (_, at) => at + DICE_UNDER.min);
  const targets = all.toSorted((a, b) => compareFractions(diceReturn(a), diceReturn(b)));
  const [least = DICE_UNDER.max, most = DICE_UNDER.min] = [targets[0], targets.at(-1)];
  const figuresOf = (under: number) =>
    oneWin(`under ${(under / 100).toFixed(2)}`, fraction(BigInt(dicePays(under)), BigInt(DICE_PAY_SCALE)), fraction(BigInt(under), BigInt(DICE_FACES)));
  const shown = [...new Set([...SHOWN_TARGETS, least])].toSorted((a, b) => a - b);
  return {
    return: writeFraction(diceReturn(least)),
    returnMost: writeFraction(diceReturn(most)),
    returnOf: `the target ${(least / 100).toFixed(2)}, which returns least of all`,
    bets: shown.map(figuresOf),
    largestWin: { stakes: '9900/1', odds: '1/10000', when: 'under 0.01' },
  };
}

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 0; i < k; i += 1) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
}

function riskFigures(risk: PlinkoRisk): BetFigures {
  const buckets = PLINKO_PAYS[risk].map((pays, bucket) => ({ pays, odds: fraction(choose(PLINKO_ROWS, bucket), 2n ** BigInt(PLINKO_ROWS)) }));
  const oddsWhere = (matches: (pays: number) => boolean): string =>
    writeFraction(sum(buckets.filter(({ pays }) => matches(pays)).map(({ odds }) => odds)));
  const most = Math.max(...PLINKO_PAYS[risk]);
  return {
    bet: `${risk} risk`,
    return: writeFraction(sum(buckets.map(({ pays, odds }) => multiplyFractions(odds, fraction(BigInt(pays), BigInt(PLINKO_PAY_SCALE)))))),
    paysSomething: oddsWhere((pays) => pays > 0),
    paysMoreThanStake: oddsWhere((pays) => pays > PLINKO_PAY_SCALE),
    largestWin: { stakes: writeFraction(fraction(BigInt(most), BigInt(PLINKO_PAY_SCALE))), odds: oddsWhere((pays) => pays === most) },
  };
}

function plinkoFigures(): ParFigures {
  const bets = PLINKO_RISKS.map(riskFigures);
  const [least, , most] = bets.map(({ return: text }) => text).toSorted((a, b) => compareFractions(readFraction(a), readFraction(b)));
  const { largestWin } = riskFigures('high');
  return {
    return: least ?? '',
    returnMost: most,
    returnOf: 'low risk, which returns least of all',
    bets,
    largestWin: { ...largestWin, when: 'high risk, the first or the last bucket' },
  };
}

/** The chance that the first `opened` cells are safe. */
const reach = (mines: number, opened: number): Fraction => fraction(choose(CELLS - mines, opened), choose(CELLS, opened));

/** A place to stop at, and the share of the stake that comes back in the long run where the player always stops there. */
interface ReturningStop extends MinesStop {
  readonly mines: number;
  readonly back: Fraction;
}

/** Every place to stop at, with every number of mines, that the largest win leaves at a stake. */
function allMinesStops(stake: Kobo): readonly ReturningStop[] {
  return Array.from({ length: CELLS - 1 }, (_, at) => at + 1).flatMap((mines) =>
    minesStops(mines, stake).map((stop) => ({ ...stop, mines, back: multiplyFractions(fraction(BigInt(stop.win), BigInt(stake)), stop.reach) })));
}

const SHOWN_MINES: readonly (readonly [mines: number, opened: number])[] = [
  [1, 1], [1, 24], [3, 1], [3, 3], [3, 8], [5, 5], [10, 5], [18, 7], [24, 1],
];

function minesFigures(): ParFigures {
  // At any other stake less than a 20,000th of it is rounded away, which is less than here.
  const stops = allMinesStops(minesEngine.stakeStep);
  const least = stops.reduce((a, b) => (compareFractions(b.back, a.back) < 0 ? b : a));
  const largest = stops.reduce((a, b) => (b.win > a.win ? b : a));
  const name = (mines: number, opened: number) => `${mines} ${mines === 1 ? 'mine' : 'mines'}, stopping after ${opened} ${opened === 1 ? 'field' : 'fields'}`;
  return {
    return: writeFraction(least.back),
    returnMost: writeFraction(MINES_RETURN),
    returnOf: `${name(least.mines, least.opened)} at the smallest stake, where rounding down takes most; before it every stop returns 99/100`,
    bets: SHOWN_MINES.map(([mines, opened]) => oneWin(`${name(mines, opened)}, before rounding`, minesPays(mines, opened), reach(mines, opened))),
    largestWin: {
      stakes: writeFraction(fraction(BigInt(largest.win), BigInt(minesEngine.stakeStep))),
      odds: writeFraction(largest.reach),
      when: `${name(largest.mines, largest.opened)} at the smallest stake`,
    },
  };
}

function blackjackFigures(): ParFigures {
  const odds = blackjackOdds();
  return {
    return: writeFraction(blackjackEngine.rtp),
    returnOf: 'best play, as a share of the first stake, after what doubling and splitting add is taken off',
    paysSomething: writeFraction(odds.paysSomething),
    paysMoreThanStake: writeFraction(odds.paysMoreThanStake),
    largestWin: { stakes: writeFraction(blackjackEngine.maxWin), odds: writeFraction(odds.largestWin), when: 'both hands of a split doubled and won, with best play' },
  };
}

export const TABLE_FIGURES: Readonly<Record<string, () => ParFigures>> = {
  roulette: rouletteFigures, dice: diceFigures, plinko: plinkoFigures, mines: minesFigures, blackjack: blackjackFigures,
};
