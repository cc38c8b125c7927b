import { useEffect, useState } from 'react';
import { Link, useSearchParams } from '../../ui/routing';
import { loadGames } from '../../bridge/actions/games';
import { loadRounds } from '../../bridge/actions/histories';
import { clock } from '../../core/time';
import { catalogueStore } from '../../state/catalogue';
import { useCatalogue } from '../../state/use';
import { buttonClass } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Illustration } from '../../ui/illustrations';
import { EmptyState } from '../../ui/States';
import { HistoryFrame } from '../shared/HistoryFrame';
import { historyWords } from '../shared/history-words';
import { HistoryWait } from '../shared/HistoryWait';
import { DEFAULT_PRESET, choiceOf, daysOf, periodError, periodWords, queryOf, withChoice } from '../shared/period';
import { PeriodFilter } from '../shared/PeriodFilter';
import { Told } from '../shared/Told';
import { Totals } from '../shared/Totals';
import { WIDE, useMedia } from '../shared/use-media';
import { usePaged } from '../shared/use-paged';
import { RoundCards, RoundTable } from './Rounds';
import { words } from './words';
import '../shared/forms.css';
import '../shared/history.css';
import './games-history.css';

/** Names for ids; the catalogue may not be there when this page is the first that opens. */
function useGames() {
  const games = useCatalogue((catalogue) => catalogue.games);
  useEffect(() => {
    if (catalogueStore.getState().games === null) void loadGames();
  }, []);
  return games ?? [];
}

/** Rounds with stake, win and balances, totals of a period, and what each can be checked from. */
export default function GamesHistoryPage() {
  const [search, setSearch] = useSearchParams();
  const [now] = useState(() => clock.now());
  const games = useGames();
  const isWide = useMedia(WIDE);
  const choice = choiceOf(search);
  const gameId = search.get('game') ?? '';
  const isChosen = periodError(choice, now) === null;

  function setFilter(next: URLSearchParams): void {
    setSearch(next, { replace: true, preventScrollReset: true });
  }
  function chooseGame(id: string): void {
    const next = new URLSearchParams(search);
    if (id === '') next.delete('game');
    else next.set('game', id);
    setFilter(next);
  }
  const nameOf = (id: string) => games.find((game) => game.gameId === id)?.name ?? id;
  const known = games.some((game) => game.gameId === gameId) || gameId === '';

  return (
    <div className="history">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <div className="filters">
        <PeriodFilter choice={choice} onChange={(next) => setFilter(withChoice(search, next))} />
        <SelectField label={words.game} value={gameId} onChange={(event) => chooseGame(event.target.value)}>
          <option value="">{words.allGames}</option>
          {known ? null : <option value={gameId}>{gameId}</option>}
          {games.map((game) => <option key={game.gameId} value={game.gameId}>{game.name}</option>)}
        </SelectField>
      </div>
      {isChosen ? (
        <RoundList
          choice={choice}
          gameId={gameId}
          now={now}
          isWide={isWide}
          nameOf={nameOf}
          onKeptView={() => setFilter(new URLSearchParams())}
        />
      ) : (
        <EmptyState title={historyWords.chooseDays}>{historyWords.chooseDaysHint}</EmptyState>
      )}
    </div>
  );
}

interface ListProps {
  choice: ReturnType<typeof choiceOf>;
  gameId: string;
  now: number;
  isWide: boolean;
  nameOf: (gameId: string) => string;
  onKeptView: () => void;
}

function RoundList({ choice, gameId, now, isWide, nameOf, onKeptView }: ListProps) {
  const query = { ...queryOf(choice, now), ...(gameId !== '' && { gameId }) };
  const list = usePaged(JSON.stringify(query), (cursor, signal) =>
    loadRounds({ ...query, ...(cursor !== undefined && { cursor }) }, signal),
  );
  const { totals } = list;
  const Rounds = isWide ? RoundTable : RoundCards;
  return (
    <>
      {totals === null && !list.isLoading ? null : (
        <Totals
          period={periodWords(daysOf(choice, now), now)}
          items={[
            { label: words.totals.rounds, value: totals?.rounds },
            { label: words.totals.staked, value: totals && <Told amount={totals.staked} currency="NGN" /> },
            { label: words.totals.won, value: totals && <Told amount={totals.won} currency="NGN" /> },
            { label: words.totals.net, value: totals && <Told amount={totals.net} currency="NGN" signed /> },
          ]}
        />
      )}
      <HistoryFrame
        list={list}
        isKeptView={choice.preset === DEFAULT_PRESET && gameId === ''}
        onKeptView={onKeptView}
        skeleton={<HistoryWait />}
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
        <Rounds rounds={list.items} nameOf={nameOf} />
      </HistoryFrame>
    </>
  );
}
