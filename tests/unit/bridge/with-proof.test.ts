import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProof } from '../../../src/bridge/platform/with-proof';
import type { Proof } from '../../../src/core/contract/proof-of-work';
import { failure } from '../../../src/core/errors';
import type { Result } from '../../../src/core/errors';
import { isSolution, solve } from '../../../src/core/proof-of-work';
import type { PuzzleQuestion } from '../../../src/worker/puzzle-contract';

/** The worker as the page sees it; what it computes is what the real one computes. */
class PuzzleWorker extends EventTarget {
  static made: PuzzleWorker[] = [];
  static mood: 'works' | 'dies' | 'refused' = 'works';
  isTerminated = false;

  constructor() {
    super();
    if (PuzzleWorker.mood === 'refused') throw new Error('no workers here');
    PuzzleWorker.made.push(this);
  }

  postMessage({ puzzle, bits }: PuzzleQuestion): void {
    const event = PuzzleWorker.mood === 'dies' ? new Event('error') : new MessageEvent('message', { data: { answer: solve(puzzle, bits, 0, 1e6) } });
    queueMicrotask(() => this.dispatchEvent(event));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const done: Result<string> = { ok: true, data: 'in', status: 201, etag: null, savedAt: null, replacedError: null, balanceVersion: null };
const puzzleRefusal = (current: unknown): Result<string> =>
  failure('bad-request', { status: 429, retryable: true, problem: { title: 'Busy', status: 429, code: 'proof-of-work', current } });

/** A platform that answers so, one after the other, and keeps what it was sent. */
function platform(...answers: readonly Result<string>[]) {
  const sent: (Proof | undefined)[] = [];
  return {
    sent,
    send: async (with_?: { readonly proof: Proof }) => {
      sent.push(with_?.proof);
      return answers[sent.length - 1] ?? done;
    },
  };
}

beforeEach(() => {
  PuzzleWorker.made = [];
  PuzzleWorker.mood = 'works';
  vi.stubGlobal('Worker', PuzzleWorker);
  vi.stubGlobal('window', {});
});
afterEach(() => vi.unstubAllGlobals());

describe('a call that a busy platform answers with a puzzle', () => {
  it.each(['works', 'dies', 'refused'] as const)('is sent again with the answer, in a browser whose worker %s', async (workerState) => {
    PuzzleWorker.mood = workerState;
    const { send, sent } = platform(puzzleRefusal({ puzzle: 'first', bits: 8 }));
    const onPuzzle = vi.fn();
    expect(await withProof(send, { onPuzzle })).toBe(done);
    expect(sent[0]).toBeUndefined();
    expect(sent[1]?.puzzle).toBe('first');
    expect(isSolution('first', 8, sent[1]?.answer ?? -1)).toBe(true);
    expect(onPuzzle).toHaveBeenCalledTimes(1);
    expect(PuzzleWorker.made.every(({ isTerminated }) => isTerminated)).toBe(true);
  });

  it('is given up after three of them, with what the platform said last', async () => {
    const puzzles = ['a', 'b', 'c', 'd'].map((puzzle) => puzzleRefusal({ puzzle, bits: 1 }));
    const { send, sent } = platform(...puzzles);
    expect(await withProof(send)).toBe(puzzles[3]);
    expect(sent.map((proof) => proof?.puzzle)).toEqual([undefined, 'a', 'b', 'c']);
  });

  it('is not sent again where this app can’t solve the puzzle, or the platform refused for another reason', async () => {
    for (const answer of [puzzleRefusal(undefined), puzzleRefusal({ puzzle: 'x', bits: 64 }), puzzleRefusal({ bits: 4 }), failure('timeout'), done]) {
      const { send, sent } = platform(answer);
      expect(await withProof(send)).toBe(answer);
      expect(sent).toHaveLength(1);
    }
    expect(PuzzleWorker.made).toEqual([]);
  });
});
