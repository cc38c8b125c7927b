/**
 * Asks the platform what may have changed: balance and bonus wallet 15 s after the last answer ended, the catalogue
 * once a minute, profile and account at each session check. Knows nothing of tabs, pages or storage; time, network
 * and chance are given to it.
 */
import type { Callable } from '../api/callable';
import type { Client } from '../api/http';
import { POLL_DEADLINE_MS } from '../api/deadlines';
import { MAX_CATALOGUE_BYTES } from '../api/read-body';
import { listGames } from '../core/contract/games';
import { getAccount, getBalance, getBonusWallet, getProfile } from '../core/contract/player';
import { askedWaitMs, failure, isAnswer, sessionEndOf } from '../core/errors';
import type { AnswerMeta, CallError } from '../core/errors';
import type { AnswerEvent, PolledKind, WorkerEvent, WorkerSession } from './contract';
import {
  CATALOGUE_INTERVAL_MS, isStruggling, MIN_GAP_MS, nextPauseMs, pauseAfterLossMs, POLL_INTERVAL_MS, RESUME_RETRY_MS,
  STRAGGLER_PATIENCE_MS,
} from './schedule';

export interface PollerDeps {
  readonly client: Client;
  /** Epoch ms, of the platform where it was heard. */
  readonly now: () => number;
  /** Whether `now` is the phone's clock alone. Missing: it is the platform's. */
  readonly isPhoneTime?: () => boolean;
  /** Ms; never jumps. What comes when is reckoned by it. */
  readonly steady: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Runs once after `ms`; the answer stops it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly emit: (event: WorkerEvent) => void;
}

const ENDPOINT_OF = {
  profile: getProfile,
  account: getAccount,
  balance: getBalance,
  bonusWallet: getBonusWallet,
  games: listGames,
} as const satisfies Record<PolledKind, Callable>;

/** The last answer of a kind: the poller asks with its tag, compares with it, and gives it to a page that joins. */
interface Last {
  readonly etag: string | null;
  readonly text: string;
  readonly event: AnswerEvent;
}

/** Each poll asks for these. */
const MONEY = ['balance', 'bonusWallet'] as const satisfies readonly PolledKind[];

/** One call and how its last try ended; `error` null: an answer of now. */
interface Attempt {
  readonly kind: PolledKind;
  readonly error: CallError | null;
}

/** The back-off of a call that the platform has trouble with; other calls have their own. */
interface BackOff {
  /** Answers in a row in which the platform struggled. */
  readonly failures: number;
  /** By the steady clock. */
  readonly until: number;
}

const NO_BACK_OFF: BackOff = { failures: 0, until: Number.NEGATIVE_INFINITY };

export class Poller {
  readonly #deps: PollerDeps;
  readonly #session: WorkerSession;
  readonly #last = new Map<PolledKind, Last>();
  readonly #ending = new AbortController();
  #isPolling = false;
  #isRunning = false;
  #wantsAnother = false;
  #mayRetrySoon = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  readonly #backOffs = new Map<PolledKind, BackOff>();
  /** Asked for, and not answered yet. */
  readonly #pending = new Set<PolledKind>();
  /** When the platform last answered anything, by the steady clock. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** The bonus wallet alone says that the session is over; the profile has said that it is not. */
  #isLoneEnd = false;
  #catalogueAt: number;
  #stopTimer: () => void = () => undefined;

  constructor(deps: PollerDeps, session: WorkerSession) {
    this.#deps = deps;
    this.#session = session;
    // The page that needs it first asks by itself.
    this.#catalogueAt = deps.steady();
  }

  /** Ends for good: no answer that is under way is emitted any more. */
  end(): void {
    this.pause();
    this.#ending.abort();
  }

  /** The session check: profile and account. True unless the platform says that the session is over. */
  async check(): Promise<boolean> {
    const kinds: PolledKind[] = this.#can('account') ? ['profile', 'account'] : ['profile'];
    const since = this.#deps.steady();
    const attempts = await this.#askNow(kinds);
    // A gateway may have answered for one of them; the poll that follows tells better whether the platform is reached.
    this.#tellUnreached(attempts.filter(({ error }) => error?.status === undefined), since);
    return !this.#ending.signal.aborted;
  }

  /** Asks outside the polls, and only for what the platform does not want to be spared. */
  async #askNow(kinds: readonly PolledKind[]): Promise<readonly Attempt[]> {
    const attempts = await Promise.all(this.#ask(kinds.filter((kind) => this.#backOffOf(kind).until <= this.#deps.steady())));
    for (const { kind, error } of attempts) this.#note(kind, error, this.#deps.random());
    return attempts;
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

  /** Notes how that call ended in another tab, so that the next leader goes on from there. */
  noteAttempt(kind: PolledKind, error: CallError | null): void {
    if (error === null) this.#backOffs.delete(kind);
    else this.#backOff(kind, askedWaitMs(error));
  }

  #backOff(kind: PolledKind, ms: number, failures = this.#backOffOf(kind).failures): void {
    const until = Math.max(this.#backOffOf(kind).until, this.#deps.steady() + ms);
    this.#backOffs.set(kind, { failures, until });
  }

  #backOffOf(kind: PolledKind): BackOff {
    return this.#backOffs.get(kind) ?? NO_BACK_OFF;
  }

  /** The last answers, for a page that joins. */
  lastAnswers(): readonly AnswerEvent[] {
    return [...this.#last.values()].map(({ event }) => event);
  }

  #can(capability: string): boolean {
    return this.#session.capabilities?.includes(capability) ?? true;
  }

  /** Ms until one of the figures may be asked for, if it were wanted at once. */
  #soonest(): number {
    const free = Math.min(...MONEY.map((kind) => this.#backOffOf(kind).until));
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
    const isWhole = MONEY.every((kind) => attempts.some((each) => each.kind === kind));
    // While one figure is backed off nobody knows whether a gateway that fails for the other would have passed it.
    this.#tellUnreached(isWhole ? attempts : attempts.filter(({ error }) => error?.status === undefined || error.captivePortal), since);
    this.#isPolling = false;
    this.#endedAt = this.#deps.steady();
    const pauseMs = this.#pauseAfter(attempts);
    const wantsAnother = this.#wantsAnother;
    this.#wantsAnother = false;
    if (this.#isRunning) this.#schedule(wantsAnother ? this.#soonest() : pauseMs);
  }

  #dueKinds(): readonly PolledKind[] {
    const now = this.#deps.steady();
    const kinds: PolledKind[] = [...MONEY];
    if (this.#can('games') && now - this.#catalogueAt >= CATALOGUE_INTERVAL_MS) {
      this.#catalogueAt = now;
      kinds.push('games');
    }
    return kinds.filter((kind) => !this.#pending.has(kind) && this.#backOffOf(kind).until <= now);
  }

  /** Ms from now to the next poll: when the first of the figures may be asked for again. */
  #pauseAfter(attempts: readonly Attempt[]): number {
    const isRightAfterResume = this.#mayRetrySoon && attempts.some(({ error }) => error?.code === 'network');
    this.#mayRetrySoon = false;
    const random = this.#deps.random();
    for (const { kind, error } of attempts) this.#note(kind, error, random);
    if (isRightAfterResume) return RESUME_RETRY_MS;
    const backOffMs = Math.min(...MONEY.map((kind) => this.#backOffOf(kind).until)) - this.#deps.steady();
    if (backOffMs > 0) return backOffMs;
    const isLost = attempts.some(({ error }) => error !== null && !isStruggling(error));
    return isLost ? pauseAfterLossMs(random) : POLL_INTERVAL_MS;
  }

  #note(kind: PolledKind, error: CallError | null, random: number): void {
    if (error === null || !isStruggling(error)) this.#backOffs.delete(kind);
    else this.#spare(kind, error, random);
  }

  #spare(kind: PolledKind, error: CallError, random: number): void {
    const failures = this.#backOffOf(kind).failures + 1;
    this.#backOff(kind, nextPauseMs(failures, askedWaitMs(error), random), failures);
  }

  /** Only where neither one of them nor anything else was answered meanwhile: a single one may fail for reasons of its own. */
  #tellUnreached(attempts: readonly Attempt[], since: number): void {
    const errors = attempts.map(({ error }) => error).filter((error) => error !== null);
    const error = errors.find(({ captivePortal }) => captivePortal) ?? errors[0];
    if (!error || errors.length < attempts.length || errors.some(isAnswer) || this.#answeredAt > since || this.#ending.signal.aborted) return;
    this.#deps.emit({ type: 'unreached', error });
  }

  /** All at once. */
  #ask(kinds: readonly PolledKind[]): Promise<Attempt>[] {
    return kinds.map(async (kind) => {
      this.#pending.add(kind);
      const error = await this.#askOne(kind);
      this.#pending.delete(kind);
      return { kind, error };
    });
  }

  /** The attempts of a poll. Once the balance is there, what hangs beside it holds up this poll no longer, and is asked more rarely. */
  async #withoutStragglers(asked: readonly Promise<Attempt>[]): Promise<readonly Attempt[]> {
    const ended: Attempt[] = [];
    let isOver = false;
    let stop: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      for (const each of asked) {
        void each.then((attempt) => {
          if (isOver && attempt.error !== null) return this.#spare(attempt.kind, attempt.error, this.#deps.random());
          ended.push(attempt);
          if (attempt.kind === 'balance' && attempt.error === null) stop = this.#deps.after(STRAGGLER_PATIENCE_MS, resolve);
        });
      }
    });
    await Promise.race([Promise.all(asked), patience]);
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
    const request = etag === null ? client.call(endpoint, options) : client.callIfChanged(endpoint, etag, options);
    const result = await request;
    if (this.#ending.signal.aborted) return null;
    const trouble = result.ok ? (result.savedAt === null ? null : (result.instead ?? failure('network').error)) : result.error;
    if (trouble === null || isAnswer(trouble)) this.#answeredAt = this.#deps.steady();
    if (!result.ok) return this.#fail(kind, result.error);
    if (kind === 'bonusWallet') this.#isLoneEnd = false;
    if (result.status === 304) this.#confirm(kind);
    else this.#hear(kind, result.data, result);
    return result.instead;
  }

  async #fail(kind: PolledKind, error: CallError): Promise<CallError> {
    const end = sessionEndOf(error);
    if (end !== null && kind === 'bonusWallet') {
      // Some platforms answer so where there is no bonus. The profile knows, and ends the session itself where it is over.
      if (!this.#isLoneEnd) this.#isLoneEnd = (await this.#askNow(['profile']))[0]?.error === null;
      if (!this.#ending.signal.aborted) this.#deps.emit({ type: 'failed', kind, error });
    } else if (end === null) this.#deps.emit({ type: 'failed', kind, error });
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
    this.#deps.emit({ type: 'confirmed', kind, savedAt, ...this.#timeMark() });
  }

  #timeMark(): { isPhoneTime?: true } {
    return this.#deps.isPhoneTime?.() ? { isPhoneTime: true } : {};
  }

  #hear(kind: PolledKind, data: unknown, { etag, savedAt, instead, balanceVersion, leftOut }: AnswerMeta): void {
    const text = JSON.stringify(data);
    const last = this.#last.get(kind);
    if (last?.text === text && last.event.balanceVersion === balanceVersion) {
      if (savedAt === null) this.#confirm(kind);
      else this.#deps.emit({ type: 'failed', kind, error: instead ?? failure('network').error });
      return;
    }
    // A cast, because the compiler can't follow that `data` is the answer of this `kind`: its endpoint's schema has checked it.
    const event = {
      type: 'heard',
      kind,
      data,
      live: savedAt === null,
      savedAt: savedAt ?? this.#deps.now(),
      instead,
      balanceVersion,
      ...(leftOut !== undefined && { leftOut }),
      ...this.#timeMark(),
    } as AnswerEvent;
    // A stored answer's tag is left out: the next question must bring a live one.
    this.#last.set(kind, { etag: savedAt === null ? etag : null, text, event });
    this.#deps.emit(event);
  }
}
