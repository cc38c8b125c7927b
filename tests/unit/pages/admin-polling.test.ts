import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REFRESH_MS, startPolling } from '../../../src/pages/admin/desk/polling';

/** Questions that a test answers when it likes. */
function questions() {
  const polls: { signal: AbortSignal; answer: (pauseMs?: number) => Promise<void> }[] = [];
  const ask = (signal: AbortSignal) =>
    new Promise<number>((resolve) => {
      polls.push({
        signal,
        answer: async (pauseMs = 0) => {
          resolve(pauseMs);
          await vi.advanceTimersByTimeAsync(0);
        },
      });
    });
  const last = () => {
    const found = polls.at(-1);
    if (found === undefined) throw new Error('Nothing was asked.');
    return found;
  };
  return { polls, ask, last };
}

describe('polling while the page is visible', () => {
  let visible = true;
  beforeEach(() => {
    visible = true;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('asks at once, and again so long after the answer, not after the question', async () => {
    const { polls, ask, last } = questions();
    startPolling({ ask, isVisible: () => visible });
    expect(polls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10 * REFRESH_MS);
    expect(polls).toHaveLength(1);
    await last().answer();
    await vi.advanceTimersByTimeAsync(REFRESH_MS - 1);
    expect(polls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(polls).toHaveLength(2);
  });

  it('asks nothing while nobody can see the page, and at once when somebody comes back', async () => {
    const { polls, ask, last } = questions();
    const polling = startPolling({ ask, isVisible: () => visible });
    await last().answer();
    visible = false;
    await vi.advanceTimersByTimeAsync(100 * REFRESH_MS);
    expect(polls).toHaveLength(1);
    visible = true;
    polling.now();
    expect(polls).toHaveLength(2);
    await last().answer();
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(polls).toHaveLength(3);
  });

  it('drops the answer to a question from before a decision, and starts no second series of questions', async () => {
    const { polls, ask, last } = questions();
    const polling = startPolling({ ask, isVisible: () => visible });
    const before = last();
    polling.now();
    expect(before.signal.aborted).toBe(true);
    await before.answer();
    await last().answer();
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(polls).toHaveLength(3);
  });

  it('waits as long as a busy platform asks for', async () => {
    const { polls, ask, last } = questions();
    startPolling({ ask, isVisible: () => visible });
    await last().answer(3 * REFRESH_MS);
    await vi.advanceTimersByTimeAsync(3 * REFRESH_MS - 1);
    expect(polls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(polls).toHaveLength(2);
  });

  it('ends for good', async () => {
    const { polls, ask, last } = questions();
    const polling = startPolling({ ask, isVisible: () => visible });
    await last().answer();
    polling.stop();
    await vi.advanceTimersByTimeAsync(10 * REFRESH_MS);
    expect(polls).toHaveLength(1);
  });
});
