/** Reads the providers of framed games from the environment. */
import * as z from 'zod/mini';
import { GAME_KINDS } from '../../src/core/contract/games';
import { gameId, amount } from '../../src/core/contract/primitives';
import { allEngines } from '../../src/core/games/registry';
import { isSafeTransport } from './values';
import type { Mistakes } from './variables';

const MIN_SECRET = 32;
const MAX_BYTES = 100_000_000;
/** The return to player of every game must lie within these bounds. */
const [MIN_RTP, MAX_RTP] = [0.92, 0.995];

const safeUrl = z.string().check(z.refine((value) => isSafeUrl(value), 'an address with https; http is for this machine alone'));

const framedGame = z.strictObject({
  gameId,
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  kind: z.enum(GAME_KINDS),
  categories: z._default(z.array(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,47}$/))), []),
  /** The page of the game, on the provider's origin. */
  url: safeUrl,
  rtp: z.number().check(z.minimum(MIN_RTP), z.maximum(MAX_RTP)),
  /** The largest win of a round, in stakes. */
  maxWin: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  /** In naira, like `maxStake`. */
  minStake: amount,
  maxStake: amount,
  /** Bytes that loading the game costs over the wire. */
  bytes: z.int().check(z.minimum(1), z.maximum(MAX_BYTES)),
  /** The path of the tile's art on the content host. */
  art: z.string().check(z.regex(/^\/[0-9A-Za-z_./-]{1,200}$/)),
});

const provider = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
  /** The name that players read. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /** The key that signs the calls of both sides. */
  secret: z.string().check(z.minLength(MIN_SECRET), z.maxLength(256)),
  /** The address at which we tell the provider that a game has ended. */
  noticeUrl: safeUrl,
  games: z.array(framedGame).check(z.minLength(1)),
});

export type GameProvider = z.infer<typeof provider>;
export type ConfiguredGame = z.infer<typeof framedGame>;

/** Returns the origin of a provider's games; `readProviders` checks that there is only one. */
export function originOf({ games }: Pick<GameProvider, 'games'>): string {
  return new URL(games[0]?.url ?? '').origin;
}

function isSafeUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const { username, password, hash } = url;
  return isSafeTransport(url) && [username, password, hash].every((part) => part === '');
}

/**
 * Reads `GAME_PROVIDERS`, a JSON array, or returns one line per mistake. No line quotes its text, because there are secrets in
 * it. `ownHost` is the host of the site, as far as it is configured: browsers would send the site's cookies to a game on that
 * host, at any port.
 */
export function readProviders(
  text: string | undefined,
  ownHost: string | undefined,
): readonly GameProvider[] | Mistakes {
  if (text === undefined) return [];
  const toErrorLine = (fault: string) => `GAME_PROVIDERS ${fault}`;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { errors: [toErrorLine('can’t be read; it must be a JSON array of providers.')] };
  }
  const parsed = z.array(provider).safeParse(json);
  if (!parsed.success) {
    return { errors: parsed.error.issues.map(({ path, message }) => toErrorLine(`is wrong at ${path.join('.') || 'the top'}: ${message}.`)) };
  }
  const errors = [...parsed.data.flatMap((each) => findProviderErrors(each, ownHost)), ...findRepeatedIds(parsed.data)];
  return errors.length === 0 ? parsed.data : { errors: errors.map(toErrorLine) };
}

function findProviderErrors(each: GameProvider, ownHost: string | undefined): string[] {
  const origin = originOf(each);
  return [
    ...(new URL(origin).hostname === ownHost ? [`puts ${each.id} on the site’s own host; its games must be on another one.`] : []),
    ...each.games.flatMap((game) => [
      ...(new URL(game.url).origin === origin ? [] : [`has games of ${each.id} on several origins; one provider has one.`]),
      ...(allEngines.has(game.gameId) ? [`gives ${game.gameId} the id of a game that is here already.`] : []),
      ...(game.minStake > game.maxStake ? [`lets ${game.gameId} have a smallest stake above the largest.`] : []),
    ]),
  ];
}

function findRepeatedIds(providers: readonly GameProvider[]): string[] {
  const lists = [['provider', providers.map(({ id }) => id)], ['game', providers.flatMap(({ games }) => games.map((game) => game.gameId))],
    ['origin', providers.map(originOf)]] as const;
  return lists.flatMap(([what, ids]) => (new Set(ids).size === ids.length ? [] : [`names a ${what} twice.`]));
}
