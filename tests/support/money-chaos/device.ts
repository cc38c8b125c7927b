/** Makes a player's device with the client's own HTTP client and intent machine, and a clock of its own for each intent. */
import { createMachine } from '../../../src/bridge/money/intent-machine';
import { createClient } from '../../../src/api/http';
import { closeOperation, createDeposit, getOperation } from '../../../src/core/contract/cashier';
import type { BodyOf } from '../../../src/core/contract/endpoint';
import { playRound } from '../../../src/core/contract/games';
import { createWithdrawal } from '../../../src/core/contract/withdrawals';
import type { Result } from '../../../src/core/errors';
import { isFinal } from '../../../src/core/intent';
import type { IntentRecord } from '../../../src/core/intent';
import type { TestClient } from '../http-client';

export interface Device {
  readonly userId: string;
  /** Sends an intent and follows it to its final state. */
  settle(kind: keyof typeof CALLS, key: string, body: unknown): Promise<IntentRecord>;
}

const GAME = 'adire-gold';
const CALLS = { deposit: createDeposit, withdrawal: createWithdrawal, round: playRound } as const;

/** Makes a fetch that carries cookies, as a browser does. */
function fetchOf({ cookies }: TestClient): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(input, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
}

/** @param url of the network between the device and the platform */
export function createDevice(browser: TestClient, url: string): Device {
  const { userId = '', sessionId = '' } = browser.session ?? {};
  const client = createClient({
    baseUrl: `${url}/api`, fetch: fetchOf(browser), now: Date.now, readCookie: (name) => browser.cookies.get(name) ?? null,
  });

  function send({ kind, key, body }: IntentRecord): Promise<Result<unknown>> {
    const common = { sessionId, key };
    switch (kind) {
      case 'deposit':
        return client.call(createDeposit, { ...common, params: { userId }, body: body as BodyOf<typeof createDeposit> });
      case 'withdrawal':
        return client.call(createWithdrawal, { ...common, params: { userId }, body: body as BodyOf<typeof createWithdrawal> });
      case 'round':
        return client.call(playRound, { ...common, params: { userId, gameId: GAME }, body: body as BodyOf<typeof playRound> });
      default:
        throw new Error(`This device does not ${kind}.`);
    }
  }

  return {
    userId,
    settle: async (kind, key, body) => {
      let nowMs = 0;
      const machine = createMachine({
        save: () => Promise.resolve(),
        send,
        ask: () => client.call(getOperation, { sessionId, params: { userId, key }, noStore: true }),
        close: () => client.call(closeOperation, { sessionId, params: { userId, key } }),
        parseAnswer: (_, answer) => {
          const fit = CALLS[kind].answer.safeParse(answer);
          return fit.success ? fit.data : null;
        },
        isCurrent: () => true,
        isVisible: () => true,
        now: () => nowMs,
        platformNow: () => null,
        // The device does not wait: its clock leaps, so copies of the request arrive after it has closed the key.
        wait: async (ms) => {
          nowMs += ms;
        },
      });
      const draft: IntentRecord = { key, kind, userId, gameId: GAME, body, state: 'draft', at: 0, sentAt: null, answer: null, refusal: null };
      const sent = await machine.send(draft);
      return isFinal(sent) ? sent : machine.settle(sent, true);
    },
  };
}
