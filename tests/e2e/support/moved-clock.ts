/** A platform whose clock a test moves, so that no test waits for 24 hours, or for the time until a reality check. */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../support/stages.mjs';
import { test } from './test';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** The environment in which a platform's process has the clock of this file, which is this machine's until the file is there. */
export const envOfClock = (file: string): Readonly<Record<string, string>> =>
  ({ AYO_TEST_CLOCK: file, NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, 'tests/support/moved-clock.mjs')).href}` });

export interface MovedClock {
  /** The environment in which the platform's process has this clock. */
  readonly env: Readonly<Record<string, string>>;
  /** Moves the platform's clock on by `ms`. */
  move(ms: number): Promise<void>;
  /** Epoch ms of the platform's clock. */
  nowMs(): number;
}

export function useMovedClock(): MovedClock {
  const file = join(tmpdir(), `ayo-clock-${crypto.randomUUID()}`);
  let moved = 0;
  test.afterAll(() => rm(file, { force: true }));
  return {
    env: envOfClock(file),
    nowMs: () => Date.now() + moved,
    async move(ms) {
      moved += ms;
      await writeFile(file, String(moved));
      // Longer than it takes the platform to look again.
      await new Promise((done) => setTimeout(done, 40));
    },
  };
}
