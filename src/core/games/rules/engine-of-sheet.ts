/**
 * Makes an engine from a par sheet: the program of this build plays by the parameters of the sheet. So a round that was begun or played
 * under an earlier version of the rules can still be finished and checked.
 */
import { kobo } from '../../money';
import { blackjackEngineOf } from '../blackjack';
import { diceEngineOf } from '../dice';
import { closeEngine } from '../engine';
import type { AnyEngine, DeclaredFigures } from '../engine';
import { minesEngineOf } from '../mines';
import { plinkoEngineOf } from '../plinko';
import { SPOTS, rouletteEngineOf } from '../roulette';
import { slotsEngine } from '../slots/slots';
import type { Line, LinePays, SlotTheme } from '../slots/theme';
import { closeStepped } from '../stepped';
import type { AnySteppedEngine } from '../stepped';
import { parSheetDocument, readFraction, slotParameters, tableParameters } from './par-sheet';
import type { ParSheetDocument } from './par-sheet';

export type SheetEngine = AnyEngine | AnySteppedEngine;
type Parameters = ParSheetDocument['parameters'];

const triple = ([three = 0, four = 0, five = 0]: readonly number[]): LinePays => [three, four, five];
const lineOf = ([a = 0, b = 0, c = 0, d = 0, e = 0]: readonly number[]): Line => [a, b, c, d, e];

/** The theme of a slot's sheet; null where the parameters are not those of the slots' program. */
export function themeOfSheet({ gameId, parameters, figures }: ParSheetDocument): SlotTheme | null {
  const parsed = slotParameters.safeParse(parameters);
  if (!parsed.success) return null;
  const { symbols, wild, wildMultiplier, wildExpands, runs, strips, lines, pays, scatter } = parsed.data;
  const feature = scatter?.freeSpins ?? null;
  return {
    gameId,
    name: gameId,
    symbols,
    wild,
    ...(wildMultiplier !== undefined && { wildMultiplier }),
    ...(wildExpands !== undefined && { wildExpands }),
    ...(runs !== 'left' && { runs }),
    strips,
    lines: lines.map(lineOf),
    pays: Object.fromEntries(pays.map((row) => [row.symbol, triple(row.pays)])),
    scatter: scatter && {
      symbol: scatter.symbol,
      pays: triple(scatter.pays),
      freeSpins: feature && {
        awards: triple(feature.awards),
        multiplier: feature.multiplier,
        strips: feature.strips,
        ...(feature.climbs !== undefined && { climbs: feature.climbs }),
        ...(feature.again !== undefined && { again: triple(feature.again) }),
      },
    },
    rtp: readFraction(figures.return),
    maxWin: readFraction(figures.largestWin.stakes),
  };
}

/** Compares the sheet's table of bets with this build's, because roulette's program can't play another table. */
function hasOwnSpots(spots: readonly { readonly spot: string; readonly numbers: readonly number[] }[]): boolean {
  return spots.length === SPOTS.size && spots.every(({ spot, numbers }) => SPOTS.get(spot)?.join() === numbers.join());
}

/** The programs of the table games by their method. Each returns null for parameters that it can't play. */
const TABLES: Readonly<Record<keyof typeof tableParameters, (parameters: Parameters, declared: DeclaredFigures) => SheetEngine | null>> = {
  'roulette/1': (parameters, declared) => {
    const parsed = tableParameters['roulette/1'].safeParse(parameters);
    return parsed.success && hasOwnSpots(parsed.data.spots) ? closeEngine(rouletteEngineOf(declared)) : null;
  },
  'dice/1': (parameters, declared) => {
    const parsed = tableParameters['dice/1'].safeParse(parameters);
    return parsed.success ? closeEngine(diceEngineOf(parsed.data.paysOver, declared)) : null;
  },
  'plinko/1': (parameters, declared) => {
    const parsed = tableParameters['plinko/1'].safeParse(parameters);
    return parsed.success ? closeEngine(plinkoEngineOf(parsed.data.pays, declared)) : null;
  },
  'mines/1': (parameters, declared) => {
    const parsed = tableParameters['mines/1'].safeParse(parameters);
    return parsed.success ? closeStepped(minesEngineOf(readFraction(parsed.data.back), declared)) : null;
  },
  'blackjack/1': (parameters, declared) =>
    tableParameters['blackjack/1'].safeParse(parameters).success ? closeStepped(blackjackEngineOf(declared)) : null,
};

const isTable = (method: string): method is keyof typeof TABLES => Object.hasOwn(TABLES, method);

/** Makes the engine of a sheet that was not checked; null where this build has no program for its rules. Never throws. */
export function engineOfSheet(raw: unknown): SheetEngine | null {
  const parsed = parSheetDocument.safeParse(raw);
  if (!parsed.success) return null;
  const sheet = parsed.data;
  const { method, stakeStep, largestWin, figures } = sheet;
  if (method === 'slots/1') {
    const theme = themeOfSheet(sheet);
    return theme === null || theme.lines.length !== stakeStep ? null : closeEngine(slotsEngine(theme, kobo(largestWin.amount)));
  }
  if (!isTable(method)) return null;
  const declared: DeclaredFigures = {
    rtp: readFraction(figures.return),
    maxRtp: figures.returnMost === undefined ? undefined : readFraction(figures.returnMost),
    maxWin: readFraction(figures.largestWin.stakes),
    stakeStep: kobo(stakeStep),
    maxRoundWin: kobo(largestWin.amount),
  };
  const engine = TABLES[method](sheet.parameters, declared);
  return engine?.gameId === sheet.gameId ? engine : null;
}
