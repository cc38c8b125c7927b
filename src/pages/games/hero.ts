/** Chooses the top of the lobby: the most useful message that is true now. Pure. */
import type { Intent } from '../../core/intent';
import type { Reach } from '../../state/connection';
import type { ShelfGame } from '../shared/shelf/shelf';

/** An open round: it waits for its player's next step. */
export interface WaitingRound {
  readonly gameId: string;
  /** ISO 8601: when the round ends by itself. */
  readonly settlesAt: string;
}

export interface HeroFacts {
  readonly signedIn: boolean;
  readonly firstName: string | null;
  /** The player is on a break, as this device knows it. */
  readonly onBreak: boolean;
  readonly reach: Reach;
  /** The oldest round or step whose answer this device does not have yet. */
  readonly checkingIntent: Intent | null;
  /** The open round that ends first by itself; null where there is none, or the platform has not answered. */
  readonly openRound: WaitingRound | null;
  readonly games: readonly ShelfGame[] | null;
  /** The game that was played last; null where that is not known. */
  readonly lastGameId: string | null;
}

export type Hero =
  | { readonly kind: 'checking'; readonly gameId: string; readonly gameName: string | null }
  | { readonly kind: 'open'; readonly gameId: string; readonly gameName: string | null; readonly settlesAt: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'offline'; readonly game: ShelfGame | null }
  | { readonly kind: 'player'; readonly firstName: string | null; readonly game: ShelfGame | null; readonly isRepeat: boolean }
  | { readonly kind: 'guest'; readonly game: ShelfGame | null };

/** The order of importance: a round that is being checked, an open round, a break, a missing connection, and last the player or guest. */
export function heroOf({ signedIn, firstName, onBreak, reach, checkingIntent, openRound, games, lastGameId }: HeroFacts): Hero {
  const find = (gameId: string | null) => games?.find((game) => game.gameId === gameId) ?? null;
  const checkingGameId = checkingIntent?.gameId ?? null;
  if (signedIn && checkingGameId !== null) {
    return { kind: 'checking', gameId: checkingGameId, gameName: find(checkingGameId)?.name ?? null };
  }
  if (signedIn && openRound !== null) return { kind: 'open', ...openRound, gameName: find(openRound.gameId)?.name ?? null };
  if (signedIn && onBreak) return { kind: 'break' };
  const practiceGame = games?.find(({ practice }) => practice) ?? null;
  if (reach === 'offline' || reach === 'portal') return { kind: 'offline', game: practiceGame };
  if (!signedIn) return { kind: 'guest', game: practiceGame };
  const last = find(lastGameId);
  return { kind: 'player', firstName, game: last ?? games?.[0] ?? null, isRepeat: last !== null };
}
