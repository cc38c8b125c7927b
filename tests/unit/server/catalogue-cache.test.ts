import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCatalogueCache } from '../../../server/hosting/catalogue-cache';
import type { Game } from '../../../src/core/contract/games';

const game = (gameId: string): Game => ({
  gameId, name: gameId, kind: 'dice', categories: [], rtp: 0.99, contribution: 1, minStake: 1, maxStake: 2, bytes: 1, art: '/a.svg', enabled: true,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives a visit after a quiet hour the list of now, not that of before', async () => {
  let now = 0;
  let listed = [game('hidden-since'), game('dice')];
  const read = createCatalogueCache(() => Promise.resolve(listed), () => now);
  expect(await read()).toHaveLength(2);
  listed = [game('dice')];
  now = 3_600_000;
  expect(await read()).toEqual([game('dice')]);
});

it('keeps the last list while the database is away, and lets one visit in ten seconds wait for it', async () => {
  let now = 0;
  let reads = 0;
  const read = createCatalogueCache(() => (reads++ === 0 ? Promise.resolve([game('dice')]) : new Promise(() => undefined)), () => now);
  await read();
  now = 60_000;
  const waiting = read();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toEqual([game('dice')]);
  // This one does not wait: no timer runs on.
  expect(await read()).toEqual([game('dice')]);
  expect(reads).toBe(2);
});
