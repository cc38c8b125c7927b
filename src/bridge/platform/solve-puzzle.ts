/** Solves the puzzle of a busy platform in a worker; where the browser lets none start, on the page in short slices. */
import { startDeadline } from '../../api/deadline';
import type { ProofRequest } from '../../core/contract/proof-of-work';
import { solve } from '../../core/proof-of-work';
import puzzleAddress from '../../worker/puzzle.worker.ts?worker&url';
import type { PuzzleAnswer, PuzzleQuestion } from '../../worker/puzzle-contract';
import { trustedWorkerUrl } from '../page/trusted-urls';

/** The hardest puzzle takes a slow phone a quarter of this; we give up one that takes longer. */
export const PUZZLE_DEADLINE_MS = 90_000;
/** A slow phone tries this many answers in some ten milliseconds. */
const ANSWERS_AT_ONCE = 500;

/** Returns the answer; null where none was found in time, or the caller gave up. */
export async function solvePuzzle(request: ProofRequest, canceled?: AbortSignal): Promise<number | null> {
  const { signal: stop, clear } = startDeadline(PUZZLE_DEADLINE_MS, canceled);
  try {
    const answer = await solveInWorker(request, stop);
    return answer === 'no-worker' ? await solveOnPage(request, stop) : answer;
  } finally {
    clear();
  }
}

function solveInWorker(request: ProofRequest, stop: AbortSignal): Promise<number | null | 'no-worker'> {
  let worker: Worker;
  try {
    worker = new Worker(trustedWorkerUrl(puzzleAddress, 'puzzle'), { type: 'module', name: 'puzzle' });
  } catch {
    return Promise.resolve('no-worker');
  }
  return new Promise<number | null | 'no-worker'>((resolve) => {
    if (stop.aborted) resolve(null);
    stop.addEventListener('abort', () => resolve(null));
    worker.addEventListener('error', () => resolve('no-worker'));
    worker.addEventListener('message', ({ data }: MessageEvent<PuzzleAnswer>) => resolve(data.answer));
    worker.postMessage(request satisfies PuzzleQuestion);
  }).finally(() => worker.terminate());
}

async function solveOnPage({ puzzle, bits }: ProofRequest, stop: AbortSignal): Promise<number | null> {
  for (let from = 0; !stop.aborted; from += ANSWERS_AT_ONCE) {
    const answer = solve(puzzle, bits, from, ANSWERS_AT_ONCE);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return null;
}
