/** Makes calls without a session. A busy platform answers some of them with a puzzle, and takes them once it is solved. */
import { proofRequest } from '../../core/contract/proof-of-work';
import type { Proof, ProofRequest } from '../../core/contract/proof-of-work';
import type { CallError, Result } from '../../core/errors';

/** A puzzle is for one network address. A phone's may change while it solves one, and then the platform asks for another. */
const MOST_PUZZLES = 3;

export interface PuzzleOptions {
  readonly signal?: AbortSignal;
  /** The device has begun to solve a puzzle; it may take some seconds. */
  readonly onPuzzle?: () => void;
}

function requestOf({ problem }: CallError): ProofRequest | null {
  if (problem?.code !== 'proof-of-work') return null;
  const parsed = proofRequest.safeParse(problem.current);
  return parsed.success ? parsed.data : null;
}

/** Loads the solver when it is needed; null where that fails. */
async function answerTo(request: ProofRequest, signal: AbortSignal | undefined): Promise<number | null> {
  try {
    const { solvePuzzle } = await import('./solve-puzzle');
    return await solvePuzzle(request, signal);
  } catch {
    return null;
  }
}

/** Sends once, and again with the solution each time the platform asks for one. Returns the last answer. */
export async function withProof<T>(
  send: (proof?: { readonly proof: Proof }) => Promise<Result<T>>,
  { signal, onPuzzle }: PuzzleOptions = {},
): Promise<Result<T>> {
  let result = await send();
  for (let n = 0; n < MOST_PUZZLES && !result.ok; n += 1) {
    const request = requestOf(result.error);
    if (request === null) return result;
    onPuzzle?.();
    const answer = await answerTo(request, signal);
    if (answer === null) return result;
    result = await send({ proof: { puzzle: request.puzzle, answer } });
  }
  return result;
}
