/**
 * What happens to money on a flaky network. Written down before it is sent; a lost answer is `unknown` and the
 * platform is asked by the key until it is known; nothing but its answer ends an intent. Pure apart from what it is
 * given.
 */
import type { Operation } from '../core/contract/cashier';
import { problem as problemSchema } from '../core/contract/problem';
import type { Problem } from '../core/contract/problem';
import type { CallError, Result } from '../core/errors';
import { isFinal } from '../core/intent';
import type { Intent, Refusal } from '../core/intent';
import { ASK_FIRST_MS, ASK_LAST_MS } from '../api/deadlines';

/**
 * A request that was given up may still arrive. Only when the platform says "never seen" this long after the last
 * send does that mean that it was not sent.
 */
export const NOT_SENT_AFTER_MS = 60_000;

export interface MachineDeps {
  /** Writes the record down and shows it; resolves when it is as safe as it gets. */
  readonly save: (intent: Intent) => Promise<void>;
  /** Sends the intent's own call with its key. `data` is the checked answer. */
  readonly send: (intent: Intent) => Promise<Result<unknown>>;
  /** Asks what became of the key. */
  readonly ask: (intent: Intent) => Promise<Result<Operation>>;
  /** The part of an operation's stored answer that the page can use, or null where it does not fit. */
  readonly fit: (intent: Intent, body: unknown) => unknown;
  /** Whether the intent's player is still the one signed in. */
  readonly isCurrent: (intent: Intent) => boolean;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

type Verdict =
  | { readonly known: true; readonly intent: Intent }
  | { readonly known: false; readonly problem: Problem | null; readonly waitMs: number };

/**
 * Refusals before the platform looked at the key, which a copy of the same request may have passed: they prove nothing.
 */
const PROVES_NOTHING: ReadonlySet<number> = new Set([408, 425, 429]);

export function confirmed(intent: Intent, answer: unknown): Intent {
  return { ...intent, state: 'confirmed', answer, refusal: null };
}

export function refused(intent: Intent, refusal: Refusal): Intent {
  return { ...intent, state: 'refused', refusal };
}

/** What the answer to the request itself says. */
export function judgeSend(intent: Intent, result: Result<unknown>): Verdict {
  if (result.ok) return { known: true, intent: confirmed(intent, result.data) };
  const { error } = result;
  const { problem = null, status = 0 } = error;
  const isRefusal =
    error.code === 'bad-request' && !PROVES_NOTHING.has(status) && problem !== null && problem.code !== 'key-running';
  if (isRefusal) return { known: true, intent: refused(intent, { because: 'platform', problem }) };
  return { known: false, problem, waitMs: error.retryAfterMs ?? 0 };
}

/** `never-seen` is the platform's own 404, not any 404 that a network may send. */
export function judgeAsk(intent: Intent, result: Result<Operation>, fit: MachineDeps['fit']): Verdict | 'never-seen' {
  if (!result.ok) {
    const { status, problem, retryAfterMs } = result.error;
    if (status === 404 && problem?.code === 'not-found') return 'never-seen';
    return { known: false, problem: null, waitMs: retryAfterMs ?? 0 };
  }
  const { state, answer } = result.data;
  if (state !== 'done' || answer === null) return { known: false, problem: null, waitMs: 0 };
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess) return { known: true, intent: confirmed(intent, fit(intent, answer.body)) };
  const problem = problemSchema.safeParse(answer.body);
  const said = problem.success ? problem.data : null;
  return { known: true, intent: refused(intent, { because: 'platform', problem: said }) };
}

function isAboutSession(error: CallError): boolean {
  return error.status === 401 || error.code === 'canceled';
}

export interface Machine {
  /** Sends a draft and says what is known when its deadline has passed. */
  send(intent: Intent): Promise<Intent>;
  /**
   * Asks until it is known, or the player is not signed in any more. `mayResend`: the page that made it is still here.
   */
  settle(intent: Intent, mayResend: boolean): Promise<Intent>;
}

export function createMachine(deps: MachineDeps): Machine {
  async function change(intent: Intent, next: Partial<Intent>): Promise<Intent> {
    const changed = { ...intent, ...next };
    await deps.save(changed);
    return changed;
  }

  async function sendOnce(intent: Intent): Promise<{ intent: Intent; problem: Problem | null; waitMs: number }> {
    const sending = await change(intent, { state: 'sending', sentAt: deps.now() });
    const verdict = judgeSend(sending, await deps.send(sending));
    if (verdict.known) return { intent: await change(verdict.intent, {}), problem: null, waitMs: 0 };
    return { ...verdict, intent: await change(sending, { state: 'unknown' }) };
  }

  /**
   * What "never seen" means now: sent anew once while the page that wants it is there and it was wanted just now, else, in
   * time, not sent. A stake that goes out minutes after the press would be one that nobody waits for any more. A refusal
   * that proved nothing is no reason to be sooner: a copy of the request that a network made may still come, and pass.
   */
  async function neverSeen(intent: Intent, problem: Problem | null, mayResend: boolean): Promise<Intent | 'resend' | 'wait'> {
    const isLongAgo = deps.now() - (intent.sentAt ?? intent.at) >= NOT_SENT_AFTER_MS;
    if (isLongAgo) return change(refused(intent, problem ? { because: 'platform', problem } : { because: 'not-sent' }), {});
    return mayResend ? 'resend' : 'wait';
  }

  const lastTries = new Map<string, { readonly problem: Problem | null; readonly waitMs: number }>();

  return {
    async send(intent) {
      const sent = await sendOnce(intent);
      if (sent.problem) lastTries.set(intent.key, sent);
      return sent.intent;
    },
    async settle(intent, mayResend) {
      // Nobody is sending it any more: the page that did was closed, or crashed.
      let current = intent.state === 'unknown' ? intent : await change(intent, { state: 'unknown' });
      const { problem: said, waitMs } = lastTries.get(intent.key) ?? { problem: null, waitMs: 0 };
      let problem = said;
      let canResend = mayResend;
      let pauseMs = ASK_FIRST_MS;
      lastTries.delete(intent.key);
      // As long as the platform asked for: sooner it would refuse once more.
      if (waitMs) await deps.wait(waitMs);
      while (deps.isCurrent(current)) {
        const asked = await deps.ask(current);
        const verdict = judgeAsk(current, asked, deps.fit);
        if (verdict === 'never-seen') {
          const next = await neverSeen(current, problem, canResend);
          if (typeof next === 'object') return next;
          if (next === 'resend') {
            canResend = false;
            const sent = await sendOnce(current);
            current = sent.intent;
            problem = sent.problem;
            if (isFinal(current)) return current;
          }
        } else if (verdict.known) {
          return change(verdict.intent, {});
        }
        // A new sign-in resumes it; until then every question would be refused.
        if (!asked.ok && isAboutSession(asked.error)) return current;
        await deps.wait(Math.max(pauseMs, verdict === 'never-seen' ? 0 : verdict.waitMs));
        pauseMs = Math.min(ASK_LAST_MS, pauseMs * 2);
      }
      return current;
    },
  };
}
