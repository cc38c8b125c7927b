/** Configures a provider of framed games for tests, and signs its calls. */
import type { GameProvider } from '../../../server/config/frames';
import { isSignedCall, signCall, SIGNATURE_HEADER } from '../../../server/frames/signature';
import type { Problem } from '../../../src/core/contract/problem';

export const GAME = 'lucky-drum';

/** Makes a provider at `origin`, which has no slash at its end. */
export function providerAt(origin: string, overrides: Partial<GameProvider> = {}): GameProvider {
  return {
    id: 'drumhouse',
    name: 'Drumhouse',
    secret: 'a secret of forty characters, for tests.',
    noticeUrl: `${origin}/notices`,
    games: [{
      gameId: GAME, name: 'Lucky Drum', kind: 'slots', categories: ['slots'], url: `${origin}/play/${GAME}`, rtp: 0.955, maxWin: 500,
      minStake: 10, maxStake: 5_000, bytes: 640_000, art: `/games/${GAME}.svg`,
    }],
    ...overrides,
  };
}

export interface CallAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly data: Readonly<Record<string, unknown>>;
  readonly problem: Pick<Problem, 'code' | 'reason'>;
}

export interface SendOptions {
  /** Default: the provider's. */
  readonly secret?: string;
  /** The time of the signature, in epoch ms. */
  readonly at: number;
  /** The path that is signed in the place of the call's own. */
  readonly signedPath?: string;
  /** The header in the place of a signature. */
  readonly header?: string;
}

/** Calls the platform as the provider's server does. */
export async function callPlatform(
  baseUrl: string,
  { id, secret }: GameProvider,
  name: string,
  body: unknown,
  options: SendOptions,
): Promise<CallAnswer> {
  const path = `/api/providers/${id}/${name}`;
  const raw = JSON.stringify(body);
  const signature = options.header ?? signCall(options.secret ?? secret, options.signedPath ?? path, raw, options.at);
  const answer = await fetch(baseUrl + path, { method: 'POST', body: raw, headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature } });
  const text = await answer.text();
  const data = JSON.parse(text) as CallAnswer['data'];
  return { status: answer.status, text, headers: answer.headers, data, problem: data as unknown as CallAnswer['problem'] };
}

/** The content of a link to a replay. */
export interface ReplayTarget {
  readonly gameId: string;
  readonly playerId: string;
  readonly roundId: string;
}

/**
 * Reads the fragment of a replay's address as the provider's server does; null unless the platform signed it for this page within
 * 300 s of `nowMs`. `page` is the game's address in the platform's configuration.
 */
export function readReplay({ secret }: Pick<GameProvider, 'secret'>, page: string, fragment: string, nowMs: number): ReplayTarget | null {
  const [, text = '', signature] = /^#replay=([\w-]+)\.(.+)$/.exec(fragment) ?? [];
  const { pathname, search } = new URL(page);
  if (!isSignedCall(secret, `${pathname}${search}#replay`, Buffer.from(text), signature, nowMs)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as ReplayTarget;
}
