/**
 * A provider shows its rounds again itself, since it alone knows how they looked. What the player's page frames for that is a
 * link which says whose round and which, signed as every call is: nothing of it is kept here, and no game is launched by it.
 */
import type { RoundReplay } from '../../src/core/contract/frames';
import type { GameProvider } from '../config-frames';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';
import { playerIdFor } from './launch';
import { signCall, TOLERANCE_MS } from './signature';
import { findOwnRound } from './wallet-rows';

/** Behind the path in what is signed: no call goes to such a path, so that a link is never taken for one. */
const MARK = '#replay';

/** What a link says, as JSON: the provider's own ids of the player and the round. */
interface Shown {
  readonly gameId: string;
  readonly playerId: string;
  readonly roundId: string;
}

/**
 * For the player's own round alone. Throws `not-found` for any other, for rounds of the platform's own games, and where its
 * provider has no such game here any more; `round-open` for one that is not over.
 */
export async function linkReplay({ pool, now, config }: Platform, userId: string, roundId: string): Promise<RoundReplay> {
  const round = await findOwnRound(pool, userId, roundId);
  if (round === undefined) throw new ProblemError('not-found', 'There is no such round of a game in a frame.');
  if (round.is_open) throw new ProblemError('round-open', 'This round is not over yet.');
  const provider = config.gameProviders.find(({ id }) => id === round.provider);
  const game = provider?.games.find(({ gameId }) => gameId === round.game_id);
  if (provider === undefined || game === undefined) throw new ProblemError('not-found', 'This game is not here any more, and its provider can’t be asked for the round.');
  const shown = { gameId: game.gameId, playerId: playerIdFor(provider, userId), roundId: round.provider_round };
  return signed(provider, game.url, shown, now().getTime());
}

function signed({ secret }: GameProvider, gameUrl: string, shown: Shown, atMs: number): RoundReplay {
  const { pathname, search } = new URL(gameUrl);
  const text = Buffer.from(JSON.stringify(shown)).toString('base64url');
  const signature = signCall(secret, pathname + search + MARK, text, atMs);
  // Counted from the second that is signed.
  const until = Math.floor(atMs / 1000) * 1000 + TOLERANCE_MS;
  return { url: `${gameUrl}${MARK}=${text}.${signature}`, expiresAt: new Date(until).toISOString() };
}
