/** A window of play counts as in use for so long after the start of its newest round, in ms: a player plays in one window at a time. */
export const PLAY_WINDOW_MS = 60_000;
