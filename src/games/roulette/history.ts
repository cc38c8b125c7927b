/** The numbers that fell on this page. Pure. */

export interface FallenNumber {
  /** The key of the round, so that a round that is shown again counts once. */
  readonly key: string;
  readonly number: number;
}

const MOST = 12;

/** Adds the newest number in front and drops what is older than the last twelve. */
export function addNewest(history: readonly FallenNumber[], newest: FallenNumber): readonly FallenNumber[] {
  return history.some(({ key }) => key === newest.key) ? history : [newest, ...history].slice(0, MOST);
}
