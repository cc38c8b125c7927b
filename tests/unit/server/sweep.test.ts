import { expect, it, onTestFinished, vi } from 'vitest';
import { startSweep, workThrough } from '../../../server/sweep';

it('works through all items in their order, also after one has failed, and throws the first error', async () => {
  const done: number[] = [];
  const work = async (n: number) => {
    if (n % 2 === 0) throw new Error(`no ${n}`);
    done.push(n);
  };
  await expect(workThrough([1, 2, 3, 4, 5], work)).rejects.toThrow('no 2');
  expect(done).toEqual([1, 3, 5]);
});

it('stopping waits for the run under way, and begins no other', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const ends: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => void ends.push(resolve));
  const stop = startSweep({ log: () => undefined }, { failureEvent: 'x.failed', intervalMs: 1_000, run });
  await vi.advanceTimersByTimeAsync(1_000);
  let isStopped = false;
  const stopped = Promise.resolve(stop()).then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect({ isStopped, runs: ends.length }).toEqual({ isStopped: false, runs: 1 });
  ends[0]?.();
  await stopped;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ends).toHaveLength(1);
});
