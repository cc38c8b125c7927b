/**
 * Runs a small provider for tests on a port of its own: a page with one game, and the server behind it, which takes the launch token
 * and moves money by signed calls.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GameProvider } from '../../../server/config/frames';
import { isSignedCall, SIGNATURE_HEADER } from '../../../server/frames/signature';
import { GAME, PAGE, SCRIPT } from './page';
import { callPlatform, providerAt, readReplay } from './provider';
import type { CallAnswer } from './provider';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A round as the provider stores it: the player's choice, and the outcome. */
interface PlayedRound {
  readonly gameId: string;
  readonly hands: string;
  readonly beats: string;
  /** In naira. */
  readonly staked: number;
  readonly won: number;
}

export interface ProviderServer {
  /** No slash at the end. */
  readonly origin: string;
  readonly provider: GameProvider;
  /** The platform's address; set it before a game is launched. */
  platformUrl: string;
  /** With `error` the game says that it can't continue; with `silent` it says nothing. */
  mode: 'play' | 'error' | 'silent';
  /** The provider's own clock, epoch ms. */
  now: () => number;
  readonly requests: readonly ReceivedRequest[];
  /** The genuine notices, in the order in which they came. */
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
  const requests: ReceivedRequest[] = [];
  const notices: Readonly<Record<string, unknown>>[] = [];
  let rounds = 0;
  const players = new Map<string, string>();
  const playedRounds = new Map<string, PlayedRound>();
  const keyOf = (playerId: string, roundId: string) => `${playerId} ${roundId}`;

  const ask = (name: string, body: unknown): Promise<CallAnswer> =>
    callPlatform(providerServer.platformUrl, providerServer.provider, name, body, { at: providerServer.now() });

  async function start(token: string): Promise<CallAnswer> {
    const answer = await ask('exchange', { token, gameId: GAME });
    if (answer.status === 200) players.set(String(answer.data['session']), String(answer.data['playerId']));
    return answer;
  }

  /** Plays one round: stakes ₦100, pays ₦30, and draws its sounds. */
  async function play(session: string, hands: string): Promise<CallAnswer> {
    const id = `${session.slice(0, 12)}-${(rounds += 1)}`;
    const common = { session, roundId: id, currency: 'NGN' };
    const staked = await ask('debit', { ...common, transactionId: `${id}-debit`, amount: 100 });
    if (staked.status !== 200) return staked;
    const paid = await ask('credit', { ...common, transactionId: `${id}-credit`, amount: 30 });
    const beats = Array.from({ length: 6 }, () => BEATS[randomInt(BEATS.length)]).join(' ');
    playedRounds.set(keyOf(players.get(session) ?? '', id), { gameId: GAME, hands, beats, staked: 100, won: 30 });
    return { ...paid, text: JSON.stringify({ ...paid.data, hands, beats, staked: 100, won: 30 }) };
  }

  /** Finds the round that a link of the platform names; null for a link that is not genuine, too old, or of another game. */
  function findPlayedRound(link: string): PlayedRound | null {
    const target = readReplay(providerServer.provider, `${providerServer.origin}/play/${GAME}`, link, providerServer.now());
    const round = target === null ? undefined : playedRounds.get(keyOf(target.playerId, target.roundId));
    return round !== undefined && round.gameId === target?.gameId ? round : null;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { method = '', url = '/', headers } = request;
    requests.push({ method, url, headers });
    const body = await bodyOf(request);
    const json = () => JSON.parse(body.toString()) as Record<string, string>;
    if (url === `/play/${GAME}`) return send(response, 200, 'text/html; charset=utf-8', PAGE(providerServer.mode));
    if (url === '/game.js') return send(response, 200, 'text/javascript', SCRIPT);
    if (url === '/start' || url === '/round') {
      const { token = '', session = '', hands = '' } = json();
      const answer = url === '/start' ? await start(token) : await play(session, hands);
      return send(response, answer.status, 'application/json', answer.text);
    }
    if (url === '/replay') {
      const round = findPlayedRound(json()['link'] ?? '');
      return send(response, round === null ? 403 : 200, 'application/json', JSON.stringify(round ?? {}));
    }
    if (url === '/notices' && isSignedCall(providerServer.provider.secret, url, body, headers[SIGNATURE_HEADER], providerServer.now())) {
      notices.push(json());
      return response.writeHead(204).end();
    }
    return send(response, 404, 'text/plain', 'Not found');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => send(response, 500, 'text/plain', String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // The host differs from the product’s, because browsers share cookies between ports.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const providerServer: ProviderServer = {
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
  return providerServer;
}
