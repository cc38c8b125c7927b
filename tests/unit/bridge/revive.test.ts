import { afterEach, expect, it, vi } from 'vitest';
import { followPageCache } from '../../../src/bridge/session/revive';
import { raiseEpoch } from '../../../src/data/fence';
import { revivingStore } from '../../../src/state/reviving';
import { enterSession, sessionStore } from '../../../src/state/session';
import { PATIENCE } from '../../support/wait-options';
import { becomePage, leavePage, openBridge } from './support';

afterEach(leavePage);

it('A-21: a page that comes back is shown and its money buttons work, also where adopting the session fails', async () => {
  const page = becomePage();
  const dataset: Record<string, string> = {};
  vi.stubGlobal('document', { visibilityState: 'visible', documentElement: { dataset } });
  const listeners = new Map<string, (event: { persisted: boolean }) => void>();
  vi.stubGlobal('window', { addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const { bridge } = openBridge();
  followPageCache({ ...bridge, adopt: () => Promise.reject(new Error('adopting failed')) });
  // A's page; by now B is signed in on this browser.
  enterSession({ sessionId: 'session-of-a', userId: 'a' });
  page.storage.setItem('sessionId', 'session-of-b');
  page.storage.setItem('userId', 'b');
  process.on('unhandledRejection', onFailure);
  listeners.get('pagehide')?.({ persisted: true });
  expect(dataset).toHaveProperty('away');
  listeners.get('pageshow')?.({ persisted: true });
  await vi.waitFor(() => expect(dataset).not.toHaveProperty('away'), PATIENCE);
  await vi.waitFor(() => expect(failures).toHaveLength(1), PATIENCE);
  expect(revivingStore.getState().isReviving).toBe(false);
  expect(sessionStore.getState().userId).toBeNull();
  process.off('unhandledRejection', onFailure);
});

it('A-21: a page that comes back stays hidden until it sees the entries of local storage that another process has just written', async () => {
  const page = becomePage();
  const dataset: Record<string, string> = {};
  vi.stubGlobal('document', { visibilityState: 'visible', documentElement: { dataset } });
  const listeners = new Map<string, (event: { persisted: boolean }) => void>();
  vi.stubGlobal('window', { addEventListener: (type: string, listener: () => void) => listeners.set(type, listener) });
  const { bridge } = openBridge();
  const adopted: unknown[] = [];
  followPageCache({ ...bridge, adopt: async () => void adopted.push(page.storage.getItem('userId')) });
  enterSession({ sessionId: 'session-of-a', userId: 'a' });
  page.storage.setItem('sessionId', 'session-of-a');
  page.storage.setItem('userId', 'a');
  await raiseEpoch(bridge.database, { userId: 'b' });
  listeners.get('pagehide')?.({ persisted: true });
  let readCount = 0;
  const getItem = page.storage.getItem.bind(page.storage);
  vi.spyOn(page.storage, 'getItem').mockImplementation((key) => {
    if (key === 'userId') readCount += 1;
    if (readCount === 3) {
      page.storage.setItem('userId', 'b');
      page.storage.setItem('sessionId', 'session-of-b');
    }
    expect(dataset).toHaveProperty('away');
    return getItem(key);
  });
  listeners.get('pageshow')?.({ persisted: true });
  await vi.waitFor(() => expect(adopted).toEqual(['b']), PATIENCE);
});
