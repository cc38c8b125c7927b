/**
 * Asks the platform what may have changed: balance and bonus wallet 15 s after the last answer ended, the catalogue
 * once a minute, profile and account at each session check. Knows nothing of tabs, pages or storage; time, network
 * and chance are given to it.
 */
import type { Callable } from '../api/callable';
import type { Client } from '../api/http';
import { POLL_DEADLINE_MS } from '../api/deadlines';
import { MAX_CATALOGUE_BYTES } from '../api/read-body';
import { errorBehind, requestedWaitMs, failure, isAnswer, sessionEndOf } from '../core/errors';
import type { AnswerMeta, CallError } from '../core/errors';
import type { AnswerEvent, PolledKind, WorkerEvent, WorkerSession } from './contract';
import { ENDPOINT_OF } from './endpoints';
import {
  CATALOGUE_INTERVAL_MS, END_QUESTION_INTERVAL_MS, isStruggling, MIN_GAP_MS, MIN_PAUSE_AFTER_LOSS_MS, nextPauseMs, NO_BACK_OFF, pauseAfterLossMs,
  POLL_INTERVAL_MS, RESUME_RETRY_MS, STRAGGLER_PATIENCE_MS,
} from './schedule';
import type { BackOff } from './schedule';

export interface PollerDeps {
  readonly client: Client;
  /** Epoch ms by the platform's clock, where an answer has told its time. */
  readonly now: () => number;
  /** True while `now` rests on the phone's clock alone. Missing: it never does. */
  readonly isPhoneTime?: () => boolean;
  /** A clock in ms that never jumps. All pauses are measured by it. */
  readonly steady: () => number;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Calls `run` once after `ms`; the returned function stops it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** `askedAt`: the time of the question by the steady clock, for an event that answers one. */
  readonly emit: (event: WorkerEvent, askedAt?: number) => void;
}

/** The last answer of a kind. The poller sends its tag, compares the next answer with it, and passes it to a new tab. */
interface LastAnswer {
  readonly etag: string | null;
  readonly text: string;
  readonly event: AnswerEvent;
}

/** Each poll asks for these. */
const POLLED_FIGURES = ['balance', 'bonusWallet'] as const satisfies readonly PolledKind[];

/** One call and its result; `error` is null for a live answer. */
interface Attempt {
  readonly kind: PolledKind;
  readonly error: CallError | null;
}

export class Poller {
  readonly #deps: PollerDeps;
  readonly #session: WorkerSession;
  readonly #last = new Map<PolledKind, LastAnswer>();
  readonly #ending = new AbortController();
  #isPolling = false;
  #isRunning = false;
  #wantsAnother = false;
  #mayRetrySoon = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  readonly #backOffs = new Map<PolledKind, BackOff>();
  /** The calls that are under way. */
  readonly #pending = new Set<PolledKind>();
  /** When the platform last answered anything, here or in another tab, by the steady clock. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** When the profile was last asked whether the session is over, by the steady clock. */
  #endAskedAt = Number.NEGATIVE_INFINITY;
  /** True while the profile is asked for that. */
  #isAskingForEnd = false;
  #catalogueAt: number;
  #stopTimer: () => void = () => undefined;

  constructor(deps: PollerDeps, session: WorkerSession) {
    this.#deps = deps;
    this.#session = session;
    // The catalogue is not due at the start, because a page that needs it loads it itself.
    this.#catalogueAt = deps.steady();
  }

  /** Ends for good: no answer that is under way is emitted any more. */
  end(): void {
    this.pause();
    this.#ending.abort();
  }

  /** Checks the session by the profile and the account. Returns false when the platform says that the session is over. */
  async check(): Promise<boolean> {
    await this.#askNow(this.#can('account') ? ['profile', 'account'] : ['profile']);
    return !this.#ending.signal.aborted;
  }

  /** Makes calls outside the polls, except those that the platform wants to be spared. */
  async #askNow(kinds: readonly PolledKind[]): Promise<readonly Attempt[]> {
    const attempts = await Promise.all(this.#ask(kinds.filter((kind) => this.#backOffOf(kind).until <= this.#deps.steady())));
    for (const { kind, error } of attempts) this.#noteResult(kind, error, this.#deps.random());
    return attempts;
  }

  /** Polls from now on, the first time at once. */
  run(): void {
    if (this.#isRunning || this.#ending.signal.aborted) return;
    this.#isRunning = true;
    this.#mayRetrySoon = true;
    this.pollNow();
  }

  /** Stops polling. The answers of a poll that is under way are still emitted. */
  pause(): void {
    this.#isRunning = false;
    this.#wantsAnother = false;
    this.#stopTimer();
  }

  /**
   * Polls at once, but never twice within a second, and never before the platform wants it (`Retry-After`). While a poll is under way
   * another one follows it, because the first may have been asked too early.
   */
  pollNow(): void {
    if (!this.#isRunning) return;
    if (this.#isPolling) this.#wantsAnother = true;
    else this.#schedule(this.#soonest());
  }

  /** Records the result of a call of another tab, so that this tab goes on from there when it leads. */
  noteAttempt(kind: PolledKind, error: CallError | null): void {
    this.#noteAnswer(error);
    if (error === null) this.#backOffs.delete(kind);
    else this.#extendBackOff(kind, requestedWaitMs(error));
  }

  #noteAnswer(error: CallError | null): void {
    if (error === null || isAnswer(error)) this.#answeredAt = this.#deps.steady();
  }

  #extendBackOff(kind: PolledKind, ms: number, failures = this.#backOffOf(kind).failures): void {
    const until = Math.max(this.#backOffOf(kind).until, this.#deps.steady() + ms);
    this.#backOffs.set(kind, { failures, until });
  }

  #backOffOf(kind: PolledKind): BackOff {
    return this.#backOffs.get(kind) ?? NO_BACK_OFF;
  }

  /** Lists for how many ms from now the platform wants no calls of which kinds, for a tab that was just opened. */
  waits(): readonly (readonly [PolledKind, number])[] {
    return [...this.#backOffs].map(([kind, { until }]) => [kind, until - this.#deps.steady()]);
  }

  /** Lists the last answers, for a tab that was just opened. */
  lastAnswers(): readonly AnswerEvent[] {
    return [...this.#last.values()].map(({ event }) => event);
  }

  #can(capability: string): boolean {
    return this.#session.capabilities?.includes(capability) ?? true;
  }

  /** Returns the ms until the earliest moment at which one of the figures may be asked for. */
  #soonest(): number {
    const free = Math.min(...POLLED_FIGURES.map((kind) => this.#backOffOf(kind).until));
    return Math.max(0, Math.max(this.#endedAt + MIN_GAP_MS, free) - this.#deps.steady());
  }

  #schedule(ms: number): void {
    this.#stopTimer();
    this.#stopTimer = this.#deps.after(ms, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    const since = this.#deps.steady();
    const attempts = await this.#withoutStragglers(this.#ask(this.#dueKinds()));
    await this.#emitIfUnreached(attempts, since);
    this.#isPolling = false;
    this.#endedAt = this.#deps.steady();
    const pauseMs = this.#pauseAfter(attempts);
    const wantsAnother = this.#wantsAnother;
    this.#wantsAnother = false;
    if (this.#isRunning) this.#schedule(wantsAnother ? this.#soonest() : pauseMs);
  }

  #dueKinds(): readonly PolledKind[] {
    const now = this.#deps.steady();
    const kinds: PolledKind[] = [...POLLED_FIGURES];
    if (this.#can('games') && now - this.#catalogueAt >= CATALOGUE_INTERVAL_MS) {
      this.#catalogueAt = now;
      kinds.push('games');
    }
    return kinds.filter((kind) => !this.#pending.has(kind) && this.#backOffOf(kind).until <= now);
  }

  /** Records the results of a poll, and returns the ms until the next one. */
  #pauseAfter(attempts: readonly Attempt[]): number {
    const isRightAfterResume = this.#mayRetrySoon && attempts.some(({ error }) => error?.code === 'network');
    this.#mayRetrySoon = false;
    const random = this.#deps.random();
    for (const { kind, error } of attempts) this.#noteResult(kind, error, random);
    if (isRightAfterResume) return RESUME_RETRY_MS;
    const backOffMs = Math.min(...POLLED_FIGURES.map((kind) => this.#backOffOf(kind).until)) - this.#deps.steady();
    if (backOffMs > 0) return backOffMs;
    const isLost = attempts.some(({ error }) => error !== null && !isStruggling(error));
    return isLost ? pauseAfterLossMs(random) : POLL_INTERVAL_MS;
  }

  #noteResult(kind: PolledKind, error: CallError | null, random: number): void {
    if (error === null || !isStruggling(error)) this.#backOffs.delete(kind);
    else this.#noteStruggle(kind, error, random);
  }

  #noteStruggle(kind: PolledKind, error: CallError, random: number): void {
    const failures = this.#backOffOf(kind).failures + 1;
    this.#extendBackOff(kind, nextPauseMs(failures, requestedWaitMs(error), random), failures);
  }

  /**
   * Emits `unreached` where the platform can't be reached at all. Single calls may fail for reasons of their own, so this needs three facts: no
   * call of the poll was answered, the profile that is asked for then is not answered either, and no answer came a short time ago. It counts
   * as a captive portal only where every call got the portal's page.
   */
  async #emitIfUnreached(attempts: readonly Attempt[], since: number): Promise<void> {
    const isAnsweredSince = (at: number) => this.#answeredAt >= at || this.#ending.signal.aborted;
    if (attempts.length === 0 || isAnsweredSince(since)) return;
    const errors = [...attempts, ...(await this.#askNow(['profile']))].flatMap(({ error }) => error ?? []);
    const networkError = errors.find(({ captivePortal }) => !captivePortal);
    const error = networkError ?? errors[0];
    // A captive portal counts at once; any other failure counts only when nothing was answered for as long as the shortest pause.
    const silentSince = networkError ? Math.min(since, this.#deps.steady() - MIN_PAUSE_AFTER_LOSS_MS) : since;
    if (error && errors.length >= POLLED_FIGURES.length && !isAnsweredSince(silentSince)) this.#deps.emit({ type: 'unreached', error });
  }

  /** Makes the calls at the same time. */
  #ask(kinds: readonly PolledKind[]): Promise<Attempt>[] {
    return kinds.map(async (kind) => {
      this.#pending.add(kind);
      const error = await this.#askOne(kind);
      this.#pending.delete(kind);
      return { kind, error };
    });
  }

  /** Waits for the attempts of a poll. Once the balance is there, a call that hangs delays the poll only a little, and is made more rarely then. */
  async #withoutStragglers(attempts: readonly Promise<Attempt>[]): Promise<readonly Attempt[]> {
    const ended: Attempt[] = [];
    let isOver = false;
    let stop: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      for (const each of attempts) {
        void each.then((attempt) => {
          if (isOver && attempt.error !== null) return this.#noteStruggle(attempt.kind, attempt.error, this.#deps.random());
          ended.push(attempt);
          if (attempt.kind === 'balance' && attempt.error === null) stop = this.#deps.after(STRAGGLER_PATIENCE_MS, resolve);
        });
      }
    });
    await Promise.race([Promise.all(attempts), patience]);
    stop();
    isOver = true;
    return ended;
  }

  async #askOne(kind: PolledKind): Promise<CallError | null> {
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
    const askedAt = this.#deps.steady();
    const request = etag === null ? client.call(endpoint, options) : client.callIfChanged(endpoint, etag, options);
    const result = await request;
    if (this.#ending.signal.aborted) return null;
    this.#noteAnswer(errorBehind(result));
    if (!result.ok) return this.#fail(kind, result.error, askedAt);
    if (result.status === 304) this.#emitConfirmed(kind, askedAt, result.ageMs);
    else this.#receive(kind, result.data, result, askedAt);
    return result.replacedError;
  }

  async #fail(kind: PolledKind, error: CallError, askedAt: number): Promise<CallError> {
    const end = sessionEndOf(error);
    const isOver = end !== null && (await this.#isOver(kind, error));
    if (this.#ending.signal.aborted) return error;
    if (isOver) this.end();
    this.#deps.emit(isOver ? { type: 'session-ended', ...end } : { type: 'failed', kind, error }, askedAt);
    return error;
  }

  /**
   * Decides whether a 401 ends the session. Some platforms answer 401 where there is no bonus, and a 401 without a problem may come from a
   * gateway. In these cases the profile is asked for, and ends the session itself where it is over.
   */
  async #isOver(kind: PolledKind, { problem }: CallError): Promise<boolean> {
    const isPlatformsOwn = problem !== undefined && kind !== 'bonusWallet';
    // The profile was asked for just this question, so its 401 counts even without a problem.
    if (isPlatformsOwn || (kind === 'profile' && this.#isAskingForEnd)) return true;
    if (this.#isAskingForEnd || this.#deps.steady() - this.#endAskedAt < END_QUESTION_INTERVAL_MS) return false;
    this.#isAskingForEnd = true;
    if ((await this.#askNow(['profile'])).length > 0) this.#endAskedAt = this.#deps.steady();
    this.#isAskingForEnd = false;
    return false;
  }

  #emitConfirmed(kind: PolledKind, askedAt: number, ageMs = 0): void {
    const savedAt = this.#deps.now() - ageMs;
    const last = this.#last.get(kind);
    if (last) this.#last.set(kind, { ...last, event: { ...last.event, live: true, savedAt, instead: null } });
    this.#deps.emit({ type: 'confirmed', kind, savedAt, ...this.#timeMark(ageMs) }, askedAt);
  }

  /** An answer with an age comes from a cache, so its time is our estimate, and the page must not set its clock by it. */
  #timeMark(ageMs: number): { isPhoneTime?: true } {
    return ageMs > 0 || this.#deps.isPhoneTime?.() ? { isPhoneTime: true } : {};
  }

  #receive(kind: PolledKind, data: unknown, { etag, savedAt, replacedError, balanceVersion, ageMs = 0, leftOut }: AnswerMeta, askedAt: number): void {
    const text = JSON.stringify(data);
    const last = this.#last.get(kind);
    if (last?.text === text && last.event.balanceVersion === balanceVersion) {
      if (savedAt === null) this.#emitConfirmed(kind, askedAt, ageMs);
      else this.#deps.emit({ type: 'failed', kind, error: replacedError ?? failure('network').error }, askedAt);
      return;
    }
    // A cast, because the compiler can't follow that `data` is the answer of this `kind`, which the endpoint's schema has checked.
    const event = {
      type: 'heard',
      kind,
      data,
      live: savedAt === null,
      savedAt: savedAt ?? this.#deps.now() - ageMs,
      instead: replacedError,
      balanceVersion,
      ...(leftOut !== undefined && { leftOut }),
      ...this.#timeMark(ageMs),
    } as AnswerEvent;
    // A stored answer's tag is not sent, because the next answer must be a live one.
    this.#last.set(kind, { etag: savedAt === null ? etag : null, text, event });
    this.#deps.emit(event, askedAt);
  }
}
