/** Holds a bet to the draw that the player's device wrote down before it sent the bet. */
import type { RoundSeeds } from '../../src/core/contract/games';
import { withPart } from '../../src/core/fairness/part';
import { ProblemError } from '../http/problem';

/** The draw of a round as the database has it. */
export interface RoundDraw {
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly nonce: number;
}

/** True for the draw that the bet names, and for a bet that names none. */
export function isDrawNamed(seeds: RoundSeeds | undefined, draw: RoundDraw): boolean {
  if (seeds === undefined) return true;
  return seeds.commit === draw.commit_hash && seeds.clientSeed === draw.client_seed && seeds.nonce === draw.nonce;
}

/** Returns the draw of the pair for a bet: with the part that the bet brings, which nobody could know before. */
export function drawForBet<Draw extends RoundDraw>(draw: Draw, seeds: RoundSeeds | undefined): Draw {
  return { ...draw, client_seed: withPart(draw.client_seed, seeds?.part) };
}

/** Makes the refusal of a bet that names another draw; `current` is what the platform has now. */
export function seedChanged(current: unknown): ProblemError {
  return new ProblemError('seed-changed', 'The draw that this bet was for is not the next one any more. Nothing was taken.', { current });
}
