import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tryDatabaseAgain } from '../../../src/bridge/storage/try-database-again';
import { MEMORY_MS, createDatabase } from '../../../src/data/database';
import type { StorageMode } from '../../../src/data/database';
import { figuresStore } from '../../../src/state/figures';
import { resetAll } from '../../../src/state/reset-all';

const PATIENCE = { timeout: 10_000 };

/** A page whose database could not be opened. It works again from here on, and nothing of the page reads or writes. */
async function pageInMemoryMode() {
  vi.useFakeTimers({ toFake: ['Date'] });
  const modes: StorageMode[] = [];
  const database = createDatabase({ onMode: (mode) => modes.push(mode) });
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  await database.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').count());
  vi.restoreAllMocks();
  const end = tryDatabaseAgain(database);
  let savedAt = 0;
  const pollAnswered = () => figuresStore.setState({ balance: { source: 'live', savedAt: (savedAt += 1) } });
  return { modes, end, pollAnswered, after: (ms: number) => vi.setSystemTime(Date.now() + ms) };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  resetAll();
});

it('a page without reads and writes notices by a poll that its database works again', async () => {
  const { modes, pollAnswered, after, end } = await pageInMemoryMode();
  after(MEMORY_MS);
  expect(modes).toEqual(['memory']);
  pollAnswered();
  await vi.waitFor(() => expect(modes).toEqual(['memory', 'disk']), PATIENCE);
  end();
});

it('a database that hung a moment ago is not tried again yet', async () => {
  const { modes, pollAnswered, after, end } = await pageInMemoryMode();
  const open = vi.spyOn(indexedDB, 'open');
  after(MEMORY_MS - 1);
  pollAnswered();
  expect(open).not.toHaveBeenCalled();
  after(1);
  pollAnswered();
  await vi.waitFor(() => expect(modes).toEqual(['memory', 'disk']), PATIENCE);
  end();
});
