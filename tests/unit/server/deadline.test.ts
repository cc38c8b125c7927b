import { stat } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startDeadline, withDeadline } from '../../../server/db/deadline';
import { DeadlineError } from '../../../server/db/errors';

/** Stops the whole process, as a body with thousands of members did. */
const holdUp = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('a deadline', () => {
  it('counts no answer as late that had arrived while the process was held up', async () => {
    const ends: string[] = [];
    await new Promise<void>((resolve) => {
      const end = (how: string) => () => {
        ends.push(how);
        stop();
        resolve();
      };
      const stop = startDeadline(1, end('late'));
      stat('.', end('answered'));
      holdUp(200);
    });
    expect(ends).toEqual(['answered']);
  });

  it('passes where nothing comes, and is told to whoever waits', async () => {
    let expiries = 0;
    const wait = withDeadline(1, new Promise(() => undefined), () => {
      expiries += 1;
    });
    await expect(wait).rejects.toBeInstanceOf(DeadlineError);
    expect(expiries).toBe(1);
  });
});
