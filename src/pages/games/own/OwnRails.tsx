import { useFavourites } from '../../shared/favourites/use-favourites';
import { words } from '../../shared/favourites/words';
import { RAIL_GAMES } from '../../shared/shelf/shelf';
import type { ShelfGame } from '../../shared/shelf/shelf';
import { GameRail } from '../GameRail';
import { useLateRow } from './use-late-row';
import type { LatePlace } from './use-late-row';

export interface OwnProps extends LatePlace {
  games: readonly ShelfGame[];
  /** The games that were played lately, the latest first. */
  recent: readonly string[];
}

/** The games with these ids that still exist, in the order of the ids. */
function gamesOf(gameIds: Iterable<string>, games: readonly ShelfGame[]): readonly ShelfGame[] {
  const byId = new Map(games.map((game) => [game.gameId, game]));
  return [...gameIds].flatMap((gameId) => byId.get(gameId) ?? []);
}

/** The player's own rows: the games that were played lately, and those with a heart. */
export default function OwnRails({ games, recent, ...place }: OwnProps) {
  const favourites = gamesOf(useFavourites(), games);
  const recentGames = gamesOf(recent, games);
  const showsLately = useLateRow(place, recentGames.length > 0);
  const showsFavourites = useLateRow(place, favourites.length > 0);
  return (
    <>
      {showsLately ? <GameRail title={words.recent} games={recentGames} /> : null}
      {showsFavourites ? (
        <GameRail title={words.favourites} games={favourites.slice(0, RAIL_GAMES)} all={{ to: '/games?only=favourite', total: favourites.length }} />
      ) : null}
    </>
  );
}
