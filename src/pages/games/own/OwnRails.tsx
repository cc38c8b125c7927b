import { useFavourites } from '../../shared/favourites/use-favourites';
import { words } from '../../shared/favourites/words';
import { RAIL_GAMES } from '../../shared/shelf';
import type { ShelfGame } from '../../shared/shelf';
import { GameRail } from '../GameRail';

interface Props {
  games: readonly ShelfGame[];
  /** Played lately, the latest first. */
  recent: readonly string[];
}

/** Those of the list that are still in it, in the order of the ids. */
function gamesOf(gameIds: Iterable<string>, games: readonly ShelfGame[]): readonly ShelfGame[] {
  const byId = new Map(games.map((game) => [game.gameId, game]));
  return [...gameIds].flatMap((gameId) => byId.get(gameId) ?? []);
}

/** The player's own rows: what was played lately, and what has a heart. */
export default function OwnRails({ games, recent }: Props) {
  const favourites = gamesOf(useFavourites(), games);
  const lately = gamesOf(recent, games);
  return (
    <>
      {lately.length > 0 ? <GameRail title={words.recent} games={lately} /> : null}
      {favourites.length > 0 ? (
        <GameRail title={words.favourites} games={favourites.slice(0, RAIL_GAMES)} all={{ to: '/games?only=favourite', total: favourites.length }} />
      ) : null}
    </>
  );
}
