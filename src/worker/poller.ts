/**
 * Asks the platform what may have changed: balance and bonus wallet 15 s after the last answer ended, the catalogue
 * once a minute, profile and account at each session check. Knows nothing of tabs, pages or storage; time, network
 * and chance are given to it.
 */
import type { Callable } from '../api/callable';
import type { Client } from '../api/http';
import { POLL_DEADLINE_MS } from '../api/deadlines';
import { MAX_CATALOGUE_BYTES } from '../api/read-body';
import { failure, sessionEndOf } from '../core/errors';
import type { CallError } from '../core/errors';
import { ACCOUNT, BALANCE, BONUS_WALLET, GAMES, PROFILE } from '../core/shapes/endpoints';
import type { HeardEvent, PolledKind, WorkerEvent, WorkerSession } from './contract';
import { CATALOGUE_INTERVAL_MS, isStruggling, MIN_GAP_MS, nextPauseMs, pauseAfterLossMs, RESUME_RETRY_MS } from './schedule';

export interface PollerDeps {
  readonly client: Client;
  /** Epoch ms, of the platform where it was heard. */
  readonly now: () => number;
  /** Ms; never jumps. What comes when is reckoned by it. */
  readonly steady: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Runs once after `ms`; the answer stops it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly emit: (event: WorkerEvent) => void;
}

const ENDPOINT_OF = {
  profile: PROFILE,
  account: ACCOUNT,
  balance: BALANCE,
  bonusWallet: BONUS_WALLET,
  games: GAMES,
} as const satisfies Record<PolledKind, Callable>;

/** What was last heard of a kind: to ask with, to compare with, and to tell a page that joins. */
interface Last {
  readonly etag: string | null;
  readonly text: string;
  readonly event: HeardEvent;
}

interface AnyAnswer {
  readonly etag: string | null;
  readonly savedAt: number | null;
  readonly instead: CallError | null;
  readonly balanceVersion: number | null;
}

export class Poller {
  readonly #deps: PollerDeps;
  readonly #session: WorkerSession;
  readonly #last = new Map<PolledKind, Last>();
  readonly #ending = new AbortController();
  #isPolling = false;
  #isRunning = false;
  #wantsAnother = false;
  #mayRetrySoon = false;
  #failures = 0;
  #retryAfterMs = 0;
  #endedAt = Number.NEGATIVE_INFINITY;
  /** The platform asked to be left alone until then, whatever happens here; by the steady clock. */
  #sparedUntil = Number.NEGATIVE_INFINITY;
  #catalogueAt: number;
  #stopTimer: () => void = () => undefined;

  constructor(deps: PollerDeps, session: WorkerSession) {
    this.#deps = deps;
    this.#session = session;
    // The page that needs it first asks by itself.
    this.#catalogueAt = deps.steady();
  }

  /** For good: nothing that is still under way is told any more. */
  end(): void {
    this.pause();
    this.#ending.abort();
  }

  /** The session check: profile and account. True unless the platform says that the session is over. */
  async check(): Promise<boolean> {
    const kinds: PolledKind[] = this.#can('account') ? ['profile', 'account'] : ['profile'];
    await this.#askAll(kinds);
    return !this.#ending.signal.aborted;
  }

  /** Polls from now on, the first time at once. */
  run(): void {
    if (this.#isRunning || this.#ending.signal.aborted) return;
    this.#isRunning = true;
    this.#mayRetrySoon = true;
    this.pollNow();
  }

  /** No further polls; one that is under way is still told. */
  pause(): void {
    this.#isRunning = false;
    this.#wantsAnother = false;
    this.#stopTimer();
  }

  /**
   * At once, but never twice within a second, never before the platform wants it (`Retry-After`), and once more when one
   * is under way: it may have been asked too early.
   */
  pollNow(): void {
    if (!this.#isRunning) return;
    if (this.#isPolling) this.#wantsAnother = true;
    else this.#schedule(this.#soonest());
  }

  /** Another tab was asked to wait for so long: so is this one. */
  spare(ms: number): void {
    this.#sparedUntil = Math.max(this.#sparedUntil, this.#deps.steady() + ms);
  }

  /** The last answers, for a page that joins. */
  lastHeard(): readonly HeardEvent[] {
    return [...this.#last.values()].map(({ event }) => event);
  }

  #can(capability: string): boolean {
    return this.#session.capabilities?.includes(capability) ?? true;
  }

  #soonest(): number {
    return Math.max(0, Math.max(this.#endedAt + MIN_GAP_MS, this.#sparedUntil) - this.#deps.steady());
  }

  #schedule(ms: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#deps.after(ms, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    this.#retryAfterMs = 0;
    const kinds: PolledKind[] = ['balance', 'bonusWallet'];
    if (this.#can('games') && this.#deps.steady() - this.#catalogueAt >= CATALOGUE_INTERVAL_MS) {
      this.#catalogueAt = this.#deps.steady();
      kinds.push('games');
    }
    const errors = await this.#askAll(kinds);
    this.#isPolling = false;
    this.#endedAt = this.#deps.steady();
    this.#failures = errors.some(isStruggling) ? this.#failures + 1 : 0;
    const pauseMs = this.#pauseAfter(errors);
    if (this.#failures > 0 && this.#retryAfterMs > 0) this.spare(pauseMs);
    const wantsAnother = this.#wantsAnother;
    this.#wantsAnother = false;
    if (this.#isRunning) this.#schedule(wantsAnother ? this.#soonest() : pauseMs);
  }

  #pauseAfter(errors: readonly CallError[]): number {
    const isRightAfterResume = this.#mayRetrySoon && errors.some(({ code }) => code === 'network');
    this.#mayRetrySoon = false;
    if (isRightAfterResume) return RESUME_RETRY_MS;
    const random = this.#deps.random();
    if (errors.length > 0 && this.#failures === 0) return pauseAfterLossMs(random);
    return nextPauseMs(this.#failures, this.#retryAfterMs, random);
  }

  /** All at once; answers the failures, those that a stored answer stood in for too. */
  async #askAll(kinds: readonly PolledKind[]): Promise<readonly CallError[]> {
    const errors = await Promise.all(kinds.map((kind) => this.#ask(kind)));
    return errors.filter((error) => error !== null);
  }

  async #ask(kind: PolledKind): Promise<CallError | null> {
    const { client } = this.#deps;
    const { sessionId, userId } = this.#session;
    const isPublic = kind === 'games';
    const options = {
      params: isPublic ? undefined : { userId },
      sessionId: isPublic ? null : sessionId,
      body: undefined,
      ...(isPublic && { maxBytes: MAX_CATALOGUE_BYTES }),
      signal: this.#ending.signal,
      deadlineMs: POLL_DEADLINE_MS,
      noStore: true,
    };
    // The union of the five endpoints is more than the call's types can follow; the answer's kind is kept beside it.
    const endpoint: Callable = ENDPOINT_OF[kind];
    const etag = this.#last.get(kind)?.etag ?? null;
    const asked = etag === null ? client.call(endpoint, options) : client.callIfChanged(endpoint, etag, options);
    const result = await asked;
    if (this.#ending.signal.aborted) return null;
    if (!result.ok) return this.#fail(kind, result.error);
    if (result.status === 304) this.#confirm(kind);
    else this.#hear(kind, result.data, result);
    if (result.instead) this.#retryAfterMs = Math.max(this.#retryAfterMs, result.instead.retryAfterMs ?? 0);
    return result.instead;
  }

  #fail(kind: PolledKind, error: CallError): CallError {
    const end = sessionEndOf(error);
    this.#retryAfterMs = Math.max(this.#retryAfterMs, error.retryAfterMs ?? 0);
    if (end === null) this.#deps.emit({ type: 'failed', kind, error });
    else {
      this.end();
      this.#deps.emit({ type: 'session-ended', ...end });
    }
    return error;
  }

  #confirm(kind: PolledKind): void {
    const savedAt = this.#deps.now();
    const last = this.#last.get(kind);
    if (last) this.#last.set(kind, { ...last, event: { ...last.event, live: true, savedAt, instead: null } });
    this.#deps.emit({ type: 'confirmed', kind, savedAt });
  }

  #hear(kind: PolledKind, data: unknown, { etag, savedAt, instead, balanceVersion }: AnyAnswer): void {
    const text = JSON.stringify(data);
    const last = this.#last.get(kind);
    if (last?.text === text && last.event.balanceVersion === balanceVersion) {
      if (savedAt === null) this.#confirm(kind);
      else this.#deps.emit({ type: 'failed', kind, error: instead ?? failure('network').error });
      return;
    }
    const event = {
      type: 'heard',
      kind,
      data,
      live: savedAt === null,
      savedAt: savedAt ?? this.#deps.now(),
      instead,
      balanceVersion,
    } as HeardEvent;
    // A stored answer's tag is left out: the next question must bring a live one.
    this.#last.set(kind, { etag: savedAt === null ? etag : null, text, event });
    this.#deps.emit(event);
  }
}
