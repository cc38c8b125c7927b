/** Makes the page's side of the data layer. It sends no request and starts no timer before one of its functions is called. */
import { createTransferCounter } from '../api/data-used';
import type { Bridge } from './bridge';
import { createOwnDetails } from './figures/details';
import { hydrateStores } from './figures/hydrate';
import { loadGames } from './figures/load-games';
import { createReceiver } from './figures/receive-event';
import { createSnapshots } from './figures/snapshots';
import type { Sync, SyncDeps } from './figures/sync';
import { hasIntents } from './money/has-intents';
import { createOutbox } from './outbox/outbox';
import type { Outbox } from './outbox/outbox';
import { createCalls } from './platform/calls';
import type { Calls } from './platform/calls';
import { createPageClock } from './platform/clock';
import { createHost } from './platform/host';
import { createBrowserPlace } from './platform/browser-place';
import { createNotServed } from './platform/not-served';
import { createRefusedAnswers } from './platform/refused-answers';
import { currentIds } from './session/ids';
import { createRevocations } from './session/revocations';
import { createSession } from './session/session';
import type { Session } from './session/session';
import { createWipe } from './session/wipe';
import { createPendingWipe } from './session/pending-wipe';
import { createStart } from './start';
import { createPageDatabase } from './storage/database';
import { createUpdate } from './update/apply-update';
import { createBusy } from './update/busy';
import { createFirstInstall, isFigureInStore } from './update/first-install';
import { createAppOnDevice } from './update/service-worker';

export interface BridgeDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Makes what speaks with the sync worker. */
  readonly createSync: (deps: Pick<SyncDeps, 'callOpen' | 'onEvent' | 'onClose'>) => Sync;
}

export function createBridge({ fetch, createSync }: BridgeDeps): Bridge {
  const ends: (() => void)[] = [];
  let isClosed = false;
  /** A part whose code was loaded after the bridge was closed is ended as soon as it is made. */
  const onClose = (end: () => void) => {
    if (isClosed) end();
    else ends.push(end);
  };

  const clock = createPageClock();
  onClose(clock.close);
  const { now } = clock;
  const notServed = createNotServed();
  const refusedAnswers = createRefusedAnswers();
  const pendingWipe = createPendingWipe();
  const { database, intentShelf } = createPageDatabase(pendingWipe);
  onClose(() => database.close());
  const wipe = createWipe({ database, intentShelf, pendingWipe, onClose });
  const snapshots = createSnapshots({ database, wipe, clock });

  // These depend on each other, because an answer may end the session, and a session that ends stops the sync.
  const endSession: Session['end'] = (end) => session.end(end);
  const calls: Calls = createCalls({ fetch, clock, notServed, refusedAnswers, endSession, onClose });
  const sync: Sync = createSync({ callOpen: calls.callOpen, onEvent: (event, askedAt) => receiveEvent(event, askedAt), onClose });
  const outbox: Outbox = createOutbox({ database, sync });
  const receiveEvent = createReceiver({ clock, refusedAnswers, notServed, outbox, endSession });
  const revocations = createRevocations({ database, callOpen: calls.callOpen, clock, onClose });
  const session: Session = createSession({ database, calls, sync, outbox, wipe, revocations, resumeIntents, onClose });

  async function resumeIntents(): Promise<void> {
    if (currentIds() === null || !(await hasIntents(intentShelf)) || isClosed) return;
    // If the code can't be loaded the intents stay open, and the next start asks about them.
    await import('./money/intents').then(({ moneyOf }) => moneyOf(bridge).resume()).catch(() => undefined);
  }

  const host = createHost({ fetch, now, hydrateHost: snapshots.hydrateHost });
  const busy = createBusy({ intentShelf, resumeIntents });
  const load: Bridge['loadGames'] = (signal) => loadGames({ callOpen: calls.callOpen, snapshots, now }, signal);

  const bridge: Bridge = {
    clock,
    transfers: createTransferCounter(),
    calls,
    database,
    intentShelf,
    host,
    place: createBrowserPlace({ calls, database, now, onClose }),
    notServed,
    sync,
    session,
    revocations,
    wipe,
    outbox,
    details: createOwnDetails({
      database, calls, sync, onClose,
      loadQueue: async () => (await import('./outbox/queue')).queueOf(bridge),
    }),
    busy,
    app: createAppOnDevice(host),
    update: createUpdate(busy),
    firstInstall: createFirstInstall({
      isFigureStored: (userId, kind) => isFigureInStore(database, userId, kind),
      host, sync, loadGames: load, onClose,
    }),
    receiveEvent,
    hydrate: (userId) => hydrateStores(userId, snapshots, host),
    loadGames: load,
    resumeIntents,
    start: { run: (goTo) => start.run(goTo), backOnline: () => start.backOnline() },
    onClose,
    close() {
      isClosed = true;
      ends.forEach((end) => end());
    },
  };
  const start = createStart(bridge);
  return bridge;
}
