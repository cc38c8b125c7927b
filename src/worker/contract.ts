/** The contract between the page and the sync worker: one map of calls and one of events. Types only. */
import type { Game } from '../core/contract/games';
import type { Account, Balance, BonusWallet, Profile } from '../core/contract/player';
import type { CallError, SessionEnd } from '../core/errors';
import type { OutboxItem } from '../core/outbox/item';

export type PolledKind = 'profile' | 'account' | 'balance' | 'bonusWallet' | 'games';

export interface PolledData {
  profile: Profile;
  account: Account;
  balance: Balance;
  bonusWallet: BonusWallet;
  games: { items: Game[] };
}

/**
 * One answer. `live` false: it was stored on the device at `savedAt` (epoch ms). `isPhoneTime`: the platform has not said the time, or said
 * one that can't be right, so `savedAt` is by the phone's clock (less the age that a cache said).
 */
export type AnswerEvent = {
  [K in PolledKind]: {
    /** The name stays, because tabs of other builds read it. */
    readonly type: 'heard';
    readonly kind: K;
    readonly data: PolledData[K];
    readonly live: boolean;
    readonly savedAt: number;
    /** The failure that a stored answer stands in for; null when it is live. The name crosses tabs of different builds, so it stays. */
    readonly instead: CallError | null;
    readonly balanceVersion: number | null;
    /** The number of items of a list that were left out because they can't be read; missing where there are none. */
    readonly leftOut?: number;
    /** An age that a cache said makes the time an estimate, too. This name stays for the same reason. */
    readonly isPhoneTime?: true;
  };
}[PolledKind];

export type WorkerEvent =
  | AnswerEvent
  /** The platform says that nothing has changed, so the age begins anew. */
  | { readonly type: 'confirmed'; readonly kind: PolledKind; readonly savedAt: number; readonly isPhoneTime?: true }
  /** A call failed, so its figure is not live any more. It says nothing about the other figures. */
  | { readonly type: 'failed'; readonly kind: PolledKind; readonly error: CallError }
  /** All calls of a poll failed to reach the platform. */
  | { readonly type: 'unreached'; readonly error: CallError }
  /** The outbox has changed. Only the tab that has sent the items gets `sent` and `refused`; for the others they are empty. */
  | { readonly type: 'outbox'; readonly sent: readonly OutboxItem[]; readonly refused: readonly OutboxItem[] }
  | ({ readonly type: 'session-ended' } & SessionEnd);

/** The platform refused the anti-forgery token. The page fetches another one and passes it by `setAntiForgery`. */
export interface TokenRefused {
  readonly type: 'token-refused';
}

/** An event with the session that it is about. The page drops events of another session than its own. */
export interface AddressedEvent {
  /** See `WorkerSession.generation`. */
  readonly generation: number;
  readonly event: WorkerEvent | TokenRefused;
  /** The time of the question, as `performance.timeOrigin + performance.now()` of its tab. Missing where there was none, or from an older build. */
  readonly askedAt?: number | undefined;
}

export interface WorkerSession {
  readonly sessionId: string;
  readonly userId: string;
  /** The number of this session among those of the page; an event with a lower one came too late. */
  readonly generation: number;
  /** The platform's capabilities; null while unknown. */
  readonly capabilities: readonly string[] | null;
  readonly consentPolicy: 'ask' | 'implied';
}

export interface SyncWorkerCalls {
  /** Checks the session (profile, account), then starts to poll. Resolves at once. */
  start(session: WorkerSession, isVisible: boolean, onEvent: (event: AddressedEvent) => void): void;
  stop(): void;
  /** The page calls it when it is shown or hidden, because hidden tabs neither poll nor lead. */
  setVisible(isVisible: boolean): void;
  /** The page passes the anti-forgery token whenever it changes, because a worker can't read the cookie. */
  setAntiForgery(token: string | null): void;
  /** Polls at once, because money has moved, or the connection came back. */
  pollNow(): void;
  /** Sends the outbox, because something was put into it. */
  drain(): void;
  /** Checks the session again and polls, after `pageshow` from the back/forward cache. */
  recheck(): void;
  /** Shows that the worker is alive. */
  ping(): true;
}
