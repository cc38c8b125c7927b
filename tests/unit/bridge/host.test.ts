import { becomePage, leavePage, openBridge } from './support';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followHost } from '../../../src/bridge/platform/follow-host';
import { connectionStore } from '../../../src/state/connection';
import { can, hostStore } from '../../../src/state/catalogue';
import { applyHost } from '../../../src/state/apply-catalogue';
import { READ_DEADLINE_MS } from '../../../src/api/deadlines';
import { html, json, silence } from '../api/support';

let page: ReturnType<typeof becomePage>;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  page = becomePage();
});
afterEach(leavePage);

function load() {
  const { bridge: { host } } = openBridge();
  return { host, loadHost: host.load, reach: () => connectionStore.getState().reach };
}

describe('the question for the host’s configuration, often the first of a visit', () => {
  it('A-16: says after 8 s that nothing comes through', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.network((url, init) => silence({ url, init }));
    const { loadHost, reach } = load();
    const loading = loadHost();
    await page.whenAsked(1);
    await vi.advanceTimersByTimeAsync(READ_DEADLINE_MS - 1);
    expect(reach()).toBe('unknown');
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(reach()).toBe('offline');
  });

  it('A-15: says that a network wants a sign-in', async () => {
    page.network(() => html('<!doctype html>Sign in'));
    const { loadHost, reach } = load();
    await loadHost();
    expect(reach()).toBe('portal');
  });

  it('says nothing of the platform when the host answers, whatever it answers', async () => {
    const { loadHost, reach } = load();
    for (const answer of [html('gone', { status: 404 }), json({ x: 1 }), html('down', { status: 502 })]) {
      page.network(() => answer.clone());
      await loadHost();
      expect(reach()).toBe('unknown');
    }
  });
});

describe('a host that could not ask its platform yet', () => {
  const hostAnswer = { capabilities: ['sign-in', 'deposits'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } as const;

  it('takes away no capability that the app knows of, and is asked each minute while the page is visible', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    const { host, loadHost } = load();
    applyHost({ ...hostAnswer, capabilities: [...hostAnswer.capabilities] });
    page.network(() => json({ ...hostAnswer, capabilities: [], provisional: true }));
    await loadHost();
    expect([can('deposits'), can('games'), hostStore.getState().config?.provisional]).toEqual([true, false, true]);

    const listened = Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible' });
    vi.stubGlobal('document', listened);
    vi.stubGlobal('window', new EventTarget());
    const end = followHost(host);
    const before = page.requests.length;
    page.network(() => json({ ...hostAnswer, capabilities: ['games'] }));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(page.requests).toHaveLength(before);
    const changed = new Promise<void>((resolve) => void hostStore.subscribe(() => resolve()));
    await vi.advanceTimersByTimeAsync(1);
    await changed;
    expect(page.requests).toHaveLength(before + 1);
    expect([can('deposits'), can('games'), hostStore.getState().config?.provisional]).toEqual([false, true, undefined]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(page.requests).toHaveLength(before + 1);

    // A page that is visible again after minutes asks once whether anything has changed; a hidden one asks nothing.
    listened.visibilityState = 'hidden';
    listened.dispatchEvent(new Event('visibilitychange'));
    expect(page.requests).toHaveLength(before + 1);
    listened.visibilityState = 'visible';
    listened.dispatchEvent(new Event('visibilitychange'));
    listened.dispatchEvent(new Event('visibilitychange'));
    await page.whenAsked(before + 2);

    // When the bridge is closed nothing is asked any more, and no timer is left behind.
    end();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    listened.dispatchEvent(new Event('visibilitychange'));
    expect(page.requests).toHaveLength(before + 2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('hides uncertain capabilities from an app that had no earlier answer', async () => {
    page.network(() => json({ ...hostAnswer, capabilities: [], provisional: true }));
    const { loadHost } = load();
    await loadHost();
    expect(can('deposits')).toBe(false);
  });
});
