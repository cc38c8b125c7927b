/** The words of a draw that the contract and the rules share. */

/** Decides a draw: the platform's seed alone, or with it the round of a public beacon, or the secrets of two people of the team. */
export const DRAW_SOURCES = ['platform', 'beacon', 'admins'] as const;
export type DrawSource = (typeof DRAW_SOURCES)[number];

/** Why an entry can't win: its account was in this state when the entries were frozen. */
export const ENTRY_BARS = ['admin', 'closed', 'excluded', 'second-account', 'unverified'] as const;
export type EntryBar = (typeof ENTRY_BARS)[number];

/**
 * Why a try to draw is void. `beacon-away`: the round did not come in time. `beacon-early`: it was known before the entries were
 * frozen. `frozen-late`: the entries were frozen when it was due already. `not-revealed`: one of the two did not reveal in time.
 */
export const VOID_REASONS = ['beacon-away', 'beacon-early', 'frozen-late', 'not-revealed'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** The secret of one of the team: 128 random bits, short enough to be written down. */
export const SECRET_PATTERN = /^[0-9a-f]{32}$/;
