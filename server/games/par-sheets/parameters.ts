/** Lists the parameters of the rules that this build plays, as its par sheets say them. Pure. */
import { BLACKJACK_STRATEGY } from '../../../src/core/games/blackjack-strategy';
import { DICE_FACES, DICE_PAYS_OVER, DICE_PAY_SCALE, DICE_UNDER } from '../../../src/core/games/dice';
import { MAX_ROUND_WIN } from '../../../src/core/games/largest-win';
import { CELLS, MINES_RETURN } from '../../../src/core/games/mines';
import { PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_ROWS } from '../../../src/core/games/plinko';
import { allEngines } from '../../../src/core/games/registry';
import { POCKETS, SPOTS } from '../../../src/core/games/roulette';
import { writeFraction } from '../../../src/core/games/rules/par-sheet';
import type { Method } from '../../../src/core/games/rules/par-sheet';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import type { SlotTheme } from '../../../src/core/games/slots/theme';

/** The part of a par sheet that the program of a game is made from. */
export interface SheetRules {
  readonly gameId: string;
  readonly method: Method;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly stakeStep: number;
  /** The most that one round pays, in kobo. */
  readonly maxRoundWin: number;
}

function slotParametersOf({ symbols, wild, wildMultiplier, wildExpands, runs, strips, lines, pays, scatter }: SlotTheme) {
  const feature = scatter?.freeSpins ?? null;
  return {
    symbols,
    wild,
    wildMultiplier,
    wildExpands,
    runs: runs ?? 'left',
    strips,
    lines,
    pays: symbols.flatMap((symbol) => (pays[symbol] === undefined ? [] : [{ symbol, pays: pays[symbol] }])),
    scatter: scatter && { symbol: scatter.symbol, pays: scatter.pays, freeSpins: feature },
  };
}

const TABLES: Readonly<Record<string, Pick<SheetRules, 'method' | 'parameters'>>> = {
  roulette: {
    method: 'roulette/1',
    parameters: { pockets: POCKETS, payNumbers: 36, spots: [...SPOTS].map(([spot, numbers]) => ({ spot, numbers })) },
  },
  dice: {
    method: 'dice/1',
    parameters: { faces: DICE_FACES, leastUnder: DICE_UNDER.min, mostUnder: DICE_UNDER.max, paysOver: DICE_PAYS_OVER, payScale: DICE_PAY_SCALE },
  },
  plinko: { method: 'plinko/1', parameters: { rows: PLINKO_ROWS, payScale: PLINKO_PAY_SCALE, pays: PLINKO_PAYS } },
  mines: { method: 'mines/1', parameters: { cells: CELLS, back: writeFraction(MINES_RETURN) } },
  blackjack: {
    method: 'blackjack/1',
    parameters: { ranks: 13, suits: 4, dealerStands: 17, blackjackPays: '5/2', splits: 1, bestPlay: BLACKJACK_STRATEGY },
  },
};

/** Throws an Error for a game that this build doesn't have. */
export function rulesOf(gameId: string): SheetRules {
  const engine = allEngines.get(gameId);
  const theme = SLOT_THEMES.find((each) => each.gameId === gameId);
  const table = theme === undefined ? TABLES[gameId] : { method: 'slots/1' as const, parameters: slotParametersOf(theme) };
  if (engine === undefined || table === undefined) throw new Error(`no rules of ${gameId}`);
  return { gameId, ...table, stakeStep: engine.stakeStep, maxRoundWin: MAX_ROUND_WIN };
}
