/** A provider of framed games as the configuration has it, and its signed calls; used by tests alone. */
import type { GameProvider } from '../../../server/config-frames';
import { isSignedCall, signCall, SIGNATURE_HEADER } from '../../../server/frames/signature';
import type { Problem } from '../../../src/core/contract/problem';

export const GAME = 'lucky-drum';

/** `origin`: without a slash at the end. */
export function providerAt(origin: string, more: Partial<GameProvider> = {}): GameProvider {
  return {
    id: 'drumhouse',
    name: 'Drumhouse',
    secret: 'a secret of forty characters, for tests.',
    noticeUrl: `${origin}/notices`,
    games: [{
      gameId: GAME, name: 'Lucky Drum', kind: 'slots', categories: ['slots'], url: `${origin}/play/${GAME}`, rtp: 0.955, maxWin: 500,
      minStake: 10, maxStake: 5_000, bytes: 640_000, art: `/games/${GAME}.svg`,
    }],
    ...more,
  };
}

export interface Told {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly data: Readonly<Record<string, unknown>>;
  readonly problem: Pick<Problem, 'code' | 'reason'>;
}

export interface Sending {
  /** Default: the provider's. */
  readonly secret?: string;
  /** Epoch ms at which it is signed. */
  readonly at: number;
  /** Signed as if it went there. */
  readonly signedFor?: string;
  /** Instead of a signature. */
  readonly header?: string;
}

/** Calls the platform as the provider's server does. */
export async function callPlatform(baseUrl: string, { id, secret }: GameProvider, name: string, body: unknown, sending: Sending): Promise<Told> {
  const path = `/api/providers/${id}/${name}`;
  const raw = JSON.stringify(body);
  const signature = sending.header ?? signCall(sending.secret ?? secret, sending.signedFor ?? path, raw, sending.at);
  const answer = await fetch(baseUrl + path, { method: 'POST', body: raw, headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature } });
  const text = await answer.text();
  const data = JSON.parse(text) as Told['data'];
  return { status: answer.status, text, headers: answer.headers, data, problem: data as unknown as Told['problem'] };
}

/** What a link to a replay says. */
export interface Wanted {
  readonly gameId: string;
  readonly playerId: string;
  readonly roundId: string;
}

/**
 * Reads the fragment of a replay's address as the provider's server does: null unless the platform signed it for this page
 * within 300 s of `nowMs`. `page`: the game's address as it was given to the platform.
 */
export function readReplay({ secret }: Pick<GameProvider, 'secret'>, page: string, fragment: string, nowMs: number): Wanted | null {
  const [, text = '', signature] = /^#replay=([\w-]+)\.(.+)$/.exec(fragment) ?? [];
  const { pathname, search } = new URL(page);
  if (!isSignedCall(secret, `${pathname}${search}#replay`, Buffer.from(text), signature, nowMs)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Wanted;
}
