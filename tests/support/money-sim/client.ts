/**
 * A player's page in the simulation: the client's own intent machine over the simulated network. It may be closed at
 * any moment; the next page goes on with what was written down, as the app does.
 */
import { createMachine } from '../../../src/bridge/money/intent-machine';
import type { Machine } from '../../../src/bridge/money/intent-machine';
import { operation } from '../../../src/core/contract/cashier';
import type { Operation } from '../../../src/core/contract/cashier';
import type { Problem } from '../../../src/core/contract/problem';
import { failure } from '../../../src/core/errors';
import type { Result } from '../../../src/core/errors';
import { isFinal } from '../../../src/core/intent';
import type { IntentRecord, IntentKind } from '../../../src/core/intent';
import { MONEY_DEADLINE_MS, READ_DEADLINE_MS } from '../../../src/api/deadlines';
import { readOperation } from '../../../server/ledger/operation-rows';
import { ProblemError } from '../../../server/http/problem';
import type { RawAnswer } from '../../../server/http/router';
import type { Platform } from '../../../server/platform';
import type { Network } from './network';
import type { Reply, SimulatedPlatform } from './platform';
import type { Schedule } from './schedule';

export interface ClientDeps {
  readonly schedule: Schedule;
  readonly network: Network;
  readonly platform: SimulatedPlatform;
  readonly userId: string;
  /** What the platform does with an intent. */
  readonly perform: (platform: Platform, intent: IntentRecord) => Promise<RawAnswer>;
}

export interface SimulatedClient {
  /** Wants something new. */
  submit(kind: IntentKind, key: string, body: unknown, gameId?: string): void;
  /** The page is closed in the middle of whatever it does, and opened again. */
  reopen(): void;
  /** As the device has them. */
  intents(): readonly IntentRecord[];
  isAtRest(): boolean;
}

const META = { etag: null, savedAt: null, instead: null, balanceVersion: null };

function toResult(reply: Reply): Result<unknown> {
  const { status } = reply;
  if (!(reply instanceof ProblemError)) {
    const body: unknown = JSON.parse(reply.text);
    if (status < 300) return { ok: true, data: body, status, ...META };
    return failure('bad-request', { status, problem: body as Problem });
  }
  const { retryAfterSeconds } = reply.extra;
  const more = { status, problem: reply.toBody(), ...(typeof retryAfterSeconds === 'number' && { retryAfterMs: retryAfterSeconds * 1000 }) };
  return failure(status >= 500 ? 'bad-response' : 'bad-request', { ...more, retryable: status >= 500 || status === 429 });
}

export function createSimulatedClient({ schedule, network, platform, userId, perform }: ClientDeps): SimulatedClient {
  const device = new Map<string, IntentRecord>();
  let page = 0;

  async function call(what: string, deadlineMs: number, work: (platform: Platform) => Promise<RawAnswer | null>): Promise<Result<unknown>> {
    const heard = await network.request(what, deadlineMs, () => platform.serve(what, work));
    if (heard.is === 'nothing') return failure('timeout');
    return heard.is === 'dead' ? failure('network') : toResult(heard.answer);
  }

  function machineOf(own: number): Machine<IntentRecord> {
    return createMachine<IntentRecord>({
      save: (intent) => {
        // Nothing is written by a page that is closed.
        if (own === page) device.set(intent.key, intent);
        return Promise.resolve();
      },
      send: (intent) => call(intent.kind, MONEY_DEADLINE_MS, (on) => perform(on, intent)),
      ask: async ({ key }) => {
        const asked = await call('ask', READ_DEADLINE_MS, (on) => readOperation(on.pool, userId, key));
        if (!asked.ok) return asked;
        return { ...asked, data: operation.parse(asked.data) satisfies Operation };
      },
      fit: (_, body) => body,
      isCurrent: () => own === page,
      isSeen: () => true,
      now: schedule.now,
      platformNow: schedule.now,
      wait: schedule.wait,
    });
  }

  let machine = machineOf(page);

  async function follow(intent: IntentRecord): Promise<void> {
    const sent = await machine.send(intent);
    if (!isFinal(sent)) await machine.settle(sent, true);
  }

  return {
    submit: (kind, key, body, gameId) => {
      const at = schedule.now();
      const draft: IntentRecord = {
        key, kind, userId, gameId: gameId ?? null, body, state: 'draft', at, sentAt: null, answer: null, refusal: null,
      };
      device.set(key, draft);
      void follow(draft);
    },
    reopen: () => {
      page += 1;
      machine = machineOf(page);
      for (const intent of device.values()) if (!isFinal(intent)) void machine.settle({ ...intent, state: 'unknown' }, false);
    },
    intents: () => [...device.values()],
    isAtRest: () => [...device.values()].every(isFinal),
  };
}
