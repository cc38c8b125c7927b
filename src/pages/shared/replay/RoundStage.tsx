import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { RoundHistoryItem } from '../../../core/contract/games';
import { formatNaira, nairaToKobo } from '../../../core/money';
import type { GameFace } from '../../../games/face';
import { loadFace } from '../../../games/faces';
import { useConnection } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice, Skeleton } from '../../../ui/States';
import { Amount } from '../money/Amount';
import { roundResultWords, windowRows } from './outcome';
import { stepsOf } from './round-steps';
import { words } from './words';
import './replay.css';

type Loaded = GameFace | 'none' | 'failed' | 'loading';

function useFace(gameId: string): Loaded {
  const [loaded, setLoaded] = useState<Loaded>('loading');
  // A file that could not be loaded offline is requested again with a connection.
  const isOnline = useConnection(({ reach }) => reach === 'online');
  useEffect(() => {
    let isWanted = true;
    loadFace(gameId).then(
      (face) => isWanted && setLoaded(face ?? 'none'),
      () => isWanted && setLoaded('failed'),
    );
    return () => {
      isWanted = false;
    };
  }, [gameId, isOnline]);
  return loaded;
}

/** Names the symbols of a round, for a game that this version can't draw. */
function SymbolTable({ outcome }: { outcome: unknown }) {
  const rows = windowRows(outcome);
  if (rows === null) return <Notice>{words.noFace}</Notice>;
  return (
    <table className="round-window">
      <caption className="quiet small">{words.window}</caption>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>{row.map((symbol, reel) => <td key={reel}>{symbol}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** The stake, the win, and the balance before and after. */
export function Figures({ round, children }: { round: RoundHistoryItem; children?: ReactNode }) {
  const [stake, win] = [nairaToKobo(round.stake), nairaToKobo(round.win)];
  return (
    <div>
      {stake === null || win === null ? null : <p>{words.stake} {formatNaira(stake)}. <strong>{roundResultWords(stake, win)}</strong>.</p>}
      {children}
      <p className="quiet small">
        {words.before} <Amount amount={round.balanceBefore} currency={round.currency} />, {words.afterIt}{' '}
        <Amount amount={round.balanceAfter} currency={round.currency} />.
      </p>
    </div>
  );
}

interface Props {
  round: RoundHistoryItem;
  /** The secret of the round's seeds, by which its steps are worked out; null where it is not known. */
  secret: string | null;
}

/** Draws the game's own stage with the round as it was decided. Nothing is drawn by chance again. */
function OnStage({ face, round, secret }: Props & { face: GameFace }) {
  const [position, setPosition] = useState<{ readonly times: number; readonly step: number | null }>({ times: 0, step: null });
  const [announcement, setAnnouncement] = useState('');
  const steps = useMemo(() => (secret === null ? null : stepsOf(face, round, secret)), [face, round, secret]);
  const stake = nairaToKobo(round.stake);
  const win = nairaToKobo(round.win);
  if (stake === null || win === null) return <Notice>{words.noFace}</Notice>;
  const { Stage, winTexts } = face;
  const wins = winTexts(round.outcome, stake);
  const summary = face.choiceSummary?.(round.bet, round.actions ?? []);
  const choice: unknown = summary?.choice ?? null;
  const result = roundResultWords(stake, win);
  const last = (steps?.length ?? 1) - 1;
  const at = position.step ?? last;
  const step = at === last ? undefined : steps?.[at];
  const roundState = step ?? { outcome: round.outcome, stake, win };
  const showing = { key: `${round.roundId} ${position.times}`, bet: round.bet, moving: position.times > 0, ...roundState };
  const go = (to: number) => setPosition({ times: position.times + 1, step: to });
  return (
    <>
      <div className="replay-stage">
        <Stage
          showing={showing}
          waiting={false}
          onShown={() => setAnnouncement(step === undefined ? result : words.step(at + 1, last + 1))}
          onAnnounce={setAnnouncement}
          {...(choice !== null && { choice })}
        />
      </div>
      <p className="unseen" role="status">{announcement}</p>
      <Figures round={round}>
        {wins.length === 0 ? null : <p className="quiet">{wins.join(', ')}.</p>}
        {summary === undefined || summary.texts.length === 0 ? null : <p className="quiet">{words.chose}: {summary.texts.join('; ')}.</p>}
        {round.abandoned === true ? <p className="quiet">{words.abandoned}</p> : null}
        {round.freeSpinOf === undefined ? null : <p className="quiet">{words.freeSpin}</p>}
      </Figures>
      <div className="row">
        {steps === null ? null : (
          <>
            <Button variant="secondary" aria-disabled={at === 0} onClick={() => at > 0 && go(at - 1)}>{words.back}</Button>
            <Button variant="secondary" aria-disabled={at === last} onClick={() => at < last && go(at + 1)}>{words.next}</Button>
            <span className="quiet small figures">{words.step(at + 1, last + 1)}</span>
          </>
        )}
        <Button variant="secondary" onClick={() => setPosition({ times: position.times + 1, step: steps === null ? null : 0 })}>
          {steps === null ? words.again : words.fromStart}
        </Button>
      </div>
      {steps === null && round.actions !== undefined ? <p className="quiet small">{words.stepsLater}</p> : null}
    </>
  );
}

/** Shows a round of the platform's own games as it was shown when it was played. */
export function RoundStage({ round, secret }: Props) {
  const loaded = useFace(round.gameId);
  switch (loaded) {
    case 'loading': return <Skeleton lines={4} />;
    case 'failed': return <Notice kind="warning" live>{words.failed}</Notice>;
    case 'none': return <SymbolTable outcome={round.outcome} />;
    default: return <OnStage face={loaded} round={round} secret={secret} />;
  }
}
