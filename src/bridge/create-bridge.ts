/**
 * Makes the page's side of the data layer: the guest's bridge, and the player's bridge, which it plugs in there. It sends no request and
 * starts no timer before one of its functions is called, unless the page has started before.
 */
import { createIntentRecords } from '../data/intents';
import { ensureFence } from '../data/fence';
import { markIntentsRead } from '../state/intents';
import { localEntries } from '../state/local-entries';
import { forgetPlayer } from '../state/reset-all';
import type { Bridge } from './bridge';
import { createOwnDetails } from './figures/details';
import { hydrateStores } from './figures/hydrate';
import { createPlayerSnapshots } from './figures/player-snapshots';
import { createReadAnew } from './figures/read-anew';
import { createReceiver } from './figures/receive-event';
import type { SyncClient, SyncClientDeps } from './figures/sync-client';
import type { GuestBridge } from './guest-bridge';
import { hasIntents, hasOpenIntents } from './money/has-intents';
import { createOutbox } from './outbox/outbox';
import type { Outbox } from './outbox/outbox';
import { currentIds } from './session/ids';
import { createReadEnd } from './session/read-end';
import { createRevocations } from './session/revocations';
import { createSession } from './session/session';
import type { Session } from './session/session';
import { createWipe } from './session/wipe';
import { createPlayerStart } from './start-player';
import { createKeepFigures, isFigureInStore } from './update/keep-figures';

export interface BridgeDeps {
  readonly guest: GuestBridge;
  /** Makes the part that speaks with the sync worker. */
  readonly createSyncClient: (deps: Pick<SyncClientDeps, 'callOpen' | 'onEvent' | 'onClose'>) => SyncClient;
}

export function createBridge({ guest, createSyncClient }: BridgeDeps): Bridge {
  const { calls, clock, database, host, notServed, onClose, pendingWipe, refusedAnswers, snapshots } = guest;
  let isClosed = false;
  onClose(() => (isClosed = true));

  const intentRecords = createIntentRecords(database, localEntries());
  const wipe = createWipe({ database, intentRecords, pendingWipe, onClose });
  const { hydratePlayer } = createPlayerSnapshots({ database, wipe, clock });

  // These depend on each other, because an answer may end the session, and a session that ends stops the sync.
  const endSession: Session['end'] = (end) => session.end(end);
  const sync: SyncClient = createSyncClient({ callOpen: calls.callOpen, onEvent: (event, askedAt) => receiveEvent(event, askedAt), onClose });
  const outbox: Outbox = createOutbox({ database, sync });
  const receiveEvent = createReceiver({ clock, refusedAnswers, notServed, outbox, endSession });
  const revocations = createRevocations({ database, callOpen: calls.callOpen, clock, onClose });
  const session: Session = createSession({ database, calls, sync, outbox, wipe, revocations, resumeIntents, onClose });

  async function resumeIntents(): Promise<void> {
    const ids = currentIds();
    if (ids === null) return;
    const isCurrent = () => !isClosed && currentIds()?.userId === ids.userId;
    const hasAny = await hasIntents(intentRecords);
    if (!isCurrent()) return;
    try {
      if (hasAny) await (await import('./money/intents')).moneyOf(bridge).resume();
      if (isCurrent()) markIntentsRead();
    } catch {
      // If the code can't be loaded, the intents stay open, and the next start asks about them.
    }
  }

  const bridge: Bridge = {
    ...guest,
    intentRecords,
    sync,
    session,
    revocations,
    wipe,
    outbox,
    details: createOwnDetails({
      database, calls, sync, onClose,
      loadQueue: async () => (await import('./outbox/queue')).queueOf(bridge),
    }),
    receiveEvent,
    hydrate: (userId) => hydrateStores(userId, { ...snapshots, hydratePlayer }, host),
    resumeIntents,
  };

  guest.player.plugIn({
    ...createPlayerStart(bridge),
    flush: revocations.flush,
    tellVisibility: sync.tellVisibility,
    readEnd: createReadEnd(calls.client),
    endSession,
    adopt: session.adopt,
    forget: forgetPlayer,
    readAnew: createReadAnew({ calls, clock }),
    resumeIntents,
    hasOpenIntents: (userId) => hasOpenIntents(intentRecords, userId),
    keepFigures: createKeepFigures({ isFigureStored: (userId, kind) => isFigureInStore(database, userId, kind), sync }),
    ensureFence: (userId, isCurrent) => ensureFence(database, userId, isCurrent),
  });
  return bridge;
}
