/**
 * The fresh part of a bet. A platform that has the pair's client seed knows all draws of the pair, and could end the pair before one
 * that wins. With a part that is made for the bet and sent with it, it knows no draw before the bet. The part stands behind a space in
 * the round's client seed: a client seed that a player chooses has no space, so the two can always be told apart. Pure.
 */
import type { DrawSeeds, FairnessReceipt, RoundSeeds } from '../contract/games';

const PART = / [0-9a-f]{32}$/;

/** The client seed of a round that is drawn for a bet with this part. */
export function withPart(clientSeed: string, part: string | undefined): string {
  return part === undefined ? clientSeed : `${clientSeed} ${part}`;
}

/** The draw that a bet is for, as its round has to name it. */
export function drawOf({ commit, clientSeed, nonce, part }: DrawSeeds & Pick<RoundSeeds, 'part'>): FairnessReceipt {
  return { commit, clientSeed: withPart(clientSeed, part), nonce };
}

export const hasPart = (clientSeed: string): boolean => PART.test(clientSeed);

/** The pair's client seed in that of a round. */
export const withoutPart = (clientSeed: string): string => clientSeed.replace(PART, '');
