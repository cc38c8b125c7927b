/** The parts of the bridge, which is the page's side of the data layer. Pages call `src/bridge/actions/*`. */
import type { IntentRecords } from '../data/intents';
import type { OwnDetails } from './figures/details';
import type { SyncClient } from './figures/sync-client';
import type { GuestBridge } from './guest-bridge';
import type { Outbox } from './outbox/outbox';
import type { Revocations } from './session/revocations';
import type { Session } from './session/session';
import type { Wipe } from './session/wipe';
import type { WorkerEvent } from '../worker/contract';

export interface Bridge extends GuestBridge {
  readonly intentRecords: IntentRecords;
  readonly sync: SyncClient;
  readonly session: Session;
  readonly revocations: Revocations;
  readonly wipe: Wipe;
  readonly outbox: Outbox;
  readonly details: OwnDetails;
  /** Writes an event of the sync worker into the stores. `askedAt`: see `AddressedEvent`. */
  readonly receiveEvent: (event: WorkerEvent, askedAt?: number) => void;
  /** Brings the stored data of the player and of the host into the stores, before the first render. */
  readonly hydrate: (userId: string) => Promise<void>;
  /** Asks what became of open intents. The code for that is loaded only where there are any. Never rejects. */
  readonly resumeIntents: () => Promise<void>;
}
