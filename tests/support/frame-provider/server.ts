/**
 * A small provider on a port of its own: a page with one game, and the server behind it, which takes the launch token and
 * moves money by signed calls. Used by tests alone.
 */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GameProvider } from '../../../server/config-frames';
import { isSignedCall, SIGNATURE_HEADER } from '../../../server/frames/signature';
import { GAME, PAGE, SCRIPT } from './page';
import { callPlatform, providerAt } from './provider';
import type { Told } from './provider';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ProviderServer {
  /** No slash at the end. */
  readonly origin: string;
  readonly provider: GameProvider;
  /** Where the platform is; to be set before a game is launched. */
  platformUrl: string;
  /** `error`: the game says that it can't go on. `silent`: it says nothing. */
  mode: 'play' | 'error' | 'silent';
  readonly requests: readonly Seen[];
  /** Genuine ones, as they came. */
  readonly notices: readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const send = (response: ServerResponse, status: number, type: string, text: string) => response.writeHead(status, { 'content-type': type }).end(text);

/** Starts it on a free port of this machine. */
export async function startProvider(): Promise<ProviderServer> {
  const requests: Seen[] = [];
  const notices: Readonly<Record<string, unknown>>[] = [];
  let rounds = 0;

  const ask = (name: string, body: unknown): Promise<Told> => callPlatform(made.platformUrl, made.provider, name, body, { at: Date.now() });

  /** One round: ₦100 are staked, ₦30 come back. */
  async function play(session: string): Promise<Told> {
    const id = `${session.slice(0, 12)}-${(rounds += 1)}`;
    const moved = { session, roundId: id, currency: 'NGN' };
    const staked = await ask('debit', { ...moved, transactionId: `${id}-debit`, amount: 100 });
    return staked.status === 200 ? ask('credit', { ...moved, transactionId: `${id}-credit`, amount: 30 }) : staked;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { method = '', url = '/', headers } = request;
    requests.push({ method, url, headers });
    const body = await bodyOf(request);
    const json = () => JSON.parse(body.toString()) as Record<string, string>;
    if (url === `/play/${GAME}`) return send(response, 200, 'text/html; charset=utf-8', PAGE(made.mode));
    if (url === '/game.js') return send(response, 200, 'text/javascript', SCRIPT);
    if (url === '/start' || url === '/round') {
      const told = url === '/start' ? await ask('exchange', { token: json()['token'], gameId: GAME }) : await play(json()['session'] ?? '');
      return send(response, told.status, 'application/json', told.text);
    }
    if (url === '/notices' && isSignedCall(made.provider.secret, url, body, headers[SIGNATURE_HEADER], Date.now())) {
      notices.push(json());
      return response.writeHead(204).end();
    }
    return send(response, 404, 'text/plain', 'Not found');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => send(response, 500, 'text/plain', String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Another host than the product’s: cookies know no ports.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const made: ProviderServer = {
    origin,
    provider: providerAt(origin),
    platformUrl: '',
    mode: 'play',
    requests,
    notices,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return made;
}
