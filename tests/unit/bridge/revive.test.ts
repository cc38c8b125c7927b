import { afterEach, expect, it, vi } from 'vitest';
import { PATIENCE } from '../../support/patience';
import { becomePage, ticks } from './support';

const session = vi.hoisted(() => ({ adoptSession: vi.fn() }));
vi.mock('../../../src/bridge/session/session', () => session);
vi.mock('../../../src/bridge/figures/sync-worker', () => ({ tellVisibility: vi.fn() }));

afterEach(() => {
  vi.unstubAllGlobals();
});

it('A-21: a page that comes back is in sight and its money buttons work, also where adopting the session fails', async () => {
  const page = becomePage();
  const dataset: Record<string, string> = {};
  vi.stubGlobal('document', { visibilityState: 'visible', documentElement: { dataset } });
  const heard = new Map<string, (event: { persisted: boolean }) => void>();
  vi.stubGlobal('window', { addEventListener: (type: string, listener: () => void) => heard.set(type, listener) });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const { followPageCache } = await import('../../../src/bridge/session/revive');
  const { revivingStore } = await import('../../../src/state/reviving');
  const { enterSession, sessionStore } = await import('../../../src/state/session');
  followPageCache();
  // A's page; by now B is signed in on this browser.
  enterSession({ sessionId: 'session-of-a', userId: 'a' });
  page.storage.setItem('sessionId', 'session-of-b');
  page.storage.setItem('userId', 'b');
  session.adoptSession.mockRejectedValue(new Error('adopting failed'));
  process.on('unhandledRejection', onFailure);
  heard.get('pagehide')?.({ persisted: true });
  expect(dataset).toHaveProperty('away');
  heard.get('pageshow')?.({ persisted: true });
  await vi.waitFor(() => expect(dataset).not.toHaveProperty('away'), PATIENCE);
  await ticks();
  expect(revivingStore.getState().reviving).toBe(false);
  expect(sessionStore.getState().userId).toBeNull();
  process.off('unhandledRejection', onFailure);
});
