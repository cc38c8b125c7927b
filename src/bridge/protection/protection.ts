/**
 * How the player is protected: first what the device has, then what the platform says; what one tab hears, the others of this
 * browser hear, too. A chunk of its own, loaded with the pages that show it.
 */
import type { Protection } from '../../core/contract/protection';
import { getProtection, protection } from '../../core/contract/protection';
import { readFence } from '../../data/fence';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { can, hostStore } from '../../state/catalogue';
import { changeProtection, failProtection, hearProtection, protectionStore } from '../../state/protection';
import { now } from '../platform/clock';
import { database } from '../storage/database';
import { callAsPlayer, currentIds } from '../platform/platform';

const KIND = 'protection';

interface TabMessage {
  readonly userId: string;
  readonly data: unknown;
}

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('ayo-protection') : null;

if (tabs) {
  tabs.onmessage = ({ data }: MessageEvent<Partial<TabMessage> | null>) => {
    const fit = protection.safeParse(data?.data);
    if (fit.success && data?.userId === currentIds()?.userId) hearProtection(fit.data, { live: true, savedAt: now() });
  };
}

const stored = (userId: string) => getSnapshot(database, userId, KIND, protection);

/** The platform said so just now: shown, told to the other tabs. */
function hearLive(data: Protection): void {
  const { protection: before } = protectionStore.getState();
  hearProtection(data, { live: true, savedAt: now() });
  const userId = currentIds()?.userId;
  if (userId !== undefined && protectionStore.getState().protection !== before) tabs?.postMessage({ userId, data } satisfies TabMessage);
}

/** The answer to a change: kept as well, so that a page that opens without a connection shows what holds. */
export async function takeIn(data: Protection): Promise<void> {
  hearLive(data);
  const [ids, fence] = [currentIds(), await readFence(database)];
  if (!ids || fence?.userId !== ids.userId) return;
  const snapshot = { userId: ids.userId, kind: KIND, savedAt: now(), etag: null, balanceVersion: null, data };
  await putSnapshot(database, snapshot, fence.epoch, protection);
}

let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  const ids = currentIds();
  if (!ids || !can('protection')) return;
  if (protectionStore.getState().protection === null) {
    const found = await stored(ids.userId);
    if (found && currentIds()?.sessionId === ids.sessionId) hearProtection(found.data, { live: false, savedAt: found.savedAt });
  }
  const result = await callAsPlayer(getProtection, ({ userId }) => ({ params: { userId } }));
  if (result.ok && result.savedAt === null) hearLive(result.data);
  else if (result.ok) hearProtection(result.data, { live: false, savedAt: result.savedAt ?? now() });
  else if (result.error.code !== 'canceled') failProtection(result.error);
}

/** Whoever asks while it is being asked for waits for the same answer. */
export function loadProtection(): Promise<void> {
  loading ??= load().finally(() => (loading = null));
  return loading;
}

/** On the device before it is needed without a connection; asked for once where it is not. */
export async function warmProtection(): Promise<void> {
  const ids = currentIds();
  if (!ids || hostStore.getState().config === null || !can('protection')) return;
  if ((await stored(ids.userId)) === null) await loadProtection();
}

export { changeProtection };
