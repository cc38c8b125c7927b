/** The checker's own types of a round and its result. */

/** A round as a player's proof tells it. */
export interface CheckedRound {
  readonly gameId: string;
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** Kobo: the first stake. */
  readonly stake: number;
  readonly bet: Readonly<Record<string, unknown>>;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
  /** True where the round was ended by the rule for rounds that their players left. */
  readonly abandoned: boolean;
}

export interface CheckedResult {
  /** Kobo. */
  readonly win: bigint;
  /** Kobo: all stakes. */
  readonly staked: bigint;
  /**
   * Slots: the stops of each spin. Roulette, dice, plinko: the number, the roll, the path. Mines: where they lie. Blackjack: the
   * dealer's cards, then each hand's.
   */
  readonly shown: readonly (readonly number[])[];
}

/** The next draw below n. */
export type Draw = (n: number) => number;
