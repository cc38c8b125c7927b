/**
 * Brings to the platform what waits in the outbox of the signed-in player, in order, by one tab at a time; and, where the
 * operator says that consent is implied, the consents that the profile lacks.
 */
import type { Client } from '../api/http';
import type { Drained } from '../core/outbox/drain';
import type { Database } from '../data/database';
import type { WorkerSession } from './contract';
import type { Locks } from './leader';
export interface OutboxDeps {
    readonly client: Client;
    readonly db: Database;
    readonly locks: Locks | null;
    readonly session: WorkerSession;
    /** The consents of the profile as the platform last said, live; null while it has not. */
    readonly given: Readonly<Record<string, boolean>> | null;
    readonly now: () => number;
    /** Ends with the session of this tab. */
    readonly signal: AbortSignal;
}
/** Sends everything that waits, as far as it goes. Queued behind the tab that is at it. */
export declare function drainOutbox(deps: OutboxDeps): Promise<Drained>;
/**
 * Under the policy `implied`: posts every tag that the profile does not have, but never one that the player has withdrawn.
 * The platform of this house is told that nobody chose it. True when the platform took something in.
 */
export declare function postImplied({ client, db, session, given, signal }: OutboxDeps): Promise<boolean>;
