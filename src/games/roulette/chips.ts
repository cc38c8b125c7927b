/** The chips on the table. Pure; amounts in kobo. */
import { POCKETS, rouletteOdds, rouletteOutcome } from '../../core/games/roulette';
import { addKobo, kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { GameOdds } from '../embedded-game';

export const CHIPS: readonly Kobo[] = [50, 100, 500, 1_000, 5_000].map((naira) => kobo(naira * 100));

export interface Chip {
  readonly spot: string;
  readonly amount: Kobo;
}

export interface RouletteChoice {
  /** The chips in the order in which they were placed, because undo removes the last one. */
  readonly placed: readonly Chip[];
  /** The chips of the round before. */
  readonly last: readonly Chip[];
}

export const NO_CHIPS: RouletteChoice = { placed: [], last: [] };

export function place(choice: RouletteChoice, spot: string, amount: Kobo): RouletteChoice {
  return { ...choice, placed: [...choice.placed, { spot, amount }] };
}

export const undo = (choice: RouletteChoice): RouletteChoice => ({ ...choice, placed: choice.placed.slice(0, -1) });
export const clear = (choice: RouletteChoice): RouletteChoice => ({ ...choice, placed: [] });
export const repeat = (choice: RouletteChoice): RouletteChoice => ({ ...choice, placed: choice.last });
/** Clears the table for the next round, and keeps the chips so that they can be placed again. */
export const clearTable = ({ placed, last }: RouletteChoice): RouletteChoice => ({ placed: [], last: placed.length > 0 ? placed : last });

/** The bets of the chips, each spot once, in the order of their first chips. */
export function betsOf(placed: readonly Chip[]): readonly { readonly spot: string; readonly stake: Kobo }[] {
  const bySpot = new Map<string, Kobo>();
  for (const { spot, amount } of placed) bySpot.set(spot, addKobo(bySpot.get(spot) ?? kobo(0), amount));
  return [...bySpot].map(([spot, stake]) => ({ spot, stake }));
}

/** The sum of the chips. It is null for an empty table, because that is no stake. */
export function stakeOf({ placed }: RouletteChoice): Kobo | null {
  return placed.length === 0 ? null : addKobo(...placed.map(({ amount }) => amount));
}

/** How often the chips on the table pay; null for an empty table. */
export function tableOdds(placed: readonly Chip[]): GameOdds | null {
  const stake = stakeOf({ ...NO_CHIPS, placed });
  if (stake === null) return null;
  const { hits, profits, most, bestNumbers } = rouletteOdds({ bets: [...betsOf(placed)] });
  return { hitRate: hits / POCKETS, profitRate: profits / POCKETS, maxWin: most / stake, maxWinEvery: POCKETS / bestNumbers };
}

/** A chip's face: "50", "1k", "2.5k". */
export function chipText(amount: Kobo): string {
  const naira = amount / 100;
  if (naira < 1_000) return String(naira);
  const [figure, unit] = naira < 1_000_000 ? [naira / 1_000, 'k'] : [naira / 1_000_000, 'm'];
  // A chip has room for three figures.
  return `${figure < 10 ? Math.floor(figure * 10) / 10 : Math.floor(figure)}${unit}`;
}

export function readOutcome(outcome: unknown) {
  const parsed = rouletteOutcome.safeParse(outcome);
  return parsed.success ? parsed.data : null;
}
