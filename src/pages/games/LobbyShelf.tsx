import { Suspense, lazy, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { categoryName } from '../../games/words';
import { useSignedIn } from '../../state/use';
import { GameBoard } from '../shared/board/GameBoard';
import { GridSkeleton } from '../shared/shelf/GridSkeleton';
import { ShelfTile } from '../shared/shelf/ShelfTile';
import { categoryPath } from '../shared/shelf/paths';
import { FEW_GAMES, categoriesOf, shortlistOf } from '../shared/shelf/shelf';
import type { ShelfGame } from '../shared/shelf/shelf';
import type { OwnProps } from './own/OwnRails';
import { words } from './words';

const Features = lazy(() => import('../shared/features/FeatureGame').then((module) => ({ default: module.Features })));
const OwnRails = lazy<ComponentType<OwnProps>>(() => import('./own/OwnRails').catch(() => ({ default: () => null })));

/** The lobby draws this many further games, in whole rows of three or six. The whole list is behind a link. */
const MORE_GAMES = 18;
/** On screens higher than this the player's own rows stand at the end, because they load later and must not push away what is visible. */
const HIGH_SCREEN_PX = 1_000;

/** Links to parts of the list. Nothing stands there until the games are known. */
export function LobbyChips({ games }: { games: readonly ShelfGame[] | null }) {
  return (
    <>
      <Link className="chip" to="/games?only=practice">{words.practice}</Link>
      {categoriesOf(games ?? []).map((categoryId) => (
        <Link key={categoryId} className="chip" to={categoryPath(categoryId)}>{categoryName(categoryId)}</Link>
      ))}
    </>
  );
}

function Tiles({ games, eager = false }: { games: readonly ShelfGame[]; eager?: boolean }) {
  return (
    <ul className="game-grid">
      {games.map((game) => <li key={game.gameId}><ShelfTile game={game} eager={eager} /></li>)}
    </ul>
  );
}

interface Props extends Omit<OwnProps, 'after'> {
  /** The note about the list itself. */
  readonly note: ReactNode;
}

/** The games of the lobby: a few at length, or a choice of different ones and then the others. */
export function LobbyShelf({ games, recent, isScrollRestored, note }: Props) {
  const signedIn = useSignedIn();
  const after = useRef<HTMLElement>(null);
  if (games.length <= FEW_GAMES) {
    return (
      <section className="stack" aria-labelledby="shelf-title">
        <h2 id="shelf-title">{words.featured}</h2>
        <Suspense fallback={<GridSkeleton />}><Features games={games} heading="h3" /></Suspense>
        {note}
        <GameBoard />
      </section>
    );
  }
  const shortlist = shortlistOf(games);
  const rest = games.filter((game) => !shortlist.includes(game)).slice(0, MORE_GAMES);
  const own = signedIn ? <Suspense key="own"><OwnRails {...{ games, recent, isScrollRestored, after }} /></Suspense> : null;
  const isHigh = signedIn && innerHeight > HIGH_SCREEN_PX;
  return (
    <>
      <section className="shelf" data-public aria-labelledby="start-title">
        <h2 id="start-title">{words.start}</h2>
        <Tiles games={shortlist} eager />
      </section>
      <section className="shelf" data-public aria-labelledby="more-title" ref={after}>
        <div className="row spread">
          <h2 id="more-title">{words.more}</h2>
          <Link className="see-all" to="/games">{words.seeAll} <span className="quiet">{games.length}</span></Link>
        </div>
        <Tiles games={rest} />
      </section>
      {isHigh ? null : own}
      {note}
      <GameBoard />
      {isHigh ? own : null}
    </>
  );
}
