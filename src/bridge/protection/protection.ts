/**
 * Loads the player's protection: shows what the device has, then what the platform says, and passes each answer to the other
 * tabs of this browser. It is a chunk of its own, loaded with the pages that show it.
 */
import type { Protection } from '../../core/contract/protection';
import { getProtection, protection } from '../../core/contract/protection';
import { readFence } from '../../data/fence-entry';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { can, hostStore } from '../../state/catalogue';
import { setProtectionError, applyProtection, protectionStore } from '../../state/protection';
import type { Bridge } from '../bridge';
import { openChannel } from '../page/channel';
import { perBridge } from '../per-bridge';
import { currentIds } from '../session/ids';

const KIND = 'protection';
const CHANNEL = 'ayo-protection';

/** A message between the tabs of this browser: the protection that the platform answered. */
interface ProtectionMessage {
  readonly userId: string;
  readonly data: unknown;
}

function isProtectionMessage(value: unknown): value is ProtectionMessage {
  return typeof value === 'object' && value !== null && 'userId' in value && 'data' in value;
}

export interface OwnProtection {
  /** Shows and stores the answer to a change, so that a page that opens without a connection shows what holds. */
  readonly keepAnswer: (data: Protection) => Promise<void>;
  /** Shows the answer to a break or a limit that went out at once, because this browser stores nothing. */
  readonly showAnswer: (data: unknown) => void;
  /** Loads the protection. A call while another one is under way waits for the same answer. */
  readonly load: () => Promise<void>;
  /** Loads the protection if the device has none, so that it is there without a connection. */
  readonly warm: () => Promise<void>;
}

function createProtection({ calls, clock, database, onClose }: Bridge): OwnProtection {
  let loading: Promise<void> | null = null;
  const tabs = openChannel(CHANNEL, (message) => {
    const parsed = isProtectionMessage(message) && message.userId === currentIds()?.userId ? protection.safeParse(message.data) : null;
    if (parsed?.success) applyProtection(parsed.data, { live: true, savedAt: clock.now() });
  });
  onClose(tabs.close);

  const readStored = (userId: string) => getSnapshot(database, userId, KIND, protection);

  /** Shows an answer that the platform gave just now, and passes it to the other tabs. */
  function applyLive(data: Protection): void {
    const { protection: before } = protectionStore.getState();
    applyProtection(data, { live: true, savedAt: clock.now() });
    const userId = currentIds()?.userId;
    if (userId !== undefined && protectionStore.getState().protection !== before) tabs.post({ userId, data } satisfies ProtectionMessage);
  }

  async function keepAnswer(data: Protection): Promise<void> {
    applyLive(data);
    const [ids, fence] = [currentIds(), await readFence(database)];
    if (!ids || fence?.userId !== ids.userId) return;
    const snapshot = { userId: ids.userId, kind: KIND, savedAt: clock.now(), etag: null, balanceVersion: null, data };
    await putSnapshot(database, snapshot, fence.epoch, protection);
  }

  function showAnswer(data: unknown): void {
    const parsed = protection.safeParse(data);
    if (parsed.success) applyLive(parsed.data);
  }

  async function ask(): Promise<void> {
    const ids = currentIds();
    if (!ids || !can('protection')) return;
    // The stored protection may be newer than the one on the page, because the answer to a queued break or limit is stored, too.
    const snapshot = await readStored(ids.userId);
    const isShown = snapshot?.data.at === protectionStore.getState().protection?.at;
    if (snapshot && !isShown && currentIds()?.sessionId === ids.sessionId) applyProtection(snapshot.data, { live: false, savedAt: snapshot.savedAt });
    const result = await calls.callAsPlayer(getProtection, ({ userId }) => ({ params: { userId } }));
    if (result.ok && result.savedAt === null) applyLive(result.data);
    else if (result.ok) applyProtection(result.data, { live: false, savedAt: result.savedAt ?? clock.now() });
    else if (result.error.code !== 'canceled') setProtectionError(result.error);
  }

  function load(): Promise<void> {
    loading ??= ask().finally(() => (loading = null));
    return loading;
  }

  async function warm(): Promise<void> {
    const ids = currentIds();
    if (!ids || hostStore.getState().config === null || !can('protection')) return;
    if ((await readStored(ids.userId)) === null) await load();
  }

  return { keepAnswer, showAnswer, load, warm };
}

export const protectionOf = perBridge(createProtection);
