/** The chips on the table. Pure; amounts in kobo. */
import { POCKETS, rouletteBet, rouletteOdds, rouletteOutcome } from '../../core/games/roulette';
import { addKobo, kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { GameOdds } from '../embedded-game';
import type { NumbersCovered } from './spots';

export const CHIPS: readonly Kobo[] = [50, 100, 500, 1_000, 5_000].map((naira) => kobo(naira * 100));
const FIRST_CHIP = kobo(10_000);

export interface Chip {
  readonly spot: string;
  readonly amount: Kobo;
}

export interface RouletteChoice {
  /** The chips in the order in which they were placed, because undo removes the last one. */
  readonly placed: readonly Chip[];
  /** The chips of the round before. */
  readonly last: readonly Chip[];
  /** Chips were placed since the last round, so what that round paid has left the table. */
  readonly isTouched?: boolean;
  /** The value of the next chip, and how many numbers it covers; missing = not chosen yet. */
  readonly chip?: Kobo;
  readonly kind?: NumbersCovered;
}

export const NO_CHIPS: RouletteChoice = { placed: [], last: [] };

export const chipOf = ({ chip }: RouletteChoice): Kobo => chip ?? FIRST_CHIP;
export const kindOf = ({ kind }: RouletteChoice): NumbersCovered => kind ?? 1;

export function place(choice: RouletteChoice, spot: string, amount: Kobo): RouletteChoice {
  return { ...choice, isTouched: true, placed: [...choice.placed, { spot, amount }] };
}

export const undo = (choice: RouletteChoice): RouletteChoice => ({ ...choice, placed: choice.placed.slice(0, -1) });
export const clear = (choice: RouletteChoice): RouletteChoice => ({ ...choice, placed: [] });
export const repeat = (choice: RouletteChoice): RouletteChoice => ({ ...choice, isTouched: true, placed: choice.last });
/** Clears the table for the next round, and keeps the chips so that they can be placed again. */
export const clearTable = (choice: RouletteChoice): RouletteChoice => {
  const { placed, last } = choice;
  return { ...choice, isTouched: false, placed: [], last: placed.length > 0 ? placed : last };
};

interface SpotBet {
  readonly spot: string;
  readonly stake: Kobo;
}

/** The bets of the chips, each spot once, in the order of their first chips. */
export function betsOf(placed: readonly Chip[]): readonly SpotBet[] {
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

export function readBets(bet: unknown): readonly SpotBet[] {
  const parsed = rouletteBet.safeParse(bet);
  return parsed.success ? parsed.data.bets.map(({ spot, stake }) => ({ spot, stake: kobo(stake) })) : [];
}

/** A chip as it lies on the table: before its round is over with its stake, after it with what it paid, or about to leave. */
export interface TableChip {
  readonly spot: string;
  readonly amount: Kobo;
  readonly state: 'placed' | 'won' | 'lost';
}

interface TableRound {
  /** The bet that was sent, and the outcome, as nobody has checked them. */
  readonly bet?: unknown;
  readonly outcome: unknown;
}

/**
 * Lists the chips on the table. While no chip is placed for the next round, the chips of the last round lie on the table. When it is over
 * (`isOver`), winning chips stay with what they paid, and the others leave.
 */
export function chipsOnTable(choice: RouletteChoice | null, round: TableRound | null, isOver: boolean): readonly TableChip[] {
  const { placed, isTouched } = choice ?? NO_CHIPS;
  const showsNextBet = placed.length > 0 || isTouched;
  const wins = showsNextBet || !isOver ? [] : (readOutcome(round?.outcome)?.wins ?? []);
  const others = (showsNextBet ? betsOf(placed) : readBets(round?.bet)).filter(({ spot }) => wins.every((win) => win.spot !== spot));
  return [
    ...wins.map(({ spot, win }): TableChip => ({ spot, amount: kobo(win), state: 'won' })),
    ...others.map(({ spot, stake }): TableChip => ({ spot, amount: stake, state: showsNextBet || !isOver ? 'placed' : 'lost' })),
  ];
}
