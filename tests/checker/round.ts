/** What a round and its result are to the checker. */

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
  /** Whether the rule for rounds that their players left ended it. */
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
