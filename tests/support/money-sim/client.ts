/**
 * A player's page in the simulation: the client's own intent machine over the simulated network. The simulation may close it at
 * any moment; the next page continues with the stored intents, as the app does.
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
import { closeKey } from '../../../server/ledger/operation';
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
  /** Performs an intent as the platform does. */
  readonly perform: (platform: Platform, intent: IntentRecord) => Promise<RawAnswer>;
}

export interface SimulatedClient {
  /** Submits a new intent. */
  submit(kind: IntentKind, key: string, body: unknown, gameId?: string): void;
  /** Closes the page in the middle of its work and opens it again. */
  reopen(): void;
  /** Lists the intents that the device has stored. */
  intents(): readonly IntentRecord[];
  isAtRest(): boolean;
}

const META = { etag: null, savedAt: null, replacedError: null, balanceVersion: null };

function toResult(reply: Reply): Result<unknown> {
  const { status } = reply;
  if (!(reply instanceof ProblemError)) {
    const body: unknown = JSON.parse(reply.text);
    if (status < 300) return { ok: true, data: body, status, ...META };
    return failure('bad-request', { status, problem: body as Problem });
  }
  const { retryAfterSeconds } = reply.extra;
  const details = { status, problem: reply.toBody(), ...(typeof retryAfterSeconds === 'number' && { retryAfterMs: retryAfterSeconds * 1000 }) };
  return failure(status >= 500 ? 'bad-response' : 'bad-request', { ...details, retryable: status >= 500 || status === 429 });
}

export function createSimulatedClient({ schedule, network, platform, userId, perform }: ClientDeps): SimulatedClient {
  const device = new Map<string, IntentRecord>();
  let page = 0;

  async function call(what: string, deadlineMs: number, work: (platform: Platform) => Promise<RawAnswer | null>): Promise<Result<unknown>> {
    const result = await network.request(what, deadlineMs, () => platform.serve(what, work));
    if (result.is === 'nothing') return failure('timeout');
    return result.is === 'dead' ? failure('network') : toResult(result.answer);
  }

  async function callAboutKey(what: string, work: (platform: Platform) => Promise<RawAnswer | null>): Promise<Result<Operation>> {
    const stored = await call(what, READ_DEADLINE_MS, work);
    return stored.ok ? { ...stored, data: operation.parse(stored.data) } : stored;
  }

  function createPageMachine(ownPage: number): Machine<IntentRecord> {
    return createMachine<IntentRecord>({
      save: (intent) => {
        // A closed page writes nothing.
        if (ownPage === page) device.set(intent.key, intent);
        return Promise.resolve();
      },
      send: (intent) => call(intent.kind, MONEY_DEADLINE_MS, (on) => perform(on, intent)),
      ask: ({ key }) => callAboutKey('ask', (on) => readOperation(on.pool, userId, key)),
      close: ({ key }) => callAboutKey('close', (on) => closeKey(on, userId, key)),
      parseAnswer: (_, body) => body,
      isCurrent: () => ownPage === page,
      isVisible: () => true,
      now: schedule.now,
      platformNow: schedule.now,
      wait: schedule.wait,
    });
  }

  let machine = createPageMachine(page);

  async function runIntent(intent: IntentRecord): Promise<void> {
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
      void runIntent(draft);
    },
    reopen: () => {
      page += 1;
      machine = createPageMachine(page);
      for (const intent of device.values()) if (!isFinal(intent)) void machine.settle({ ...intent, state: 'unknown' }, false);
    },
    intents: () => [...device.values()],
    isAtRest: () => [...device.values()].every(isFinal),
  };
}
