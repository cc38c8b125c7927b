import type { Capability } from '../contract/platform';
import type { Shape } from '../schema';
import type { QueueableCall } from './queueable-paths';

/** The facts that are known when an item is sent. */
export interface SendContext {
  /** Epoch ms at which the item was made, by this device's clock. */
  readonly at: number;
  /** Epoch ms now, by the same clock. */
  readonly nowMs: number;
  /** False: an operator's platform that knows the given calls and nothing of ours. */
  readonly isOurs: boolean;
}

/**
 * The changes that an answer makes in the player's snapshots, by the snapshot's kind: `members` replace the stored ones of the same name.
 * A missing snapshot is made only where the answer has all of it (`isWhole`).
 */
export type StoredChanges = Readonly<Record<string, { readonly members: Readonly<Record<string, unknown>>; readonly isWhole?: true }>>;

/** Returns the members of an answer; none where it is no object. */
export const membersOf = (answer: unknown): Readonly<Record<string, unknown>> => ({ ...(typeof answer === 'object' && answer) });

export interface OutboxRequest {
  /** Parameters of the path beside `userId`. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly ifMatch?: string | number;
  /** How long the platform may take. Default: as long as for any form. */
  readonly deadlineMs?: number;
}

/** Describes how one kind of item waits, is sent, and ends. Its functions are methods, so that a table can hold kinds of different bodies. */
export interface OutboxKind<Body = unknown> {
  readonly call: QueueableCall;
  /** A stored body must fit this. */
  readonly body: Shape<Body>;
  /** The subject of a body. The later of two items with the same slot takes the place of the earlier: the last choice holds. */
  slot(body: Body): string;
  /** Makes one body of two with the same slot, where the later does not say everything. Default: the later. */
  merge?(before: Body, next: Body): Body;
  /**
   * Default 1. 0: urgent, because it protects a player or takes something back; it goes before 1 and fits into a full box. -1: an exclusion,
   * before everything.
   */
  readonly priority?: -1 | 0 | 1;
  /** Items of this kind never pass each other: one that is put off holds back the later ones. Default: they may. */
  readonly ordered?: true;
  /** True: its page shows the change where it was made, so it needs no notice and no line in a list unless it fails. Default: it does. */
  readonly isQuiet?: true;
  /** True: it applies on this device as soon as it waits, and the player can't take it back. Default: they can. */
  readonly binds?: true;
  /** Most characters of its body as JSON. Default: 8,000. */
  readonly maxChars?: number;
  /** The capability that the platform must have; without it the item waits. */
  readonly needs?: Capability;
  /** `tell` (the default): a final refusal is shown to the player. `forget`: the item is nobody's, and needs no session either. */
  readonly onRefusal?: 'tell' | 'forget';
  /** `refuse` (the default): a 412 is a refusal like any other. `keep`: the item stays, and the player decides. */
  readonly onConflict?: 'refuse' | 'keep';
  request(body: Body, sending: SendContext): OutboxRequest;
  /**
   * Returns true if a live profile shows the item's effect; only then an empty success counts. Where this is missing, it counts as soon as
   * the platform answers the profile.
   */
  isShown?(body: Body, consents: Readonly<Record<string, boolean>>): boolean;
  /**
   * Reads the changes that the platform's answer brings. They are stored on the device in the transaction that deletes the item, so that they
   * apply even if no other answer comes. Missing: the answer brings none.
   */
  stores?(answer: unknown): StoredChanges;
  /** True where a live profile shows that it is there already, so that it need not be sent. */
  isDone?(body: Body, consents: Readonly<Record<string, boolean>>): boolean;
}

/** Says that a row's functions take the body that its shape lets through. */
/* @__NO_SIDE_EFFECTS__ */
export function kind<Body>(row: OutboxKind<Body>): OutboxKind<Body> {
  return row;
}
