/**
 * Moves money on a flaky network. An intent is written down before it is sent. When its answer is lost it is `unknown`, and the
 * machine asks the platform about the key until the end is known; only the platform's answer ends an intent. Pure apart from
 * what it is given.
 */
import type { Operation } from '../../core/contract/cashier';
import { problem as problemSchema } from '../../core/contract/problem';
import type { Problem } from '../../core/contract/problem';
import { requestedWaitMs } from '../../core/errors';
import type { CallError, Result } from '../../core/errors';
import { isFinal } from '../../core/intent';
import type { IntentProgress, Refusal } from '../../core/intent';
import { ASK_FIRST_MS, ASK_LAST_MS } from '../../api/deadlines';

/**
 * A request may still arrive after the page has given it up. When the platform says "never seen" this long after the last send, the page
 * gives the intent up and closes its key.
 */
export const NOT_SENT_AFTER_MS = 60_000;

/** `I` is the type of the intents. The machine knows their states, but not what they ask for. */
export interface MachineDeps<I extends IntentProgress> {
  /** Stores the record and shows it. Resolves when it is stored, and also where it can't be. */
  readonly save: (intent: I) => Promise<void>;
  /** Sends the intent's own call with its key. `data` is the checked answer. */
  readonly send: (intent: I) => Promise<Result<I['answer']>>;
  /** Asks what became of the key. */
  readonly ask: (intent: I) => Promise<Result<Operation>>;
  /**
   * Closes a key that the platform has never seen, so that a copy of the request that comes later moves nothing, and says what became of the
   * key. Resolves with null where the platform can't do that.
   */
  readonly close: (intent: I) => Promise<Result<Operation> | null>;
  /** The part of an operation's stored answer that the page can use, or null where it does not fit. */
  readonly parseAnswer: (intent: I, body: unknown) => I['answer'];
  /**
   * Returns true while the intent's player is signed in and the page is open. A refused question does not end an intent, because a 401
   * may come from a gateway. A 401 that ends the session signs the player out, and then this returns false.
   */
  readonly isCurrent: (intent: I) => boolean;
  /** Returns true while the page is visible. A hidden page asks nothing. */
  readonly isVisible: () => boolean;
  /** Epoch ms by the steady clock of this page. Another page's may be days apart, because the phone's clock may be set between the two. */
  readonly now: () => number;
  /** Epoch ms by the platform's clock; null while it is not known. */
  readonly platformNow: () => number | null;
  readonly wait: (ms: number) => Promise<void>;
}

type Verdict<I> =
  | { readonly isKnown: true; readonly intent: I }
  | { readonly isKnown: false; readonly problem: Problem | null; readonly waitMs: number };

/**
 * The platform may refuse a request with one of these before it looks at the key. A copy of the request may have been taken, so
 * such a refusal does not tell what became of the intent.
 */
const INCONCLUSIVE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** The platform may refuse with these before it looks at the key, while the session goes on. So the same key can succeed later. */
const CODES_BEFORE_THE_KEY: ReadonlySet<string> = new Set(['password-needed', 'place-not-served']);

/** Gateways and networks refuse with these, too. Such a refusal has no words of the platform. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** Returns true if a refusal proves that no money moved, provided that the request was sent only once. */
function isConclusive({ code, status = 0, problem }: CallError): boolean {
  if (code !== 'bad-request' || problem === undefined || problem.code === 'key-running') return false;
  if (INCONCLUSIVE_STATUSES.has(status)) return false;
  // A problem without a title was made from the error code of another system.
  return problem.title !== '' || !GATEWAY_STATUSES.has(status);
}

export function toConfirmed<I extends IntentProgress>(intent: I, answer: I['answer']): I {
  return { ...intent, state: 'confirmed', answer, refusal: null };
}

export function toRefused<I extends IntentProgress>(intent: I, refusal: Refusal): I {
  return { ...intent, state: 'refused', refusal };
}

/**
 * Reads the answer to the request itself. With `isResend` the request was sent before, and then a refusal ends nothing: the
 * session, the place or the password's hour may have ended since the first copy passed. The platform is asked about the key
 * instead.
 */
export function judgeSend<I extends IntentProgress>(intent: I, result: Result<I['answer']>, isResend = false): Verdict<I> {
  if (result.ok) return { isKnown: true, intent: toConfirmed(intent, result.data) };
  const { error } = result;
  const { problem = null } = error;
  if (problem !== null && !isResend && isConclusive(error)) return { isKnown: true, intent: toRefused(intent, { because: 'platform', problem }) };
  return { isKnown: false, problem, waitMs: requestedWaitMs(error) };
}

/** Reads the answer to a question about the key. `never-seen` is the platform's own 404; any other 404 may come from a network. */
export function judgeAsk<I extends IntentProgress>(intent: I, result: Result<Operation>, parseAnswer: MachineDeps<I>['parseAnswer']): Verdict<I> | 'never-seen' {
  if (!result.ok) {
    const { status, problem } = result.error;
    if (status === 404 && problem?.code === 'not-found') return 'never-seen';
    return { isKnown: false, problem: null, waitMs: requestedWaitMs(result.error) };
  }
  const { state, answer } = result.data;
  if (state !== 'done' || answer === null) return { isKnown: false, problem: null, waitMs: 0 };
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess) return { isKnown: true, intent: toConfirmed(intent, parseAnswer(intent, answer.body)) };
  const problem = problemSchema.safeParse(answer.body);
  const refusalProblem = problem.success ? problem.data : null;
  const refusal: Refusal = refusalProblem?.code === 'key-closed' ? { because: 'not-sent' } : { because: 'platform', problem: refusalProblem };
  return { isKnown: true, intent: toRefused(intent, refusal) };
}

export interface Machine<I extends IntentProgress> {
  /** Sends a draft and returns what is known at its deadline. */
  send(intent: I): Promise<I>;
  /**
   * Asks until the end is known, the player is not signed in any more, or the page is hidden. After that it may be called again.
   * `mayResend` is true on the page that made the intent.
   */
  settle(intent: I, mayResend: boolean): Promise<I>;
}

export function createMachine<I extends IntentProgress>(deps: MachineDeps<I>): Machine<I> {
  /** Stores and shows the intent, with these members changed, and returns it. */
  async function save(intent: I, changes: Partial<Pick<IntentProgress, 'state' | 'sentAt' | 'sentAtPlatform'>> = {}): Promise<I> {
    const nextIntent = { ...intent, ...changes };
    await deps.save(nextIntent);
    return nextIntent;
  }

  /** When this page last sent an intent, or first took it over from another page, by key. */
  const handledSince = new Map<string, number>();

  /**
   * Returns for how many ms the last request may still arrive. If another page sent it, this page counts from the moment at
   * which it took the intent over, because the phone's clock may have been set since the send. Time that passed before this page
   * took over counts only as far as both clocks, the phone's and the platform's, show it.
   */
  function leftToArriveMs({ key, sentAt, at, sentAtPlatform }: I): number {
    const nowMs = deps.now();
    const platformMs = deps.platformNow();
    const sinceSendMs = sentAtPlatform === undefined || platformMs === null ? 0 : Math.min(platformMs - sentAtPlatform, nowMs - (sentAt ?? at));
    return NOT_SENT_AFTER_MS - Math.max(sinceSendMs, nowMs - (handledSince.get(key) ?? nowMs));
  }

  async function sendOnce(intent: I, isResend: boolean): Promise<{ intent: I; problem: Problem | null; waitMs: number }> {
    handledSince.set(intent.key, deps.now());
    const platformMs = deps.platformNow();
    const sending = await save(intent, { state: 'sending', sentAt: deps.now(), ...(platformMs !== null && { sentAtPlatform: platformMs }) });
    const reply = await deps.send(sending);
    const verdict = judgeSend(sending, reply, isResend);
    if (!verdict.isKnown) return { ...verdict, intent: await save(sending, { state: 'unknown' }) };
    const problem = reply.ok ? null : (reply.error.problem ?? null);
    // A network may deliver a copy of the request after the player has given the password, so the key is closed before the intent ends.
    const mayComeLater = problem !== null && CODES_BEFORE_THE_KEY.has(problem.code);
    const end = mayComeLater ? await closeKeyOf(sending, verdict.intent) : verdict.intent;
    return end === null
      ? { intent: await save(sending, { state: 'unknown' }), problem, waitMs: 0 }
      : { intent: await save(end), problem: null, waitMs: 0 };
  }

  /**
   * Closes the key, and returns how the intent ends: as `refused` where its request can't arrive any more, or with the answer that the key
   * has. Returns null while that is not known.
   */
  async function closeKeyOf(intent: I, refused: I): Promise<I | null> {
    const reply = await deps.close(intent);
    if (reply === null) return refused;
    const verdict = judgeAsk(intent, reply, deps.parseAnswer);
    if (verdict === 'never-seen' || !verdict.isKnown) return null;
    return verdict.intent.refusal?.because === 'not-sent' ? refused : verdict.intent;
  }

  /**
   * Decides what "never seen" means now. As long as the first request may still arrive, the page that made the intent sends it
   * once more, because the player still waits for it; any other page waits. After that the key is closed, because nobody waits
   * any more for a stake that would go out minutes after the press, and a network may hold a request for longer. A refusal that proved
   * nothing does not shorten this time.
   */
  async function decideNeverSeen(intent: I, problem: Problem | null, mayResend: boolean): Promise<I | 'resend' | 'wait'> {
    if (leftToArriveMs(intent) > 0) return mayResend ? 'resend' : 'wait';
    const end = await closeKeyOf(intent, toRefused(intent, problem ? { because: 'platform', problem } : { because: 'not-sent' }));
    return end === null ? 'wait' : save(end);
  }

  /** The refusal of the last send and the pause that the platform asked for then, by key. */
  const lastTries = new Map<string, { readonly problem: Problem | null; readonly waitMs: number }>();
  /** The keys that were sent a second time, so that no later call of `settle` sends them a third time. */
  const resentKeys = new Set<string>();

  return {
    async send(intent) {
      const attempt = await sendOnce(intent, false);
      if (attempt.problem) lastTries.set(intent.key, attempt);
      return attempt.intent;
    },
    async settle(intent, mayResend) {
      if (!handledSince.has(intent.key)) handledSince.set(intent.key, deps.now());
      // The page that was sending the intent was closed, or crashed, so nobody knows its end.
      let current = intent.state === 'unknown' ? intent : await save(intent, { state: 'unknown' });
      const { problem: lastProblem, waitMs } = lastTries.get(intent.key) ?? { problem: null, waitMs: 0 };
      let problem = lastProblem;
      let pauseMs = ASK_FIRST_MS;
      lastTries.set(intent.key, { problem, waitMs: 0 });
      // The platform asked for this pause, and would refuse any question before its end.
      if (waitMs) await deps.wait(waitMs);
      while (deps.isCurrent(current) && deps.isVisible()) {
        const reply = await deps.ask(current);
        const verdict = judgeAsk(current, reply, deps.parseAnswer);
        if (verdict === 'never-seen') {
          const next = await decideNeverSeen(current, problem, mayResend && !resentKeys.has(current.key));
          if (typeof next === 'object') return next;
          if (next === 'resend') {
            resentKeys.add(current.key);
            const attempt = await sendOnce(current, true);
            current = attempt.intent;
            problem = attempt.problem;
            lastTries.set(current.key, { problem, waitMs: 0 });
            if (isFinal(current)) return current;
          }
        } else if (verdict.isKnown) {
          return save(verdict.intent);
        }
        // The refusal of this question has ended the session. After a new sign-in the intent is asked about again.
        if (!deps.isCurrent(current)) return current;
        // The pause is cut short, so that the question after which the intent counts as not sent is asked on time.
        const leftMs = leftToArriveMs(current);
        await deps.wait(verdict === 'never-seen' ? Math.min(pauseMs, leftMs > 0 ? leftMs : pauseMs) : Math.max(pauseMs, verdict.waitMs));
        pauseMs = Math.min(ASK_LAST_MS, pauseMs * 2);
      }
      return current;
    },
  };
}
