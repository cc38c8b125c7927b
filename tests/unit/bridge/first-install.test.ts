import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFirstInstall, STORE_PATIENCE_MS } from '../../../src/bridge/update/first-install';
import { createKeepFigures } from '../../../src/bridge/update/keep-figures';
import { setUpdate } from '../../../src/state/app';
import { hostStore } from '../../../src/state/catalogue';
import { enterSession } from '../../../src/state/session';
import { becomePage, leavePage, openBridge } from './support';

const deviceHas = { figures: false, account: true };
const recheckSession = vi.fn(async () => undefined);

function load(userId: string | null, capabilities?: string[]) {
  becomePage();
  const { bridge } = openBridge();
  const install = createFirstInstall({
    keepFigures: createKeepFigures({
      isFigureStored: async (_userId, kind) => deviceHas.figures && (kind !== 'account' || deviceHas.account),
      sync: { recheckSession },
    }),
    host: { load: async () => true },
    loadGames: async () => undefined,
    onClose: bridge.onClose,
  });
  if (capabilities) hostStore.setState({ config: { capabilities, cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' } });
  if (userId !== null) enterSession({ sessionId: 's', userId });
  install.follow();
  setUpdate('ready-offline');
  let isDone = false;
  void install.whenStored().then(() => (isDone = true));
  return { isAnnounced: () => isDone, limitMs: STORE_PATIENCE_MS };
}

beforeEach(() => {
  Object.assign(deviceHas, { figures: false, account: true });
  recheckSession.mockClear();
  vi.useFakeTimers();
});
afterEach(leavePage);

describe('the end of the first install', () => {
  it('is announced only when the figures of the player are stored', async () => {
    const { isAnnounced } = load('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(recheckSession).toHaveBeenCalled();
    expect(isAnnounced()).toBe(false);
    deviceHas.figures = true;
    await vi.advanceTimersByTimeAsync(500);
    expect(isAnnounced()).toBe(true);
  });

  it('does not wait for ever for figures that do not come', async () => {
    const { isAnnounced, limitMs } = load('a');
    await vi.advanceTimersByTimeAsync(limitMs - 500);
    expect(isAnnounced()).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(isAnnounced()).toBe(true);
  });

  it('asks again for figures whose first request bypassed the service worker, until they are stored', async () => {
    const { isAnnounced } = load('a');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(recheckSession).toHaveBeenCalledTimes(2);
    expect(isAnnounced()).toBe(false);
    deviceHas.figures = true;
    await vi.advanceTimersByTimeAsync(500);
    expect(isAnnounced()).toBe(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(recheckSession).toHaveBeenCalledTimes(2);
  });

  it('continues to ask in the background, less and less often, and stops on a device that stores nothing', async () => {
    const { isAnnounced } = load('a');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(isAnnounced()).toBe(true);
    expect(recheckSession.mock.calls.length).toBeGreaterThan(3);
    await vi.advanceTimersByTimeAsync(50_000);
    const { length } = recheckSession.mock.calls;
    expect(length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(recheckSession).toHaveBeenCalledTimes(length);
  });

  it('asks once where the platform has no accounts, only profile and balance', async () => {
    Object.assign(deviceHas, { figures: true, account: false });
    const { isAnnounced } = load('a', []);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isAnnounced()).toBe(true);
    expect(recheckSession).toHaveBeenCalledTimes(1);
  });

  it('is announced to a guest at once', async () => {
    const { isAnnounced } = load(null);
    await vi.advanceTimersByTimeAsync(10);
    expect(isAnnounced()).toBe(true);
  });
});
