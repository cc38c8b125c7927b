import { describe, expect, it } from 'vitest';
import { RELOAD_PAUSE_MS, mayReload } from '../../../src/app/reload-guard';

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
}

describe('automatic reloads', () => {
  it('happen once, and again only after a pause', () => {
    const storage = memory();
    expect(mayReload(storage, 1_000_000)).toBe(true);
    expect(mayReload(storage, 1_000_000 + RELOAD_PAUSE_MS - 1)).toBe(false);
    expect(mayReload(storage, 1_000_000 + RELOAD_PAUSE_MS)).toBe(true);
  });

  it('are at least five minutes apart: longer than a page waits for a version that never comes', () => {
    expect(RELOAD_PAUSE_MS).toBeGreaterThanOrEqual(5 * 60_000);
  });

  it('do not happen where nothing can be remembered: a loop could not be noticed', () => {
    const closed = {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => undefined,
    };
    expect(mayReload(closed, 1)).toBe(false);
  });
});
