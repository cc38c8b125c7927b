/** The contribution of kinds and games, as rows to be searched. Pure. */
import { fraction } from '../../core/fraction';
import { kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { DEFAULT_CONTRIBUTION_PERCENT, expectedWageringCost, wageringRequirementOf } from '../../core/wagering';
import { kindName } from '../../games/words';
import type { ShelfGame } from '../shared/shelf/shelf';

export interface KindRow {
  readonly kind: string;
  readonly name: string;
  /** 0 … 1. */
  readonly counts: number;
}

/** All kinds; those that count most come first. */
export function kindRows(): readonly KindRow[] {
  return Object.entries(DEFAULT_CONTRIBUTION_PERCENT)
    .map(([kind, percent]) => ({ kind, name: kindName(kind), counts: percent / 100 }))
    .toSorted((a, b) => b.counts - a.counts);
}

export interface GameRow {
  readonly gameId: string;
  readonly name: string;
  readonly kindName: string;
  readonly rtp: number;
  readonly counts: number;
}

/** A game's own share where the platform gives one, otherwise that of its kind. An unknown kind does not count. */
export function gameRows(games: readonly ShelfGame[]): readonly GameRow[] {
  const byKind = new Map(kindRows().map(({ kind, counts }) => [kind, counts]));
  return games.map(({ gameId, name, kind, rtp, contribution }) => ({
    gameId,
    name,
    kindName: kindName(kind),
    rtp,
    counts: contribution ?? byKind.get(kind) ?? 0,
  }));
}

const BONUS = kobo(1_000_000);
const TIMES = 10;
const RTP = fraction(96n, 100n);

export interface CostExample {
  readonly bonus: Kobo;
  readonly times: number;
  readonly rtp: number;
  readonly requirement: Kobo;
  readonly cost: Kobo;
}

/** The cost of ₦10,000 at 10× on a game that returns 96 %, worked out by the function that bonuses use. */
export function costExample(): CostExample {
  const requirement = wageringRequirementOf(BONUS, TIMES);
  return { bonus: BONUS, times: TIMES, rtp: 0.96, requirement, cost: expectedWageringCost(requirement, RTP) ?? kobo(0) };
}
