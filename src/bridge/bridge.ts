/** The parts of the page's side of the data layer. Pages call `src/bridge/actions/*`. */
import type { TransferCounter } from '../api/data-used';
import type { Result } from '../core/errors';
import type { Game } from '../core/contract/games';
import type { OwnDetails } from './figures/details';
import type { Sync } from './figures/sync';
import type { Outbox } from './outbox/outbox';
import type { OnClose } from './page/on-close';
import type { Calls } from './platform/calls';
import type { PageClock } from './platform/clock';
import type { Host } from './platform/host';
import type { BrowserPlace } from './platform/browser-place';
import type { NotServed } from './platform/not-served';
import type { Revocations } from './session/revocations';
import type { Session } from './session/session';
import type { Wipe } from './session/wipe';
import type { PageDatabase } from './storage/database';
import type { Busy } from './update/busy';
import type { FirstInstall } from './update/first-install';
import type { AppOnDevice } from './update/service-worker';
import type { Update } from './update/apply-update';
import type { WorkerEvent } from '../worker/contract';

export interface Start {
  /**
   * Checks the stored session, starts the poller, asks what became of open intents, and sends sign-outs that waited. `goTo` opens
   * a page of the app.
   */
  readonly run: (goTo: (path: string) => void) => Promise<void>;
  /** To be called when the connection comes back. A hidden page only sends sign-outs, once; it does the rest when it is seen. */
  readonly backOnline: () => Promise<void>;
}

export interface Bridge extends PageDatabase {
  readonly clock: PageClock;
  /** Counts the bytes of this page. */
  readonly transfers: TransferCounter;
  readonly calls: Calls;
  readonly host: Host;
  readonly place: BrowserPlace;
  readonly notServed: NotServed;
  readonly sync: Sync;
  readonly session: Session;
  readonly revocations: Revocations;
  readonly wipe: Wipe;
  readonly outbox: Outbox;
  readonly details: OwnDetails;
  readonly busy: Busy;
  readonly app: AppOnDevice;
  readonly update: Update;
  readonly firstInstall: FirstInstall;
  /** Writes an event of the sync worker into the stores. */
  /** `askedAt`: see `AddressedEvent`. */
  readonly receiveEvent: (event: WorkerEvent, askedAt?: number) => void;
  /** Brings the stored data of the player and of the host into the stores, before the first render. */
  readonly hydrate: (userId: string) => Promise<void>;
  /** Brings the games into the catalogue store: first what the device has, then what the platform says. */
  readonly loadGames: (signal?: AbortSignal) => Promise<Result<{ items: Game[] }>>;
  /** Asks what became of open intents. The code for that is loaded only where there are any. Never rejects. */
  readonly resumeIntents: () => Promise<void>;
  readonly start: Start;
  /** Runs when the bridge is closed. */
  readonly onClose: OnClose;
  /** Ends every subscription and every retry. Only tests need this, because a page's bridge lives as long as the page. */
  readonly close: () => void;
}
