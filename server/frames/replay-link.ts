/**
 * Makes the link by which a provider shows a round again, since it alone knows how the round looked. The link names the player and
 * the round and is signed as every call is. We store nothing of it, and it launches no game.
 */
import type { RoundReplay } from '../../src/core/contract/frames';
import type { GameProvider } from '../config/frames';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { playerIdFor } from './launch';
import { signCall, TOLERANCE_MS } from './signature';
import { findOwnRound } from './round-rows';

/** This stands behind the path in the signed text. No call has such a path, so a link can't be used as a call. */
const REPLAY_FRAGMENT = '#replay';

/** The content of a link, as JSON: the provider's own ids of the player and the round. */
interface ReplayTarget {
  readonly gameId: string;
  readonly playerId: string;
  readonly roundId: string;
}

/**
 * Makes the link for a round of the player. Throws `not-found` for any other round, for rounds of the platform's own games, and
 * where the provider has no such game here any more; `round-open` for a round that has not ended.
 */
export async function linkReplay({ pool, now, config }: Platform, userId: string, roundId: string): Promise<RoundReplay> {
  const round = await findOwnRound(pool, userId, roundId);
  if (round === undefined) throw new ProblemError('not-found', 'There is no such round of a game in a frame.');
  if (round.is_open) throw new ProblemError('round-open', 'This round is not over yet.');
  const provider = config.gameProviders.find(({ id }) => id === round.provider);
  const game = provider?.games.find(({ gameId }) => gameId === round.game_id);
  if (provider === undefined || game === undefined) throw new ProblemError('not-found', 'We don’t have this game any more, so we can’t ask its provider for the round.');
  const target = { gameId: game.gameId, playerId: playerIdFor(provider, userId), roundId: round.provider_round };
  return signReplay(provider, game.url, target, now().getTime());
}

function signReplay({ secret }: GameProvider, gameUrl: string, target: ReplayTarget, atMs: number): RoundReplay {
  const { pathname, search } = new URL(gameUrl);
  const text = Buffer.from(JSON.stringify(target)).toString('base64url');
  const signature = signCall(secret, pathname + search + REPLAY_FRAGMENT, text, atMs);
  // The signature names a whole second, so the time counts from that second.
  const expiresAtMs = Math.floor(atMs / 1000) * 1000 + TOLERANCE_MS;
  return { url: `${gameUrl}${REPLAY_FRAGMENT}=${text}.${signature}`, expiresAt: new Date(expiresAtMs).toISOString() };
}
