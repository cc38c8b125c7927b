import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadRounds } from '../../bridge/actions/histories';
import { can } from '../../state/catalogue';
import { buttonClass } from '../../ui/Button';
import { useShelf } from '../shared/shelf/use-shelf';
import { words } from './words';

/** The game that was played last; null for a player without a round, undefined until that is known. */
function useLastGame(): string | null | undefined {
  const [gameId, setGameId] = useState<string | null | undefined>(() => (can('histories') ? undefined : null));
  useEffect(() => {
    const control = new AbortController();
    if (can('histories')) {
      void loadRounds({ limit: 1 }, control.signal).then((answer) => {
        if (!control.signal.aborted) setGameId(answer.ok ? (answer.data.items[0]?.gameId ?? null) : null);
      });
    }
    return () => control.abort();
  }, []);
  return gameId;
}

/** Where to go once the money is there: the game that was played last or, for a new player, the first one, and the list of all. */
export function NextGame() {
  const last = useLastGame();
  const playable = useShelf().games?.filter(({ real }) => real) ?? [];
  const game = last === undefined ? undefined : (playable.find(({ gameId }) => gameId === last) ?? playable[0]);
  return (
    <div className="row">
      {game === undefined ? null : <Link className={buttonClass()} to={`/game/${encodeURIComponent(game.gameId)}`}>{words.playGame(game.name)}</Link>}
      <Link className={buttonClass('secondary')} to="/games">{words.toGames}</Link>
    </div>
  );
}
