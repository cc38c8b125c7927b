/** The versions of what a poll asks for, as they were when the caller's session was read; 0 before there is anything. */
export interface FigureVersions {
  /** Of the balance: it rises with every posting of the player. */
  readonly balance: number;
  readonly bonuses: number;
}
