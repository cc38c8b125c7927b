/**
 * A small provider on a port of its own: a page with one game, and the server behind it, which takes the launch token and
 * moves money by signed calls. Used by tests alone.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GameProvider } from '../../../server/config-frames';
import { isSignedCall, SIGNATURE_HEADER } from '../../../server/frames/signature';
import { GAME, PAGE, SCRIPT } from './page';
import { callPlatform, providerAt, readReplay } from './provider';
import type { Told } from './provider';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** What the provider keeps of a round: what the player chose, and how it went. */
interface Played {
  readonly gameId: string;
  readonly hands: string;
  readonly beats: string;
  /** Naira. */
  readonly staked: number;
  readonly won: number;
}

export interface ProviderServer {
  /** No slash at the end. */
  readonly origin: string;
  readonly provider: GameProvider;
  /** Where the platform is; to be set before a game is launched. */
  platformUrl: string;
  /** `error`: the game says that it can't go on. `silent`: it says nothing. */
  mode: 'play' | 'error' | 'silent';
  /** The provider's own clock, epoch ms. */
  now: () => number;
  readonly requests: readonly Seen[];
  /** Genuine ones, as they came. */
  readonly notices: readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

const BEATS = ['tum', 'tak', 'ki'] as const;

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
  const players = new Map<string, string>();
  const played = new Map<string, Played>();
  const keyOf = (playerId: string, roundId: string) => `${playerId} ${roundId}`;

  const ask = (name: string, body: unknown): Promise<Told> => callPlatform(made.platformUrl, made.provider, name, body, { at: made.now() });

  async function start(token: string): Promise<Told> {
    const told = await ask('exchange', { token, gameId: GAME });
    if (told.status === 200) players.set(String(told.data['session']), String(told.data['playerId']));
    return told;
  }

  /** One round: ₦100 are staked, ₦30 come back, and how it sounds is drawn. */
  async function play(session: string, hands: string): Promise<Told> {
    const id = `${session.slice(0, 12)}-${(rounds += 1)}`;
    const moved = { session, roundId: id, currency: 'NGN' };
    const staked = await ask('debit', { ...moved, transactionId: `${id}-debit`, amount: 100 });
    if (staked.status !== 200) return staked;
    const paid = await ask('credit', { ...moved, transactionId: `${id}-credit`, amount: 30 });
    const beats = Array.from({ length: 6 }, () => BEATS[randomInt(BEATS.length)]).join(' ');
    played.set(keyOf(players.get(session) ?? '', id), { gameId: GAME, hands, beats, staked: 100, won: 30 });
    return { ...paid, text: JSON.stringify({ ...paid.data, hands, beats, staked: 100, won: 30 }) };
  }

  /** The round that a link of the platform's names; null for a link that is not genuine, too old, or of another game. */
  function playedBefore(link: string): Played | null {
    const wanted = readReplay(made.provider, `${made.origin}/play/${GAME}`, link, made.now());
    const round = wanted === null ? undefined : played.get(keyOf(wanted.playerId, wanted.roundId));
    return round !== undefined && round.gameId === wanted?.gameId ? round : null;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { method = '', url = '/', headers } = request;
    requests.push({ method, url, headers });
    const body = await bodyOf(request);
    const json = () => JSON.parse(body.toString()) as Record<string, string>;
    if (url === `/play/${GAME}`) return send(response, 200, 'text/html; charset=utf-8', PAGE(made.mode));
    if (url === '/game.js') return send(response, 200, 'text/javascript', SCRIPT);
    if (url === '/start' || url === '/round') {
      const { token = '', session = '', hands = '' } = json();
      const told = url === '/start' ? await start(token) : await play(session, hands);
      return send(response, told.status, 'application/json', told.text);
    }
    if (url === '/replay') {
      const round = playedBefore(json()['link'] ?? '');
      return send(response, round === null ? 403 : 200, 'application/json', JSON.stringify(round ?? {}));
    }
    if (url === '/notices' && isSignedCall(made.provider.secret, url, body, headers[SIGNATURE_HEADER], made.now())) {
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
    now: Date.now,
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
