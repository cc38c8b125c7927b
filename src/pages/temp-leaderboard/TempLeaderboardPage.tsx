import { useCallback, useState } from 'react';
import { loadLeaderboard, storedLeaderboard } from '../../bridge/actions/leaderboard';
import type { Leaderboard } from '../../core/contract/leaderboard';
import { clock, dayWords, lagosDayStart } from '../../core/time';
import { useSession } from '../../state/use';
import { Age } from '../../ui/Age';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Illustration } from '../../ui/illustrations';
import { EmptyState, Skeleton } from '../../ui/States';
import { useSnapshot } from '../shared/answers/use-snapshot';
import { useShelf } from '../shared/shelf/use-shelf';
import { ListingChoice } from './ListingChoice';
import { timesWords } from '../../games/facts';
import { words } from './words';
import '../shared/form/forms.css';
import './leaderboard.css';

const queryOf = (week: string | null) => (week === null ? {} : { week });

interface RowsProps {
  board: Leaderboard;
  nameOf: (gameId: string) => string;
}

function Rows({ board: { items, isClosed }, nameOf }: RowsProps) {
  if (items.length === 0) return <EmptyState title={words.empty} art={<Illustration name="empty" />}>{words.emptyText}</EmptyState>;
  return (
    <>
      {isClosed ? <p className="quiet small">{words.closed}</p> : null}
      <table className="board">
        <caption className="unseen">{words.title}</caption>
        <thead>
          <tr>{[words.rank, words.player, words.game, words.multiplier].map((name) => <th scope="col" key={name}>{name}</th>)}</tr>
        </thead>
        <tbody>
          {items.map(({ rank, name, gameId, multiplier, at }) => (
            <tr key={`${rank} ${at}`}>
              <td className="figures">{rank}</td>
              <th scope="row">{name}</th>
              <td>{nameOf(gameId)}</td>
              <td className="figures"><strong>{timesWords(multiplier)}</strong></td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The list of one week. */
function Week({ week, onBoard, onWeek }: { week: string | null; onBoard: (board: Leaderboard) => void; onWeek: (week: string | null) => void }) {
  const stored = useCallback(() => storedLeaderboard(queryOf(week)), [week]);
  const load = useCallback(async (signal: AbortSignal) => {
    const result = await loadLeaderboard(queryOf(week), signal);
    if (result.ok) onBoard(result.data);
    return result;
  }, [week, onBoard]);
  const { data, savedAt, live, error, reload } = useSnapshot(stored, load);
  const userId = useSession((session) => session.userId);
  const { games } = useShelf();
  const nameOf = (gameId: string) => games?.find((game) => game.gameId === gameId)?.name ?? gameId;
  return (
    <>
      {userId === null ? null : <ListingChoice key={userId} nameOf={nameOf} onChanged={reload} />}
      {savedAt === null || live ? null : <p className="quiet small">{words.age} <Age at={savedAt} /></p>}
      {data !== null ? <Rows board={data} nameOf={nameOf} /> : error === null ? <div aria-busy="true"><Skeleton lines={6} /></div> : (
        <EmptyState title={words.missing} action={<Button variant="secondary" onClick={reload}>{words.tryAgain}</Button>}>{words.missingText}</EmptyState>
      )}
      {week === null || data !== null ? null : <Button variant="ghost" onClick={() => onWeek(null)}>{words.thisWeek}</Button>}
    </>
  );
}

/** The leaderboard alone, with live data. */
export default function TempLeaderboardPage() {
  const [week, setWeek] = useState<string | null>(null);
  const [weeks, setWeeks] = useState<readonly string[]>([]);
  const [current, setCurrent] = useState<string | null>(null);
  const noteWeeks = useCallback((board: Leaderboard) => {
    setWeeks(board.weeks);
    if (!board.isClosed) setCurrent(board.week);
  }, []);
  return (
    <div className="leaderboard">
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p>{words.intro}</p>
        <p className="quiet small">{words.luck}</p>
      </header>
      <SelectField label={words.week} className="week-choice" value={week ?? ''} onChange={(event) => setWeek(event.target.value === '' ? null : event.target.value)}>
        <option value="">{words.thisWeek}</option>
          {weeks.filter((each) => each !== current).map((each) => (
            <option key={each} value={each}>{words.weekOf(dayWords(lagosDayStart(each), clock.now()))}</option>
          ))}
      </SelectField>
      <Week key={week ?? ''} week={week} onBoard={noteWeeks} onWeek={setWeek} />
    </div>
  );
}
