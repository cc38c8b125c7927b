/** A platform whose time a test moves: 24 hours, and the time until a reality check, are not waited for. */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../support/stages.mjs';
import { test } from './test';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

export interface MovedClock {
  /** For the platform's process. */
  readonly env: Readonly<Record<string, string>>;
  /** On by so much, in ms, for everything that the platform does from now on. */
  move(ms: number): Promise<void>;
  /** Epoch ms of the platform's clock. */
  nowMs(): number;
}

export function useMovedClock(): MovedClock {
  const file = join(tmpdir(), `ayo-clock-${crypto.randomUUID()}`);
  let moved = 0;
  test.afterAll(() => rm(file, { force: true }));
  return {
    env: { AYO_TEST_CLOCK: file, NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, 'tests/support/moved-clock.mjs')).href}` },
    nowMs: () => Date.now() + moved,
    async move(ms) {
      moved += ms;
      await writeFile(file, String(moved));
      // Longer than it takes the platform to look again.
      await new Promise((done) => setTimeout(done, 40));
    },
  };
}
