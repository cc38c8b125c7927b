/** Holds a bet to the draw and to the rules that the player's device wrote down before it sent the bet. */
import type { DrawSeeds, RoundSeeds } from '../../src/core/contract/games';
import { withPart } from '../../src/core/fairness/part';
import { ProblemError } from '../http/problem';

/** The draw of a round, as its row has it. */
export interface RoundDraw {
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly nonce: number;
}

/** The draw of an open round, with the version of its rules; null for a round from before rules had versions. */
export interface OpenRoundDraw extends RoundDraw {
  readonly rules: string | null;
}

/** Returns true where the bet names this draw, and for a bet that names none. */
export function isDrawNamed(seeds: DrawSeeds | undefined, draw: RoundDraw): boolean {
  if (seeds === undefined) return true;
  return seeds.commit === draw.commit_hash && seeds.clientSeed === draw.client_seed && seeds.nonce === draw.nonce;
}

/** Returns true where a step names the draw and the rules of its open round, which ends by the rules that it began with, or names none. */
export function isOpenRoundNamed(seeds: DrawSeeds | undefined, round: OpenRoundDraw): boolean {
  return isDrawNamed(seeds, round) && (seeds?.rules === undefined || seeds.rules === round.rules);
}

/** Adds to the pair's draw the part that the bet brings, which nobody could know before. */
export function drawForBet<Draw extends RoundDraw>(draw: Draw, seeds: RoundSeeds | undefined): Draw {
  return { ...draw, client_seed: withPart(draw.client_seed, seeds?.part) };
}

/** Makes the refusal of a bet that names another draw; `current` is what the platform has now. */
export function seedChangedProblem(current: unknown): ProblemError {
  return new ProblemError('seed-changed', 'The next draw has changed since this bet was made. Nothing was taken.', { current });
}

/**
 * Throws the refusal of a bet that names another version of the rules than its round would be played by; `current` has that one. The
 * player's app would show other odds than those that decide, and has to be renewed.
 */
export function refuseOtherRules(seeds: RoundSeeds | undefined, rules: string): void {
  if (seeds?.rules === undefined || seeds.rules === rules) return;
  throw new ProblemError('rules-changed', 'The rules of this game have changed since your app was loaded. Nothing was taken.', { current: { rules } });
}
