import type { Operation } from '../../../src/core/contract/cashier';
import { failure } from '../../../src/core/errors';
import type { Failure, Result } from '../../../src/core/errors';
import { isFinal, type IntentRecord } from '../../../src/core/intent';
import { createMachine, type MachineDeps } from '../../../src/bridge/money/intent-machine';

export const NOT_SENT_AFTER_MS = 60_000;
export const DRAFT: IntentRecord = {
  key: 'k'.repeat(24), kind: 'round', userId: 'a', gameId: 'g', body: { stake: 50 }, state: 'draft', at: 0, sentAt: null,
  answer: null, refusal: null,
};
const META = { status: 200, etag: null, savedAt: null, replacedError: null, balanceVersion: null };

export function success<T>(data: T): Result<T> {
  return { ok: true, data, ...META };
}

export function refusal(status: number, code: string): Failure {
  return failure(status >= 500 ? 'bad-response' : 'bad-request', { status, problem: { title: code, status, code } });
}

export const NEVER_SEEN = refusal(404, 'not-found');
export const RUNNING = success<Operation>({ state: 'running', answer: null });
export const done = (status: number, body: unknown) => success<Operation>({ state: 'done', answer: { status, body } });

/** The answer of a platform that has closed a key. */
export const CLOSED = done(409, { title: 'Called off', status: 409, code: 'key-closed' });

type Seeing = Partial<Pick<MachineDeps<IntentRecord>, 'isVisible' | 'platformNow'>> & { readonly isCurrent?: () => boolean;
  /** The answers to the closing of a key; null for a platform that can't close one. */
  readonly closes?: readonly Result<Operation>[] | null;
};

/** A machine on a platform that gives these answers in order, and repeats the last one. */
export function machineOn(sends: readonly Result<unknown>[], asks: readonly Result<Operation>[], seeing: Seeing = {}) {
  const { closes = [CLOSED], isCurrent = () => true, isVisible = () => true, platformNow = () => null } = seeing;
  const saved: IntentRecord[] = [];
  const sentKeys: string[] = [];
  let askCount = 0;
  let closeCount = 0;
  const machine = createMachine<IntentRecord>({
    save: async (intent) => void saved.push(intent),
    send: async ({ key }) => {
      sentKeys.push(key);
      return sends[Math.min(sentKeys.length, sends.length) - 1] ?? failure('network');
    },
    ask: async () => {
      askCount += 1;
      return asks[Math.min(askCount, asks.length) - 1] ?? failure('network');
    },
    close: async () => {
      closeCount += 1;
      return closes === null ? null : (closes[Math.min(closeCount, closes.length) - 1] ?? failure('network'));
    },
    parseAnswer: (_, body) => body,
    isCurrent,
    isVisible,
    now: Date.now,
    platformNow,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return { machine, saved, sentKeys, states: () => saved.map(({ state }) => state), askCount: () => askCount, closeCount: () => closeCount };
}

export async function play(setup: ReturnType<typeof machineOn>, mayResend = true): Promise<IntentRecord> {
  const sent = await setup.machine.send(DRAFT);
  return isFinal(sent) ? sent : setup.machine.settle(sent, mayResend);
}
