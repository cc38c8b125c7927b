/** The client's side of a busy platform, for tests: solves the puzzle of a refusal. */
import { hash } from 'node:crypto';
import { proofRequest } from '../../src/core/contract/proof-of-work';
import type { Proof } from '../../src/core/contract/proof-of-work';
import type { Problem } from '../../src/core/contract/problem';

/** Solves the puzzle with Node's own SHA-256, which is faster and independent of the platform's code. */
export function solvePuzzle(problem: Problem | null): Proof {
  if (problem?.code !== 'proof-of-work') throw new Error(`no puzzle was asked for, but ${problem?.code ?? 'nothing'}`);
  const { puzzle, bits } = proofRequest.parse(problem.current);
  for (let answer = 0; ; answer += 1) {
    const digest = hash('sha256', `${puzzle}.${answer}`, 'buffer');
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return { puzzle, answer };
  }
}
