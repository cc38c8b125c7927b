/** A stretch of play: rounds for money in any game with shorter pauses than this between them. */
export const VISIT_PAUSE_MS = 30 * 60_000;
