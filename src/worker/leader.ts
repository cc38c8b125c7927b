/**
 * One poller per browser. The visible tab that holds the lock leads: it polls, and passes the answers on to the others. Tabs queue for
 * the lock, so that the next one leads at once when the leader closes. A hidden page gives the lock up, because if it froze with it
 * no tab would poll.
 */
import type { AnswerEvent, PolledKind, WorkerEvent } from './contract';

const LOCK = 'ayo-leader';
export const CHANNEL = 'ayo-sync';

/** Between the sync workers of one browser. `about` is the player: a tab of another player takes no notice. */
export type TabMessage =
  | { readonly type: 'event'; readonly about: string; readonly event: WorkerEvent; readonly askedAt?: number | undefined }
  /** A tab joined, or wants fresh figures. */
  | { readonly type: 'poll'; readonly about: string; readonly from: string; readonly isNew: boolean }
  /** A tab was opened and has asked for nothing yet. */
  | { readonly type: 'opened'; readonly about: string; readonly from: string }
  /** For that tab: for how many ms the platform wants to be spared which calls. */
  | { readonly type: 'waits'; readonly about: string; readonly to: string; readonly waits: readonly (readonly [PolledKind, number])[] }
  /** For the tab that joined. */
  | { readonly type: 'last-heard'; readonly about: string; readonly to: string; readonly events: readonly AnswerEvent[] };

/** The part of `BroadcastChannel` that is used. */
export interface Channel {
  postMessage(message: TabMessage): void;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  close(): void;
}

/** The part of `navigator.locks` that is used; null where a browser has none, and then every tab leads for itself. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, whileHeld: () => Promise<void>): Promise<void>;
  query?(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

/** A message of a newer build may be of any shape. One of a `type` that is not known here is told apart by its reader. */
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

  /** Whether any tab leads; false where the browser does not say. Never rejects. */
  async isTaken(): Promise<boolean> {
    const locks = await this.#locks?.query?.().catch(() => null);
    return locks?.held?.some(({ name }) => name === LOCK) ?? false;
  }

  /** Queues for the lead. */
  stand(): void {
    if (this.#waiting) return;
    const attempt = new AbortController();
    this.#waiting = attempt;
    const whileHeld = () => this.#hold(attempt.signal);
    if (!this.#locks) void whileHeld();
    // Rejects when the wait is given up, which needs no handling.
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
    // Given up in the moment in which it was granted.
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      this.#release = resolve;
      this.#onLead(true);
    });
  }
}
