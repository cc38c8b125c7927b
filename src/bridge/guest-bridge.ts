/**
 * The parts of the bridge that every page needs, also that of a guest on whose device nothing waits: public data, the host, the
 * app on the device. It does nothing for players but load and call the player's bridge (`player-bridge.ts`).
 */
import type { TransferCounter } from '../api/data-used';
import type { Game } from '../core/contract/games';
import type { Result } from '../core/errors';
import type { Database } from '../data/database';
import type { PublicSnapshots } from './figures/public-snapshots';
import type { OnClose } from './page/on-close';
import type { PlayerAccess } from './player-bridge';
import type { BrowserPlace } from './platform/browser-place';
import type { Calls } from './platform/calls';
import type { PageClock } from './platform/clock';
import type { Host } from './platform/host';
import type { NotServed } from './platform/not-served';
import type { RefusedAnswers } from './platform/refused-answers';
import type { PendingWipe } from './session/pending-wipe';
import type { Update } from './update/apply-update';
import type { Busy } from './update/busy';
import type { FirstInstall } from './update/first-install';
import type { AppOnDevice } from './update/service-worker';

export interface Start {
  /**
   * Checks the stored session, starts the poller, asks what became of open intents, and sends sign-outs that waited. `goTo` opens
   * a page of the app.
   */
  readonly run: (goTo: (path: string) => void) => Promise<void>;
  /** To be called when the connection comes back. A hidden page only sends sign-outs, once, and does the rest when it becomes visible. */
  readonly onReconnected: () => Promise<void>;
}

export interface GuestBridge {
  readonly clock: PageClock;
  /** Counts the bytes of this page. */
  readonly transfers: TransferCounter;
  readonly calls: Calls;
  readonly database: Database;
  readonly snapshots: PublicSnapshots;
  readonly host: Host;
  readonly place: BrowserPlace;
  readonly notServed: NotServed;
  readonly refusedAnswers: RefusedAnswers;
  readonly pendingWipe: PendingWipe;
  readonly player: PlayerAccess;
  readonly busy: Busy;
  readonly app: AppOnDevice;
  readonly update: Update;
  readonly firstInstall: FirstInstall;
  /** Brings the games into the catalogue store: first what the device has, then what the platform says. */
  readonly loadGames: (signal?: AbortSignal) => Promise<Result<{ items: Game[] }>>;
  /** Brings the games that the device stored into the store. */
  readonly readStoredGames: () => Promise<void>;
  /** Brings the page to the session that the entries of local storage name, because another tab signed in or out, or this page was away. */
  readonly adopt: () => Promise<void>;
  readonly start: Start;
  /** Registers a function that runs when the bridge is closed. */
  readonly onClose: OnClose;
  /** Ends every subscription and every retry. Only tests need this, because a page's bridge lives as long as the page. */
  readonly close: () => void;
}
