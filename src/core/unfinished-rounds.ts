/** A round may stay open for so long from its start; then the published rule for unfinished rounds ends it. */
export const OPEN_ROUND_LIFETIME_MS = 24 * 60 * 60_000;
