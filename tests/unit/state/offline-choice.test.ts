import { describe, expect, it, vi } from 'vitest';
import { OFFLINE_ENTRY, savesData } from '../../../src/state/offline-choice';
import { fakeStorage } from './support';

/** Each visit of a page has its own memory. */
async function visit() {
  vi.resetModules();
  return import('../../../src/state/offline-choice');
}

describe('whether the app is kept on the device', () => {
  it('is remembered from visit to visit, and the last word holds', async () => {
    const storage = fakeStorage();
    const first = await visit();
    expect(first.readOfflineChoice(storage)).toBe('unasked');
    first.writeOfflineChoice('no', storage);
    expect((await visit()).readOfflineChoice(storage)).toBe('no');
    first.writeOfflineChoice('yes', storage);
    expect((await visit()).readOfflineChoice(storage)).toBe('yes');
  });

  it('holds for the visit where nothing can be remembered', async () => {
    const closed = {
      getItem: (): string | null => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('closed');
      },
      removeItem: () => undefined,
    };
    const { readOfflineChoice, writeOfflineChoice } = await visit();
    expect(readOfflineChoice(closed)).toBe('unasked');
    writeOfflineChoice('no', closed);
    expect(readOfflineChoice(closed)).toBe('no');
    expect((await visit()).readOfflineChoice(null)).toBe('unasked');
  });

  it('is unasked where something else stands in its place', async () => {
    const storage = fakeStorage();
    storage.setItem(OFFLINE_ENTRY, 'maybe');
    expect((await visit()).readOfflineChoice(storage)).toBe('unasked');
  });
});

describe('a phone that saves data', () => {
  it('says so by the browser’s setting or by the system’s', () => {
    expect(savesData({ saveData: true }, () => false)).toBe(true);
    expect(savesData(undefined, (query) => query === '(prefers-reduced-data: reduce)')).toBe(true);
    expect(savesData(undefined, () => false)).toBe(false);
    expect(savesData({}, () => false)).toBe(false);
  });
});
