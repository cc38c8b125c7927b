import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNaira, kobo } from '../../core/money';
import { createIndex } from '../../core/text-search';
import { percentCut, percentPlain } from '../../games/facts';
import { Button } from '../../ui/Button';
import { SearchField } from '../../ui/SearchField';
import { Card, Skeleton } from '../../ui/States';
import { gamePath } from '../shared/shelf/paths';
import type { ShelfGame } from '../shared/shelf/shelf';
import { ShelfAge } from '../shared/shelf/ShelfAge';
import { useShelf } from '../shared/shelf/use-shelf';
import './bonus-contribution.css';
import { costExample, gameRows, kindRows } from './rows';
import type { GameRow, KindRow } from './rows';
import { words } from './words';

const ROWS_AT_ONCE = 100;
const EXAMPLE_SHARE = 0.2;
const EXAMPLE_STAKE = kobo(100_000);
const NO_GAMES: readonly ShelfGame[] = [];
const KINDS = kindRows();
const searchKinds = createIndex(KINDS, ({ name }) => name);

function Cost() {
  const { bonus, times, requirement, rtp, cost } = costExample();
  const naira = (amount: typeof cost) => formatNaira(amount, { whole: true });
  return (
    <Card className="stack">
      <h2>{words.costTitle}</h2>
      <p>{words.cost(naira(bonus), times, naira(requirement), percentPlain(rtp), naira(cost))}</p>
      <p><Link className="text-link" to="/help#bonus-cost">{words.costFull}</Link></p>
    </Card>
  );
}

function KindsTable({ rows }: { rows: readonly KindRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="kinds-title">
      <div>
        <h2 id="kinds-title">{words.kindsTitle}</h2>
        <p className="quiet small">{words.kindsNote}</p>
      </div>
      <table className="counts">
        <thead>
          <tr>
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.counts}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, name, counts }) => (
            <tr key={kind}>
              <th scope="row">{name}</th>
              <td className="figures">{percentPlain(counts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ kind }) => kind === 'roulette') ? <p className="quiet small">{words.roulette}</p> : null}
    </section>
  );
}

function GamesTable({ rows }: { rows: readonly GameRow[] }) {
  const [drawnCount, setDrawnCount] = useState(ROWS_AT_ONCE);
  if (rows.length === 0) return null;
  const hiddenCount = rows.length - drawnCount;
  return (
    <section className="stack" aria-labelledby="games-title">
      <h2 id="games-title">{words.gamesTitle}</h2>
      <table className="counts">
        <thead>
          <tr>
            <th scope="col">{words.game}</th>
            <th scope="col">{words.rtp}</th>
            <th scope="col">{words.counts}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawnCount).map(({ gameId, name, kindName, rtp, counts }) => (
            <tr key={gameId}>
              <th scope="row">
                <Link className="text-link" to={gamePath(gameId)}>{name}</Link> {kindName === name ? null : <span className="quiet small">{kindName}</span>}
              </th>
              <td className="figures">{percentCut(rtp)}</td>
              <td className="figures">{percentPlain(counts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hiddenCount > 0 ? <Button variant="secondary" onClick={() => setDrawnCount(drawnCount + ROWS_AT_ONCE)}>{words.more(Math.min(hiddenCount, ROWS_AT_ONCE))}</Button> : null}
    </section>
  );
}

/** `/bonus-contribution`: how much each game counts toward wagering. The kinds are shown without a network, too. */
export default function BonusContributionPage() {
  const shelf = useShelf();
  const [query, setQuery] = useState('');
  const settledQuery = useDeferredValue(query);
  const games = useMemo(() => gameRows(shelf.games ?? NO_GAMES), [shelf.games]);
  const searchGames = useMemo(() => createIndex(games, ({ name, kindName }) => [name, kindName]), [games]);
  const kindsFound = searchKinds(settledQuery);
  const gamesFound = useMemo(() => searchGames(settledQuery), [searchGames, settledQuery]);
  const matchCount = kindsFound.length + gamesFound.length;

  return (
    <div className="contribution">
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p>{words.intro}</p>
        <p className="quiet">
          {words.how(percentPlain(EXAMPLE_SHARE), formatNaira(kobo(EXAMPLE_STAKE * EXAMPLE_SHARE), { whole: true }))}
        </p>
      </header>
      <SearchField label={words.search} value={query} onChange={setQuery} resultText={settledQuery === '' ? '' : words.found(matchCount)} />
      {matchCount === 0 && shelf.games !== null ? <p className="quiet">{words.nothing}</p> : null}
      <KindsTable rows={kindsFound} />
      {shelf.games === null ? <Skeleton lines={3} /> : <GamesTable key={settledQuery} rows={gamesFound} />}
      <ShelfAge shelf={shelf} />
      <Cost />
    </div>
  );
}
