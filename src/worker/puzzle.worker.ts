/** Solves one puzzle of a busy platform (`core/proof-of-work`), apart from the page, which stays responsive. The page ends it. */
import { solve } from '../core/proof-of-work';
import type { PuzzleAnswer, PuzzleQuestion } from './puzzle-contract';

self.addEventListener('message', ({ data: { puzzle, bits } }: MessageEvent<PuzzleQuestion>) => {
  const answer = solve(puzzle, bits, 0, Number.MAX_SAFE_INTEGER);
  if (answer !== null) self.postMessage({ answer } satisfies PuzzleAnswer);
});
