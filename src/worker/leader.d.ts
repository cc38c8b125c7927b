/**
 * One poller per browser. The visible tab that holds the lock leads: it polls and tells the others what it hears. The
 * lock is queued for, so that a leader that goes away is followed at once, and given up as soon as the page is
 * hidden: a frozen tab that keeps it would starve every other.
 */
import type { HeardEvent, WorkerEvent } from './contract';
export declare const CHANNEL = "ayo-sync";
/** Between the sync workers of one browser. `about` is the player: a tab of another player takes no notice. */
export type TabMessage = {
    readonly type: 'event';
    readonly about: string;
    readonly event: WorkerEvent;
}
/** A tab joined, or wants fresh figures. */
 | {
    readonly type: 'poll';
    readonly about: string;
    readonly from: string;
    readonly isNew: boolean;
}
/** For the tab that joined. */
 | {
    readonly type: 'last-heard';
    readonly about: string;
    readonly to: string;
    readonly events: readonly HeardEvent[];
};
/** What is used of `BroadcastChannel`. */
export interface Channel {
    postMessage(message: TabMessage): void;
    onmessage: ((event: {
        readonly data: unknown;
    }) => void) | null;
    close(): void;
}
/** What is used of `navigator.locks`; null where a browser has none, and then every tab leads for itself. */
export interface Locks {
    request(name: string, options: {
        signal: AbortSignal;
    }, held: () => Promise<void>): Promise<void>;
}
/** A message of a newer build may be of any shape: it is ignored unless it is one of ours. */
export declare function isTabMessage(value: unknown): value is TabMessage;
export declare class Candidate {
    #private;
    constructor(locks: Locks | null, onLead: (leads: boolean) => void);
    get leads(): boolean;
    /** Queues for the lead. */
    stand(): void;
    /** Gives the lead up, or the place in the queue. */
    stepDown(): void;
}
