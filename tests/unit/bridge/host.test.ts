import { becomePage, ticks } from './support';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { READ_DEADLINE_MS } from '../../../src/api/deadlines';
import { html, json, silence } from '../api/support';

let page: ReturnType<typeof becomePage>;

beforeEach(() => {
  vi.resetModules();
  globalThis.indexedDB = new IDBFactory();
  page = becomePage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function load() {
  const { loadHost } = await import('../../../src/bridge/host');
  const { connectionStore } = await import('../../../src/state/connection');
  return { loadHost, reach: () => connectionStore.getState().reach };
}

describe('the question for the host’s configuration, often the first of a visit', () => {
  it('A-16: says after 8 s that nothing comes through', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.network((url, init) => silence({ url, init }));
    const { loadHost, reach } = await load();
    const loading = loadHost();
    await ticks();
    expect(page.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(READ_DEADLINE_MS - 1);
    expect(reach()).toBe('unknown');
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(reach()).toBe('offline');
  });

  it('A-15: says that a network wants a sign-in', async () => {
    page.network(() => html('<!doctype html>Sign in'));
    const { loadHost, reach } = await load();
    await loadHost();
    expect(reach()).toBe('portal');
  });

  it('says nothing of the platform when the host answers, whatever it answers', async () => {
    const { loadHost, reach } = await load();
    for (const answer of [html('gone', { status: 404 }), json({ x: 1 }), html('down', { status: 502 })]) {
      page.network(() => answer.clone());
      await loadHost();
      expect(reach()).toBe('unknown');
    }
  });
});
