/**
 * Moves money on a flaky network. An intent is written down before it is sent. When its answer is lost it is `unknown`, and the
 * machine asks the platform by the key until it is known; only the platform's answer ends an intent. Pure apart from what it is
 * given.
 */
import type { Operation } from '../../core/contract/cashier';
import { problem as problemSchema } from '../../core/contract/problem';
import type { Problem } from '../../core/contract/problem';
import { askedWaitMs } from '../../core/errors';
import type { CallError, Result } from '../../core/errors';
import { isFinal } from '../../core/intent';
import type { IntentProgress, Refusal } from '../../core/intent';
import { ASK_FIRST_MS, ASK_LAST_MS } from '../../api/deadlines';

/**
 * A request that was given up may still arrive. Only when the platform says "never seen" this long after the last
 * send does that mean that it was not sent.
 */
export const NOT_SENT_AFTER_MS = 60_000;

/** `I`: the type of the intents. The machine knows their states, and not what they ask for. */
export interface MachineDeps<I extends IntentProgress> {
  /** Stores the record and shows it; resolves when it is stored, or can't be. */
  readonly save: (intent: I) => Promise<void>;
  /** Sends the intent's own call with its key. `data` is the checked answer. */
  readonly send: (intent: I) => Promise<Result<I['answer']>>;
  /** Asks what became of the key. */
  readonly ask: (intent: I) => Promise<Result<Operation>>;
  /** The part of an operation's stored answer that the page can use, or null where it does not fit. */
  readonly parseAnswer: (intent: I, body: unknown) => I['answer'];
  /**
   * Whether the intent's player is still the one signed in, and the page is open. A refusal of a question ends nothing by itself: a
   * 401 may be of something before the platform, and one that ends the session signs the player out.
   */
  readonly isCurrent: (intent: I) => boolean;
  /** Whether somebody sees the page. Out of sight nothing is asked. */
  readonly isSeen: () => boolean;
  /** Epoch ms. Of one page: another page's may be days apart, since the phone's clock may be set between the two. */
  readonly now: () => number;
  /** Epoch ms by the platform's clock; null while it is not known. */
  readonly platformNow: () => number | null;
  readonly wait: (ms: number) => Promise<void>;
}

type Verdict<I> =
  | { readonly isKnown: true; readonly intent: I }
  | { readonly isKnown: false; readonly problem: Problem | null; readonly waitMs: number };

/**
 * With these the platform refuses a request before it looks at the key. A copy of the same request may have been taken, so such a
 * refusal does not tell what became of the intent.
 */
const INCONCLUSIVE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** Gateways and networks refuse with these, too; then no words of the platform come with them. */
const OTHERS_STATUSES: ReadonlySet<number> = new Set([401, 403]);

/** Whether a refusal says for certain that nothing moved, provided that the request was sent only once. */
function isConclusive({ code, status = 0, problem }: CallError): boolean {
  if (code !== 'bad-request' || problem === undefined || problem.code === 'key-running') return false;
  if (INCONCLUSIVE_STATUSES.has(status)) return false;
  // A problem that was made from another system's error code has no title.
  return problem.title !== '' || !OTHERS_STATUSES.has(status);
}

export function toConfirmed<I extends IntentProgress>(intent: I, answer: I['answer']): I {
  return { ...intent, state: 'confirmed', answer, refusal: null };
}

export function toRefused<I extends IntentProgress>(intent: I, refusal: Refusal): I {
  return { ...intent, state: 'refused', refusal };
}

/**
 * Reads the answer to the request itself. `isResend`: the request was sent before. Then a refusal ends nothing, because the
 * session, the place or the password's hour may have ended since the first copy passed; the platform is asked about the key.
 */
export function judgeSend<I extends IntentProgress>(intent: I, result: Result<I['answer']>, isResend = false): Verdict<I> {
  if (result.ok) return { isKnown: true, intent: toConfirmed(intent, result.data) };
  const { error } = result;
  const { problem = null } = error;
  if (problem !== null && !isResend && isConclusive(error)) return { isKnown: true, intent: toRefused(intent, { because: 'platform', problem }) };
  return { isKnown: false, problem, waitMs: askedWaitMs(error) };
}

/** `never-seen` is the platform's own 404, not any 404 that a network may send. */
export function judgeAsk<I extends IntentProgress>(intent: I, result: Result<Operation>, fit: MachineDeps<I>['parseAnswer']): Verdict<I> | 'never-seen' {
  if (!result.ok) {
    const { status, problem } = result.error;
    if (status === 404 && problem?.code === 'not-found') return 'never-seen';
    return { isKnown: false, problem: null, waitMs: askedWaitMs(result.error) };
  }
  const { state, answer } = result.data;
  if (state !== 'done' || answer === null) return { isKnown: false, problem: null, waitMs: 0 };
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess) return { isKnown: true, intent: toConfirmed(intent, fit(intent, answer.body)) };
  const problem = problemSchema.safeParse(answer.body);
  const refusalProblem = problem.success ? problem.data : null;
  return { isKnown: true, intent: toRefused(intent, { because: 'platform', problem: refusalProblem }) };
}

export interface Machine<I extends IntentProgress> {
  /** Sends a draft and says what is known when its deadline has passed. */
  send(intent: I): Promise<I>;
  /**
   * Asks until it is known, the player is not signed in any more, or nobody sees the page, and for nothing else; then it may be
   * called again.
   * `mayResend`: the page that made it is still here.
   */
  settle(intent: I, mayResend: boolean): Promise<I>;
}

export function createMachine<I extends IntentProgress>(deps: MachineDeps<I>): Machine<I> {
  async function change(intent: I, next: Partial<Pick<IntentProgress, 'state' | 'sentAt' | 'sentAtPlatform'>>): Promise<I> {
    const changed = { ...intent, ...next };
    await deps.save(changed);
    return changed;
  }

  /** When this page sent it, or took it up from another page. */
  const handledSince = new Map<string, number>();

  /**
   * Ms for which the last request may still arrive. Of a request of another page, this page knows only that it was sent before it
   * took it up, because the phone's clock may have been set since. The wait is shorter where that clock and the platform's both
   * say so.
   */
  function leftToArriveMs({ key, sentAt, at, sentAtPlatform }: I): number {
    const nowMs = deps.now();
    const platformMs = deps.platformNow();
    const byBoth = sentAtPlatform === undefined || platformMs === null ? 0 : Math.min(platformMs - sentAtPlatform, nowMs - (sentAt ?? at));
    return NOT_SENT_AFTER_MS - Math.max(byBoth, nowMs - (handledSince.get(key) ?? nowMs));
  }

  async function sendOnce(intent: I, isResend: boolean): Promise<{ intent: I; problem: Problem | null; waitMs: number }> {
    handledSince.set(intent.key, deps.now());
    const platformMs = deps.platformNow();
    const sending = await change(intent, { state: 'sending', sentAt: deps.now(), ...(platformMs !== null && { sentAtPlatform: platformMs }) });
    const verdict = judgeSend(sending, await deps.send(sending), isResend);
    if (verdict.isKnown) return { intent: await change(verdict.intent, {}), problem: null, waitMs: 0 };
    return { ...verdict, intent: await change(sending, { state: 'unknown' }) };
  }

  /**
   * Decides what "never seen" means now. As long as the first request may still arrive, the page that made the intent sends it
   * once more, because the player still waits for it; any other page waits. After that it counts as not sent: a stake that goes
   * out minutes after the press is one that nobody waits for any more. A refusal that proved nothing does not shorten the time,
   * because a copy of the request that a network made may still come, and pass.
   */
  async function neverSeen(intent: I, problem: Problem | null, mayResend: boolean): Promise<I | 'resend' | 'wait'> {
    if (leftToArriveMs(intent) <= 0) return change(toRefused(intent, problem ? { because: 'platform', problem } : { because: 'not-sent' }), {});
    return mayResend ? 'resend' : 'wait';
  }

  const lastTries = new Map<string, { readonly problem: Problem | null; readonly waitMs: number }>();
  /** Sent a second time: a page that was out of sight meanwhile does not send it a third time. */
  const resentKeys = new Set<string>();

  return {
    async send(intent) {
      const sent = await sendOnce(intent, false);
      if (sent.problem) lastTries.set(intent.key, sent);
      return sent.intent;
    },
    async settle(intent, mayResend) {
      if (!handledSince.has(intent.key)) handledSince.set(intent.key, deps.now());
      // Nobody is sending it any more: the page that did was closed, or crashed.
      let current = intent.state === 'unknown' ? intent : await change(intent, { state: 'unknown' });
      const { problem: lastProblem, waitMs } = lastTries.get(intent.key) ?? { problem: null, waitMs: 0 };
      let problem = lastProblem;
      let pauseMs = ASK_FIRST_MS;
      lastTries.set(intent.key, { problem, waitMs: 0 });
      // The platform asked for this pause, and would refuse any question before its end.
      if (waitMs) await deps.wait(waitMs);
      while (deps.isCurrent(current) && deps.isSeen()) {
        const reply = await deps.ask(current);
        const verdict = judgeAsk(current, reply, deps.parseAnswer);
        if (verdict === 'never-seen') {
          const next = await neverSeen(current, problem, mayResend && !resentKeys.has(current.key));
          if (typeof next === 'object') return next;
          if (next === 'resend') {
            resentKeys.add(current.key);
            const sent = await sendOnce(current, true);
            current = sent.intent;
            problem = sent.problem;
            lastTries.set(current.key, { problem, waitMs: 0 });
            if (isFinal(current)) return current;
          }
        } else if (verdict.isKnown) {
          return change(verdict.intent, {});
        }
        // This refusal has ended the session. A new sign-in resumes it.
        if (!deps.isCurrent(current)) return current;
        // The wait is cut short, so that the question after which the intent counts as not sent is asked on time.
        await deps.wait(verdict === 'never-seen' ? Math.min(pauseMs, leftToArriveMs(current)) : Math.max(pauseMs, verdict.waitMs));
        pauseMs = Math.min(ASK_LAST_MS, pauseMs * 2);
      }
      return current;
    },
  };
}
