/**
 * Chooses the leader, so that one tab of a browser polls for all. The leader is the visible tab that holds the lock; it passes the answers on
 * to the others. Tabs queue for the lock, so that the next one leads at once when the leader closes. A hidden page gives the lock up, because
 * a browser may freeze it, and then no tab would poll.
 */
import type { AnswerEvent, PolledKind, WorkerEvent } from './contract';

const LOCK = 'ayo-leader';
export const CHANNEL = 'ayo-sync';

/**
 * A message between the sync workers of one browser. `about` is the id of its player; tabs of other players ignore it. Messages cross
 * tabs of different builds, so their names stay.
 */
export type TabMessage =
  | { readonly type: 'event'; readonly about: string; readonly event: WorkerEvent; readonly askedAt?: number | undefined }
  /** A tab wants fresh figures; with `isNew` it wants the last answers, too. */
  | { readonly type: 'poll'; readonly about: string; readonly from: string; readonly isNew: boolean }
  /** A tab was opened, and has not asked the platform for anything yet. */
  | { readonly type: 'opened'; readonly about: string; readonly from: string }
  /** To the tab that was opened: for how many ms the platform wants no calls of which kinds. */
  | { readonly type: 'waits'; readonly about: string; readonly to: string; readonly waits: readonly (readonly [PolledKind, number])[] }
  /** To the tab that asked with `isNew`: the last answers. The name stays, because tabs of other builds read it. */
  | { readonly type: 'last-heard'; readonly about: string; readonly to: string; readonly events: readonly AnswerEvent[] };

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: TabMessage): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  close(): void;
}

/** The part of `navigator.locks` that is used; null where a browser has none, and then every tab leads for itself. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, whileHeld: () => Promise<void>): Promise<void>;
  query?(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

/** Checks the shape, because a newer build may send other messages. The reader ignores a `type` that it does not know. */
export function isTabMessage(value: unknown): value is TabMessage {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('about' in value)) return false;
  return typeof value.about === 'string';
}

export class Candidate {
  readonly #locks: Locks | null;
  readonly #onLead: (leads: boolean) => void;
  #waiting: AbortController | null = null;
  #release: (() => void) | null = null;

  constructor(locks: Locks | null, onLead: (leads: boolean) => void) {
    this.#locks = locks;
    this.#onLead = onLead;
  }

  get leads(): boolean {
    return this.#release !== null;
  }

  /** True where some tab leads; false where the browser does not say. Never rejects. */
  async isTaken(): Promise<boolean> {
    const locks = await this.#locks?.query?.().catch(() => null);
    return locks?.held?.some(({ name }) => name === LOCK) ?? false;
  }

  /** Enters the queue for the lock. */
  stand(): void {
    if (this.#waiting) return;
    const attempt = new AbortController();
    this.#waiting = attempt;
    const whileHeld = () => this.#hold(attempt.signal);
    if (!this.#locks) void whileHeld();
    // The request rejects when this tab gives up its place in the queue, which needs no handling.
    else this.#locks.request(LOCK, { signal: attempt.signal }, whileHeld).catch(() => undefined);
  }

  /** Gives the lead up, or the place in the queue. */
  stepDown(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    const release = this.#release;
    this.#release = null;
    if (!release) return;
    this.#onLead(false);
    release();
  }

  #hold(signal: AbortSignal): Promise<void> {
    // The lock may be granted in the moment in which this tab gives up its place.
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#release = resolve;
      this.#onLead(true);
    });
  }
}
