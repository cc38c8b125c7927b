import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import { isStruggling, MAX_BACK_OFF_MS, nextPauseMs, POLL_INTERVAL_MS } from '../../../src/worker/schedule';

describe('the pause before the next poll', () => {
  it('is 15 s after a poll that went well', () => {
    expect(nextPauseMs(0, 0, 0.99)).toBe(POLL_INTERVAL_MS);
  });

  it('grows while the platform struggles, up to five minutes, and is never shorter than 15 s', () => {
    for (let failures = 1; failures < 40; failures += 1) {
      for (const random of [0, 0.5, 0.999]) {
        const pause = nextPauseMs(failures, 0, random);
        expect(pause).toBeGreaterThanOrEqual(POLL_INTERVAL_MS);
        expect(pause).toBeLessThanOrEqual(MAX_BACK_OFF_MS);
      }
    }
    expect(nextPauseMs(3, 0, 0.5)).toBeGreaterThan(nextPauseMs(2, 0, 0.5));
  });

  it('is at least what the platform asked for, but five minutes at most, and even then not for all at once', () => {
    expect(nextPauseMs(1, 120_000, 0)).toBe(120_000);
    expect(nextPauseMs(1, 120_000, 0.8)).toBeGreaterThan(120_000);
    for (const askedMs of [60 * 60_000, 365 * 24 * 60 * 60_000, 2 ** 31, Infinity]) {
      expect(nextPauseMs(1, askedMs, 0)).toBe(4.5 * 60_000);
      expect(nextPauseMs(1, askedMs, 0.999)).toBeLessThanOrEqual(5 * 60_000);
      expect(nextPauseMs(1, askedMs, 0.999)).toBeGreaterThan(4.9 * 60_000);
    }
  });

  it('does not bring a thousand browsers back in step, with or without Retry-After', () => {
    const seed = Math.floor(Math.random() * 2_147_483_646) + 1;
    let state = seed;
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (const retryAfterMs of [0, 60_000]) {
      const perSecond = new Map<number, number>();
      for (let browser = 0; browser < 1_000; browser += 1) {
        let at = 0;
        for (let failures = 1; failures <= 5; failures += 1) {
          at += nextPauseMs(failures, retryAfterMs, random());
          const second = Math.floor(at / 1_000);
          perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
        }
      }
      expect(Math.max(...perSecond.values()), `seed ${seed}`).toBeLessThan(200);
    }
  });
});

describe('a struggling platform', () => {
  it('is one that answers so itself; a network that does not reach it does not count', () => {
    expect(isStruggling(failure('bad-response', { status: 503 }).error)).toBe(true);
    expect(isStruggling(failure('bad-request', { status: 429 }).error)).toBe(true);
    expect(isStruggling(failure('network').error)).toBe(false);
    expect(isStruggling(failure('timeout').error)).toBe(false);
    expect(isStruggling(failure('bad-response', { status: 511, captivePortal: true }).error)).toBe(false);
  });
});
