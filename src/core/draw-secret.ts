import { asciiBytes, hexOf } from './fairness/ascii';
import { sha256 } from './fairness/sha256';

/** The commit of a secret of one of the team, by which a draw is decided (draw.ts). */
export function secretCommitOf(secret: string): string {
  return hexOf(sha256(asciiBytes(secret)));
}
