/** The figures of the game as the player would play it now: those of the chosen bet where bets differ. Pure. */
import type { Kobo } from '../../../core/money';
import { embeddedGame } from '../../../games/catalogue';
import type { GameOdds } from '../../../games/embedded-game';
import type { BetFace } from '../../../games/face';
import type { ShelfGame } from '../../shared/shelf/shelf';

export interface PlayFigures {
  readonly rtp: number;
  /** Null for a game of which this app knows nothing but what the platform says. */
  readonly odds: GameOdds | null;
}

export function figuresOf(game: Pick<ShelfGame, 'gameId' | 'rtp'>, bet: BetFace<unknown> | undefined, choice: unknown, stake: Kobo): PlayFigures {
  const rtp = bet?.returns?.(choice, stake) ?? game.rtp;
  return { rtp, odds: bet?.odds?.(choice, stake) ?? embeddedGame(game.gameId) ?? null };
}
