/**
 * The stores of the database `ayo` and their records. No other file makes stores.
 *
 * A later version adds stores, indexes and members of records; it changes and removes none. The operator may go back to an older
 * build at any time, which then opens the newer version and uses what it knows: intents and unsent items must be there for
 * it, and what it does not know must be there when the newer build returns.
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import type { RoundSeeds } from '../core/contract/games';
import type { BetMismatch } from '../core/fairness/bet-mismatch';
import type { IntentRecord } from '../core/intent';
import type { OutboxItem } from '../core/outbox/item';

export const DATABASE_NAME = 'ayo';
export const DATABASE_VERSION = 1;

/** Raised when the shape of a snapshot changes; an older snapshot is deleted when it is read. */
export const SNAPSHOT_VERSION = 1;

/** The owner of snapshots that belong to nobody (the catalogue, the host's configuration). */
export const PUBLIC_USER = '';

/** The entry of `meta` with guests' feedback that the platform does not know of yet. */
export const GUEST_FEEDBACK_ENTRY = 'guest-feedback';

/** The platform's last answer of one kind, as the device stores it. */
export interface Snapshot<T = unknown> {
  /** The `SNAPSHOT_VERSION` of the build that stored it. */
  readonly v: number;
  readonly userId: string;
  readonly kind: string;
  /** Epoch ms at which the platform last said so (a 304 renews it). */
  readonly savedAt: number;
  /** The same moment by the device's clock; missing in what older builds stored. */
  readonly wallAt?: number;
  readonly etag: string | null;
  /** The account version that came with a balance. */
  readonly balanceVersion: number | null;
  readonly data: T;
}

/**
 * Says whose answers may be stored now. Its epoch is raised at sign-in, sign-out and a switch of players, in the transaction
 * that deletes the data of the player before.
 */
export interface Fence {
  readonly epoch: number;
  readonly userId: string | null;
}

/** A player's choice about one consent tag, as builds without an outbox stored it. `old-choices.ts` moves it into the outbox. */
export interface ConsentChoice {
  readonly userId: string;
  readonly tag: string;
  readonly choice: 'accepted' | 'withdrawn';
  /** Epoch ms. */
  readonly at: number;
}

/** The parts of a round by which it can be checked, stored when its answer arrived. In practice play `userId` is null. */
export interface KeptReceipt {
  readonly roundId: string;
  readonly userId: string | null;
  readonly gameId: string;
  readonly commit: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** The version of the rules; missing in rounds from before rules had versions, and in practice. */
  readonly rules?: string | undefined;
  /** Kobo. */
  readonly stake: number;
  /** Kobo, all that was staked by the platform's word; missing in what older builds stored. */
  readonly staked?: number;
  readonly bet: unknown;
  /** The steps of a round that has several; `stake` is the first one then. */
  readonly actions?: readonly unknown[];
  readonly abandoned?: boolean;
  readonly outcome: unknown;
  /** Kobo. */
  readonly win: number;
  /** Epoch ms. */
  readonly at: number;
  /** The draw that the bet named before it was sent; missing where it named none, or another device sent it. */
  readonly seeds?: RoundSeeds;
  /** The part of the answer that differs from the bet; missing where all of it fits. Stored as `broke`, its name in older builds. */
  readonly broke?: BetMismatch;
}

/** A sign-out that the platform does not know of yet. Names no player. */
export interface Revocation {
  /** SHA-256 of the session id, hex. */
  readonly hash: string;
  /** Epoch ms by the phone's clock at which a refused one is deleted. Older builds delete every one then. */
  readonly expiry: number;
  /**
   * Epoch ms by the platform's clock at which it first answered a try without ending the session. Missing while there was no
   * such answer.
   */
  readonly answeredSince?: number;
  /** The platform refused it for good. The record stays for a while, so that no tab says that the session is over. */
  readonly isRefused?: true;
}

export interface AyoSchema extends DBSchema {
  snapshots: { key: [string, string]; value: Snapshot };
  meta: { key: string; value: unknown };
  intents: { key: string; value: IntentRecord };
  outbox: { key: number; value: OutboxItem };
  consents: { key: [string, string]; value: ConsentChoice };
  receipts: { key: string; value: KeptReceipt; indexes: { at: number } };
  revocations: { key: string; value: Revocation };
}

export const STORE_NAMES = ['snapshots', 'meta', 'intents', 'outbox', 'consents', 'receipts', 'revocations'] as const satisfies readonly (keyof AyoSchema)[];
export type StoreName = (typeof STORE_NAMES)[number];

/** Makes the stores that an older version of the database lacks. */
export function upgrade(db: IDBPDatabase<AyoSchema>, oldVersion: number): void {
  if (oldVersion >= 1) return;
  db.createObjectStore('snapshots', { keyPath: ['userId', 'kind'] });
  db.createObjectStore('meta');
  db.createObjectStore('intents', { keyPath: 'key' });
  db.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
  db.createObjectStore('consents', { keyPath: ['userId', 'tag'] });
  db.createObjectStore('receipts', { keyPath: 'roundId' }).createIndex('at', 'at');
  db.createObjectStore('revocations', { keyPath: 'hash' });
}
