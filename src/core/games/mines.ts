/**
 * Mines: m mines under 25 cells. After k opened cells the round pays 0.99 · C(25, k) ÷ C(25 − m, k) of the stake, the
 * inverse of the chance of getting there, less one hundredth. So the return is 99 % for every m and k, whenever the player stops, and a little
 * less where the pay is rounded down to a kobo. That holds also for the rule that stops a round by itself: it cashes out at the last cell
 * after which one more would pay over the largest win of a round.
 */
import * as z from '../zod';
import type { Draws } from '../fairness/draws';
import { compareFractions, fraction, multiplyFractions } from '../fraction';
import type { Fraction } from '../fraction';
import { ZERO_KOBO, kobo, multiplyFloor } from '../money';
import type { Kobo } from '../money';
import { refuseUnplayable } from './engine';
import type { DeclaredFigures } from './engine';
import { MAX_ROUND_WIN } from './largest-win';
import type { SteppedEngine } from './stepped';

export const CELLS = 25;
/** The return in the long run, before the pay is rounded down. It is the same wherever the player stops. */
export const MINES_RETURN = fraction(99n, 100n);

const cell = z.int().check(z.nonnegative(), z.maximum(CELLS - 1));
const cells = z.array(cell);
const mineCount = z.int().check(z.minimum(1), z.maximum(CELLS - 1));

export const minesBet = z.strictObject({ mines: mineCount });
export type MinesBet = z.infer<typeof minesBet>;

/** Cells by row, 0 top left … 24 bottom right. */
export const minesAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open'), cell }),
  z.strictObject({ kind: z.literal('cash-out') }),
]);
export type MinesAction = z.infer<typeof minesAction>;

export const minesView = z.strictObject({
  mines: mineCount,
  /** In the order in which they were opened; the last one is the mine in a lost round. */
  opened: cells,
  /** Kobo that cashing out pays now; 0 with nothing opened and after a mine. */
  pays: z.int(),
  /** Kobo that cashing out would pay after one more cell; null when there is none. */
  next: z.nullable(z.int()),
  /** Where the mines lay, told when the round is over. */
  laid: z.nullable(cells),
});
export type MinesView = z.infer<typeof minesView>;

export interface MinesState {
  readonly stake: Kobo;
  readonly laid: readonly number[];
  readonly opened: readonly number[];
  readonly end: null | 'cash-out' | 'mine' | 'returned';
}

/** The first m of a shuffle (Fisher and Yates): draws below 25, 24, 23 … */
export function layMines(mines: number, draws: Draws): number[] {
  const pool = Array.from({ length: CELLS }, (_, i) => i);
  return Array.from({ length: mines }, () => pool.splice(draws.below(pool.length), 1)[0] ?? 0);
}

/** Pays after `opened` cells with so many mines, in stakes: exact, before the one rounding down to a kobo. `share`: the return. */
export function minesPays(mines: number, opened: number, share = MINES_RETURN): Fraction {
  let pays: Fraction = share;
  for (let i = 0; i < opened; i += 1) {
    pays = fraction(pays.numerator * BigInt(CELLS - i), pays.denominator * BigInt(CELLS - mines - i));
  }
  return pays;
}

/** Kobo, rounded down once. */
export function minesPayout(stake: Kobo, mines: number, opened: number, share = MINES_RETURN): Kobo {
  const { numerator, denominator } = minesPays(mines, opened, share);
  return multiplyFloor(stake, numerator, denominator);
}

/** A place to stop at. */
export interface MinesStop {
  readonly opened: number;
  readonly win: Kobo;
  /** The chance that so many cells are safe. */
  readonly reach: Fraction;
}

/** Every place to stop at with so many mines: the largest win leaves fewer of them at a large stake. */
export function minesStops(mines: number, stake: Kobo): readonly MinesStop[] {
  const stops: MinesStop[] = [];
  let reach = fraction(1n);
  for (let opened = 1; opened <= CELLS - mines; opened += 1) {
    reach = multiplyFractions(reach, fraction(BigInt(CELLS - mines - opened + 1), BigInt(CELLS - opened + 1)));
    // The pay is the return divided by the chance; rounded down here as `minesPayout` does.
    const win = multiplyFloor(stake, MINES_RETURN.numerator * reach.denominator, MINES_RETURN.denominator * reach.numerator);
    if (win > MAX_ROUND_WIN) break;
    stops.push({ opened, win, reach });
  }
  return stops;
}

/** Returns the share of a stake that comes back at the place to stop where rounding down takes most. Before rounding all places return the same. */
export function minesReturn(mines: number, stake: Kobo): Fraction {
  const returns = minesStops(mines, stake).map(({ win, reach }) => multiplyFractions(fraction(BigInt(win), BigInt(stake)), reach));
  return returns.reduce((least, each) => (compareFractions(each, least) < 0 ? each : least), MINES_RETURN);
}

/** The smallest stake, and the step of all stakes: ₦100, of which the rounding down takes less than a ten-thousandth. */
const stakeStep = kobo(10_000);

/** `share` is the return before the pay is rounded down. It and the largest win may differ from one version of the rules to another. */
export function minesEngineOf(share: Fraction, declared: DeclaredFigures): SteppedEngine<MinesBet, MinesAction, MinesState, MinesView> {
  const { stakeStep, maxRoundWin = MAX_ROUND_WIN } = declared;
  const payout = ({ stake, laid }: MinesState, opened: number): Kobo => minesPayout(stake, laid.length, opened, share);
  /** Nothing is left to open, or one more cell would pay too much: the round cashes out by itself. */
  const isLast = (state: MinesState, opened: number): boolean =>
    opened === CELLS - state.laid.length || payout(state, opened + 1) > maxRoundWin;

  function open(state: MinesState, at: number): MinesState | null {
    if (state.opened.includes(at)) return null;
    const opened = [...state.opened, at];
    if (state.laid.includes(at)) return { ...state, opened, end: 'mine' };
    return { ...state, opened, end: isLast(state, opened.length) ? 'cash-out' : null };
  }

  return {
    ...declared,
    gameId: 'mines',
    kind: 'mines',
    /** The largest pay of one opened cell; cells that would pay more than the largest win are never opened. */
    maxWinOfBet: ({ mines }) => minesPays(mines, 1, share),
    betSchema: minesBet,
    actionSchema: minesAction,
    viewSchema: minesView,
    start({ stake, bet, draws }) {
      refuseUnplayable(stakeStep, stake);
      return { stake, laid: layMines(bet.mines, draws), opened: [], end: null };
    },
    act(state, action) {
      if (action.kind === 'open') return open(state, action.cell);
      return state.opened.length === 0 ? null : { ...state, end: 'cash-out' };
    },
    /** Opened cells are cashed out; with nothing opened the stake goes back. */
    settleAbandoned: (state) => ({ ...state, end: state.opened.length === 0 ? 'returned' : 'cash-out' }),
    view(state) {
      const { laid, opened, end } = state;
      const k = opened.length;
      return {
        mines: laid.length,
        opened: [...opened],
        pays: k === 0 || end === 'mine' ? 0 : payout(state, k),
        next: end === null ? payout(state, k + 1) : null,
        laid: end === null ? null : [...laid],
      };
    },
    isOver: ({ end }) => end !== null,
    staked: ({ stake }) => stake,
    win(state) {
      if (state.end === 'returned') return state.stake;
      return state.end === 'cash-out' ? payout(state, state.opened.length) : ZERO_KOBO;
    },
  };
}

export const minesEngine = minesEngineOf(MINES_RETURN, {
  /** With one mine, stopping after two cells, at the smallest stake. */
  rtp: fraction(6_187n, 6_250n),
  maxRtp: MINES_RETURN,
  /** All 7 safe cells beside 18 mines, at the smallest stake: once in 480,700 rounds. What pays more is past the largest win. */
  maxWin: fraction(475_893n),
  stakeStep,
});
