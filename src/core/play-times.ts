/** The times that bound how fast and in how many windows a player plays, on the platform and in the app. */
import type { GameKind } from './games/engine';

const SLOTS_CYCLE_MS = 2_500;
const TABLE_CYCLE_MS = 5_000;

/** Returns how long a round of that kind lasts at least, in ms. No other one starts before that, so there is neither turbo nor slam-stop. */
export const minimumCycleMs = (kind: GameKind): number => (kind === 'slots' ? SLOTS_CYCLE_MS : TABLE_CYCLE_MS);

/** `minimumCycleMs` returns no less, and no more than the next one. */
export const SHORTEST_CYCLE_MS = SLOTS_CYCLE_MS;
export const LONGEST_CYCLE_MS = TABLE_CYCLE_MS;

/** A window of play counts as in use for so long after the start of its newest round, in ms: a player plays in one window at a time. */
export const PLAY_WINDOW_MS = 60_000;
