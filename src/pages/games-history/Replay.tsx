import { useEffect, useState } from 'react';
import type { RoundHistoryItem } from '../../core/contract/games';
import { formatNaira, nairaToKobo } from '../../core/money';
import { dateTime } from '../../core/time';
import type { GameFace } from '../../games/face';
import { loadFace } from '../../games/faces';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice, Skeleton } from '../../ui/States';
import { windowRows } from './outcome';
import { words } from './words';

type Loaded = { readonly is: 'face'; readonly face: GameFace } | { readonly is: 'none' | 'failed' | 'loading' };

function useFace(gameId: string): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ is: 'loading' });
  useEffect(() => {
    let isWanted = true;
    loadFace(gameId).then(
      (face) => isWanted && setLoaded(face === null ? { is: 'none' } : { is: 'face', face }),
      () => isWanted && setLoaded({ is: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [gameId]);
  return loaded;
}

/** For a game that this version can't draw: the names of what stood there. */
function InWords({ outcome }: { outcome: unknown }) {
  const rows = windowRows(outcome);
  if (rows === null) return <Notice>{words.replay.noFace}</Notice>;
  return (
    <table className="round-window">
      <caption className="quiet small">{words.outcome.window}</caption>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>{row.map((symbol, reel) => <td key={reel}>{symbol}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** The stage of the game itself, with the round as it was decided: nothing is drawn anew. */
function OnStage({ face, round }: { face: GameFace; round: RoundHistoryItem }) {
  const [times, setTimes] = useState(0);
  const [told, setTold] = useState('');
  const stake = nairaToKobo(round.stake);
  const win = nairaToKobo(round.win);
  if (stake === null || win === null) return <Notice>{words.replay.noFace}</Notice>;
  const { Stage, paidBy } = face;
  const paid = paidBy(round.outcome, stake);
  const result = win === 0 ? words.noWin : words.replay.won(formatNaira(win));
  return (
    <>
      <div className="replay-stage">
        <Stage
          showing={{ key: `${round.roundId} ${times}`, outcome: round.outcome, stake, win, moving: times > 0 }}
          waiting={false}
          onShown={() => setTold(result)}
          onTell={setTold}
        />
      </div>
      <p className="unseen" role="status">{told}</p>
      <div>
        <p>
          {words.stake} {formatNaira(stake)}. <strong>{result}</strong>.
        </p>
        {paid.length === 0 ? null : <p className="quiet">{paid.join(', ')}.</p>}
      </div>
      <div><Button variant="secondary" onClick={() => setTimes(times + 1)}>{words.replay.again}</Button></div>
    </>
  );
}

interface Props {
  round: RoundHistoryItem;
  name: string;
  onClose: () => void;
}

/** One round, shown as it was shown when it was played; from the device alone, so it works offline too. */
export function Replay({ round, name, onClose }: Props) {
  const loaded = useFace(round.gameId);
  const when = dateTime(Date.parse(round.at));
  return (
    <Dialog open title={name} closeLabel={words.replay.close} onClose={onClose}>
      <p className="quiet small">{when}</p>
      {loaded.is === 'loading' ? <Skeleton lines={4} /> : null}
      {loaded.is === 'failed' ? <Notice kind="warning" live>{words.replay.failed}</Notice> : null}
      {loaded.is === 'none' ? <InWords outcome={round.outcome} /> : null}
      {loaded.is === 'face' ? <OnStage face={loaded.face} round={round} /> : null}
    </Dialog>
  );
}
