/**
 * An operator's own platform with the four calls it needs and no others: long ids as numbers, `Real` third in the list, wallets
 * of every kind, unknown fields. It records its requests for tests to read.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly sessionId: string | null;
  readonly body: unknown;
}

/** An answer in place of the usual one; fields that are absent are as usual. */
export interface ChangedReply {
  readonly status?: number;
  /** JSON, or the text to send in its place. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OperatorPlatform {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** The player's balance and consents; a test changes them and expects the next poll to show the change. */
  readonly player: { real: number; consents: Record<string, boolean> };
  /** The odd answers by the call's name (`bonusWallet`), from now on. */
  readonly replies: Record<string, ChangedReply | undefined>;
  /** Lists the calls with a name (`balance`), in order. */
  callsOf(name: string): readonly ReceivedCall[];
  /** Ends every session: the next call is answered with 401. */
  endSessions(): void;
  /** Opens the session again and forgets all requests and odd answers, as at the start. */
  reset(): void;
  close(): Promise<void>;
}

export const OPERATOR_SESSION = { sessionId: 'operator-session-0001', userId: '7766554433' } as const;

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? null : (JSON.parse(text) as unknown);
}

/** Starts the platform on a free port of this machine. */
export async function startOperatorPlatform(): Promise<OperatorPlatform> {
  const calls: ReceivedCall[] = [];
  const initialPlayer = () => ({ real: 4321.5, consents: { emailmarketing: true } as Record<string, boolean> });
  const player = initialPlayer();
  const replies: Record<string, ChangedReply | undefined> = {};
  let open = true;

  function takeConsents(body: unknown): string {
    for (const { tagCode, status } of (body as { items: { tagCode: string; status: string }[] }).items) {
      if (status === 'Accepted') player.consents[tagCode] = true;
    }
    return '{"success":true}';
  }

  const answers: Readonly<Record<string, (body: unknown) => string>> = {
    'GET profile': () =>
      JSON.stringify({
        username: 'chidi_o',
        firstname: 'Chidi',
        lastname: 'Okafor',
        email: 'chidi@player.example',
        consents: player.consents,
        loyaltyTier: 'gold',
      }),
    'GET balance': () =>
      JSON.stringify({
        items: [
          { type: 'Loyalty', amount: 120, currency: null },
          { type: 'Bonus', amount: 999, currency: 'NGN' },
          { type: 'Real', amount: player.real, currency: 'NGN' },
        ],
      }),
    // This JSON is written by hand because the id is longer than a JavaScript number can hold.
    'GET bonusWallet': () =>
      `{"items":[
        {"walletId":9007199254740993123,"status":"active","name":"Welcome","currentAmount":250.5,"currency":"NGN","totalWR":7500,"extension":{"grantedPlayerCurrencyAmount":500}},
        {"walletId":"w-2","status":"expired","name":"Old","currentAmount":1000,"currency":"NGN","totalWR":0},
        {"walletId":3,"status":"active","name":"Dollars","currentAmount":40,"currency":"USD","totalWR":10}
      ]}`,
    'POST consent': takeConsents,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://operator').pathname;
    const session = request.headers['x-sessionid'];
    const sessionId = typeof session === 'string' ? session : null;
    const body = await bodyOf(request);
    calls.push({ method: request.method ?? '', path, sessionId, body });
    const call = path.startsWith(`/v1/player/${OPERATOR_SESSION.userId}/`) ? path.split('/').at(-1) : undefined;
    const make = answers[`${request.method} ${call}`];
    response.setHeader('content-type', 'application/json');
    if (make === undefined) return void response.writeHead(404).end('{"error":"no such call"}');
    if (!open || sessionId !== OPERATOR_SESSION.sessionId) return void response.writeHead(401).end('{"error":"session"}');
    const { status = 200, body: text = make(body), headers = {} } = replies[call ?? ''] ?? {};
    response.writeHead(status, headers).end(status === 204 ? undefined : text);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    player,
    replies,
    callsOf: (name) => calls.filter(({ path }) => path.endsWith(`/${name}`)),
    endSessions: () => {
      open = false;
    },
    reset: () => {
      open = true;
      calls.length = 0;
      Object.assign(player, initialPlayer());
      for (const name of Object.keys(replies)) replies[name] = undefined;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
