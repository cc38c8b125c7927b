import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { loadRounds } from '../../bridge/actions/histories';
import type { Game } from '../../core/contract/games';
import { clock } from '../../core/time';
import { buttonClass } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Illustration } from '../../ui/illustrations';
import { EmptyState, Skeleton } from '../../ui/States';
import { KEEP_SCROLL } from '../../ui/keep-scroll';
import { HistoryFrame } from '../shared/history/HistoryFrame';
import { historyWords } from '../shared/history/words';
import { HistorySkeleton } from '../shared/history/HistorySkeleton';
import { OpenRounds } from '../shared/open-rounds/OpenRounds';
import { DEFAULT_PRESET, choiceOf, daysOf, periodError, periodWords, queryOf, withChoice } from '../shared/history/period';
import { PeriodFilter } from '../shared/history/PeriodFilter';
import { Amount } from '../shared/money/Amount';
import { Totals } from '../shared/history/Totals';
import { useGames } from '../shared/history/use-games';
import { usePaged } from '../shared/history/use-paged';
import { LastVisit } from './LastVisit';
import { useOpenRoundList } from './open-rounds';
import type { ListedOpenRound } from './open-rounds';
import { RoundCards } from './RoundCards';
import { words } from './words';
import '../shared/form/forms.css';
import '../shared/history/history.css';
import './games-history.css';

const loadFairnessPart = () => import('./fairness/FairnessPart');
const FairnessPart = lazy(loadFairnessPart);

/** The rounds with stake, win and balances, the totals of a period, and a way to check each round. */
export default function GamesHistoryPage() {
  const [search, setSearch] = useSearchParams();
  const [now] = useState(() => clock.now());
  const games = useGames();

  function setFilter(next: URLSearchParams): void {
    setSearch(next, { replace: true, state: KEEP_SCROLL });
  }
  function chooseGame(id: string): void {
    const next = new URLSearchParams(search);
    if (id === '') next.delete('game');
    else next.set('game', id);
    setFilter(next);
  }
  const nameOf = (id: string) => games.find((game) => game.gameId === id)?.name ?? id;
  const open = useOpenRoundList();
  const openNonces = useMemo(() => open.map(({ fairness, gameId, at }) => ({ ...fairness, gameId, at: Date.parse(at) })), [open]);
  // The worker's code is stored from now on, so that the check also works without a connection.
  useEffect(() => void loadFairnessPart().then(({ keepWorker }) => keepWorker(), () => undefined), []);
  const isFairness = search.get('view') === 'fairness';

  return (
    <div className="history">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
        <nav className="chips" aria-label={words.views}>
          <Link className="chip" to="/games-history" replace state={KEEP_SCROLL} aria-current={isFairness ? undefined : 'page'}>{words.viewRounds}</Link>
          <Link className="chip" to="/games-history?view=fairness" replace state={KEEP_SCROLL} aria-current={isFairness ? 'page' : undefined}>{words.viewFairness}</Link>
        </nav>
      </header>
      {isFairness ? (
        <Suspense fallback={<Skeleton lines={6} />}><FairnessPart nameOf={nameOf} open={openNonces} /></Suspense>
      ) : (
        <RoundsPart {...{ search, setFilter, chooseGame, games, nameOf, now, open }} />
      )}
    </div>
  );
}

interface RoundsProps {
  search: URLSearchParams;
  setFilter: (next: URLSearchParams) => void;
  chooseGame: (gameId: string) => void;
  games: readonly Game[];
  nameOf: (gameId: string) => string;
  now: number;
  open: readonly ListedOpenRound[];
}

function RoundsPart({ search, setFilter, chooseGame, games, nameOf, now, open }: RoundsProps) {
  const choice = choiceOf(search);
  const gameId = search.get('game') ?? '';
  const isChosen = periodError(choice, now) === null;
  const isKnownGame = games.some((game) => game.gameId === gameId) || gameId === '';
  return (
    <>
      <OpenRounds rounds={open} nameOf={nameOf} />
      <div className="filters">
        <PeriodFilter choice={choice} onChange={(next) => setFilter(withChoice(search, next))} />
        <SelectField label={words.game} value={gameId} onChange={(event) => chooseGame(event.target.value)}>
          <option value="">{words.allGames}</option>
          {isKnownGame ? null : <option value={gameId}>{gameId}</option>}
          {games.map((game) => <option key={game.gameId} value={game.gameId}>{game.name}</option>)}
        </SelectField>
      </div>
      {isChosen ? (
        <RoundList
          choice={choice}
          gameId={gameId}
          now={now}
          nameOf={nameOf}
          onStoredView={() => setFilter(new URLSearchParams())}
        />
      ) : (
        <EmptyState title={historyWords.chooseDays}>{historyWords.chooseDaysHint}</EmptyState>
      )}
    </>
  );
}

interface ListProps {
  choice: ReturnType<typeof choiceOf>;
  gameId: string;
  now: number;
  nameOf: (gameId: string) => string;
  onStoredView: () => void;
}

function RoundList({ choice, gameId, now, nameOf, onStoredView }: ListProps) {
  const query = { ...queryOf(choice, now), ...(gameId !== '' && { gameId }) };
  const list = usePaged(JSON.stringify(query), (cursor, signal) =>
    loadRounds({ ...query, ...(cursor !== undefined && { cursor }) }, signal).then((answer) =>
      // The totals are about the whole account, whatever the filter. They come with every page of the list.
      answer.ok ? { ...answer, data: { ...answer.data, totals: { ...answer.data.totals, lastVisit: answer.data.lastVisit } } } : answer,
    ),
  );
  const { totals } = list;
  return (
    <>
      {totals === null && !list.isLoading ? null : (
        <Totals
          period={periodWords(daysOf(choice, now), now)}
          items={[
            { label: words.totals.rounds, value: totals?.rounds },
            { label: words.totals.staked, value: totals && <Amount amount={totals.staked} currency="NGN" /> },
            { label: words.totals.won, value: totals && <Amount amount={totals.won} currency="NGN" /> },
            { label: words.totals.net, value: totals && <Amount amount={totals.net} currency="NGN" signed /> },
          ]}
        />
      )}
      <HistoryFrame
        list={list}
        isStoredView={choice.preset === DEFAULT_PRESET && gameId === ''}
        onStoredView={onStoredView}
        head={totals?.lastVisit ? <LastVisit visit={totals.lastVisit} now={now} /> : null}
        skeleton={<HistorySkeleton />}
        empty={
          <EmptyState
            title={words.emptyTitle}
            art={<Illustration name="empty" />}
            action={<Link className={buttonClass('secondary')} to="/games">{words.toGames}</Link>}
          >
            {words.emptyText}
          </EmptyState>
        }
      >
        <RoundCards rounds={list.items} nameOf={nameOf} />
      </HistoryFrame>
    </>
  );
}
