import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { categoryName } from '../../games/words';
import { buttonClass } from '../../ui/Button';
import { Illustration } from '../../ui/illustrations';
import { Finder } from '../shared/browse/Finder';
import { categoryPath } from '../shared/shelf/paths';
import { categoriesOf } from '../shared/shelf/shelf';
import type { ShelfGame } from '../shared/shelf/shelf';
import { ShelfAge } from '../shared/shelf/ShelfAge';
import { useShelf } from '../shared/shelf/use-shelf';
import { words } from './words';

function OtherCategories({ games, categoryId }: { games: readonly ShelfGame[]; categoryId: string }) {
  return (
    <nav className="chips" aria-label={words.others}>
      {categoriesOf(games).filter((id) => id !== categoryId).map((id) => (
        <Link key={id} className="chip" to={categoryPath(id)}>{categoryName(id)}</Link>
      ))}
      <Link className="chip" to="/games">{words.all}</Link>
    </nav>
  );
}

/** `/category/:categoryId`. */
export default function CategoryPage() {
  const { categoryId = '' } = useParams();
  const shelf = useShelf();
  const games = useMemo(
    () => shelf.games?.filter(({ categories }) => categories.includes(categoryId)) ?? null,
    [shelf.games, categoryId],
  );

  if (games === null || shelf.games === null) {
    return (
      <div className="lobby" aria-busy="true">
        <h1 tabIndex={-1}>{categoryName(categoryId)}</h1>
        <Finder key={categoryId} games={null} note={null} />
      </div>
    );
  }
  if (games.length === 0) {
    return (
      <div className="lobby">
        <div className="state">
          <Illustration name="nothing-found" />
          <h1 tabIndex={-1}>{words.unknownTitle}</h1>
          <p className="quiet">{words.unknown}</p>
          <Link className={buttonClass()} to="/games">{words.all}</Link>
        </div>
        <OtherCategories games={shelf.games} categoryId={categoryId} />
      </div>
    );
  }
  return (
    <div className="lobby">
      <h1 data-public tabIndex={-1}>{categoryName(categoryId)}</h1>
      <Finder key={categoryId} games={games} note={<ShelfAge shelf={shelf} />} />
      <OtherCategories games={shelf.games} categoryId={categoryId} />
    </div>
  );
}
