import { useCallback, useMemo } from 'react';
import type { Leaderboard } from '../../../core/contract/leaderboard';
import { failure } from '../../../core/errors';
import { timesWords } from '../../../games/facts';
import { Age } from '../../../ui/Age';
import { Illustration } from '../../../ui/illustrations';
import { Skeleton } from '../../../ui/States';
import { Link } from 'react-router-dom';
import { useSnapshot } from '../answers/use-snapshot';
import { useShelf } from '../shelf/use-shelf';
import './board.css';
import { words } from './words';

const importLeaderboard = () => import('../../../bridge/actions/leaderboard');

const SHOWN_ROWS = 5;

function Rows({ board: { items }, nameOf }: { board: Leaderboard; nameOf: ((gameId: string) => string) | null }) {
  if (items.length === 0) return <div className="top-rest quiet"><Illustration name="empty" /><p>{words.empty}</p></div>;
  return (
    <ol className="top-rows">
      {items.slice(0, SHOWN_ROWS).map(({ rank, name, gameId, multiplier, at }) => (
        <li key={`${rank} ${at}`}>
          <span className="top-rank" aria-hidden="true">{rank}</span>
          <span className="top-name">
            {name}
            {nameOf === null ? null : <span className="quiet small"> {nameOf(gameId)}</span>}
          </span>
          <strong className="figures">{timesWords(multiplier)}</strong>
        </li>
      ))}
    </ol>
  );
}

/** The first rows of this week's list, of one game or of all. */
export default function TopBoard({ gameId }: { gameId?: string }) {
  const query = useMemo(() => (gameId === undefined ? {} : { gameId }), [gameId]);
  const stored = useCallback(() => importLeaderboard().then(({ storedLeaderboard }) => storedLeaderboard(query), () => null), [query]);
  const load = useCallback(
    (signal: AbortSignal) => importLeaderboard().then(({ loadLeaderboard }) => loadLeaderboard(query, signal), () => failure('network')),
    [query],
  );
  const { data, savedAt, live, error } = useSnapshot(stored, load);
  const { games } = useShelf();
  const nameOf = (id: string) => games?.find((game) => game.gameId === id)?.name ?? id;
  return (
    <section className="top-board" aria-labelledby="top-title">
      <h2 id="top-title">{words.title}</h2>
      <p className="quiet small">{words.luck}</p>
      {data !== null ? <Rows board={data} nameOf={gameId === undefined ? nameOf : null} /> : error === null ? <Skeleton lines={SHOWN_ROWS} /> : <p className="top-rest quiet">{words.missing}</p>}
      <p className="top-foot small">
        <Link className="text-link" to="/templeaderboard">{words.all}</Link>
        {data === null || savedAt === null || live ? null : <span className="quiet"> {words.age} <Age at={savedAt} /></span>}
      </p>
    </section>
  );
}
