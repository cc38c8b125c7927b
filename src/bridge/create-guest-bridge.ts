/** Makes the part of the bridge that every page needs. It sends no request and starts no timer before one of its functions is called. */
import { createTransferCounter } from '../api/data-used';
import { loadGames, readStoredGames } from './figures/load-games';
import { createPublicSnapshots } from './figures/public-snapshots';
import type { GuestBridge } from './guest-bridge';
import { createPlayerAccess } from './player-bridge';
import { createBrowserPlace } from './platform/browser-place';
import { createCalls } from './platform/calls';
import { createPageClock } from './platform/clock';
import { createHost } from './platform/host';
import { createNotServed } from './platform/not-served';
import { createRefusedAnswers } from './platform/refused-answers';
import { createAdopt } from './session/adopt';
import { currentIds } from './session/ids';
import { createPendingWipe } from './session/pending-wipe';
import { createStart } from './start';
import { createPageDatabase } from './storage/database';
import { createUpdate } from './update/apply-update';
import { createBusy } from './update/busy';
import { createFirstInstall } from './update/first-install';
import { createAppOnDevice } from './update/service-worker';

export function createGuestBridge(fetch: typeof globalThis.fetch): GuestBridge {
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
  const player = createPlayerAccess({ onPlugIn: (bridge) => start.startPlayerBridge(bridge), onMissing: () => start.loadAgain() });
  const database = createPageDatabase(pendingWipe, player);
  onClose(() => database.close());
  const snapshots = createPublicSnapshots(database);
  const calls = createCalls({ fetch, clock, notServed, refusedAnswers, player, onClose });
  const host = createHost({ fetch, now, hydrateHost: snapshots.hydrateHost });
  const busy = createBusy(player);
  const load: GuestBridge['loadGames'] = (signal) => loadGames({ callOpen: calls.callOpen, snapshots, now }, signal);

  const parts: Omit<GuestBridge, 'start'> = {
    clock,
    transfers: createTransferCounter(),
    calls,
    database,
    snapshots,
    host,
    place: createBrowserPlace({ calls, database, now, onClose }),
    notServed,
    refusedAnswers,
    pendingWipe,
    player,
    busy,
    app: createAppOnDevice(host),
    update: createUpdate(busy),
    firstInstall: createFirstInstall({
      keepFigures: async () => void (currentIds() && (await player.use((bridge) => bridge.keepFigures()))),
      host, loadGames: load, onClose,
    }),
    loadGames: load,
    readStoredGames: () => readStoredGames(snapshots),
    adopt: createAdopt(player),
    onClose,
    close() {
      isClosed = true;
      ends.forEach((end) => end());
    },
  };
  const start = createStart(parts);
  return { ...parts, start };
}
