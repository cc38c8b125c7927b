/** The contract between page and sync worker: calls and events, one map each. Types only. */
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
 * One answer. `live` false: it comes from the device's store and is from `savedAt` (epoch ms). `isPhoneTime`: the platform has not
 * said what time it is now, or could not be believed; `savedAt` is by the phone's clock, or before now by what a cache said.
 */
export type AnswerEvent = {
  [K in PolledKind]: {
    readonly type: 'heard';
    readonly kind: K;
    readonly data: PolledData[K];
    readonly live: boolean;
    readonly savedAt: number;
    /** The failure that a stored answer stands in for; null when it is live. */
    readonly instead: CallError | null;
    readonly balanceVersion: number | null;
    /** How many items of the list were left out because they can't be read; missing where all could. */
    readonly leftOut?: number;
    readonly isPhoneTime?: true;
  };
}[PolledKind];

export type WorkerEvent =
  | AnswerEvent
  /** Nothing changed: the age is renewed. */
  | { readonly type: 'confirmed'; readonly kind: PolledKind; readonly savedAt: number; readonly isPhoneTime?: true }
  /** A try failed; what is shown is not live any more. Says nothing about the other figures. */
  | { readonly type: 'failed'; readonly kind: PolledKind; readonly error: CallError }
  /** Of everything that was asked together nothing came through. */
  | { readonly type: 'unreached'; readonly error: CallError }
  /** The outbox is another than before. What was sent and refused is told in the tab that did it, and to no other. */
  | { readonly type: 'outbox'; readonly sent: readonly OutboxItem[]; readonly refused: readonly OutboxItem[] }
  | ({ readonly type: 'session-ended' } & SessionEnd);

/** The platform did not take the anti-forgery token: the page fetches another, and gives it by `setAntiForgery`. */
export interface TokenRefused {
  readonly type: 'token-refused';
}

/** Every event names the session it is about: one for another session than the page's is dropped. */
export interface AddressedEvent {
  /** See `WorkerSession.generation`. */
  readonly generation: number;
  readonly event: WorkerEvent | TokenRefused;
  /** When it was asked for: `performance.timeOrigin + performance.now()` there. Missing where nothing was, and from an older build. */
  readonly askedAt?: number | undefined;
}

export interface WorkerSession {
  readonly sessionId: string;
  readonly userId: string;
  /** Counts the sessions of this page; an event with an older one is late. */
  readonly generation: number;
  /** The platform's capabilities; null while unknown. */
  readonly capabilities: readonly string[] | null;
  readonly consentPolicy: 'ask' | 'implied';
}

export interface SyncWorkerCalls {
  /** Checks the session (profile, account), then starts to poll. Resolves at once. */
  start(session: WorkerSession, isVisible: boolean, onEvent: (event: AddressedEvent) => void): void;
  stop(): void;
  /** Told by the page: hidden tabs neither poll nor lead. */
  setVisible(isVisible: boolean): void;
  /** The cookie a worker can't read, whenever it changes. */
  setAntiForgery(token: string | null): void;
  /** At once: something moved, or the connection came back. */
  pollNow(): void;
  /** Something was put into the outbox. */
  drain(): void;
  /** Also the session check (after `pageshow` from the back/forward cache). */
  recheck(): void;
  /** Proof of life. */
  ping(): true;
}
