/** The numbers that fell on this page. Pure. */

export interface Fallen {
  /** The key of the round, so that a round that is shown again counts once. */
  readonly key: string;
  readonly number: number;
}

const MOST = 12;

/** Adds the newest number in front and drops what is older than the last twelve. */
export function addFallen(history: readonly Fallen[], fallen: Fallen): readonly Fallen[] {
  return history.some(({ key }) => key === fallen.key) ? history : [fallen, ...history].slice(0, MOST);
}
