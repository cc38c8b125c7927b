import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { storedSeedPairs } from '../../bridge/actions/fairness';
import type { RoundHistoryItem } from '../../core/contract/games';
import { formatNaira, nairaToKobo } from '../../core/money';
import { dateTime } from '../../core/time';
import type { GameFace } from '../../games/face';
import { loadFace } from '../../games/faces';
import { useConnection } from '../../state/use';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice, Skeleton } from '../../ui/States';
import type FramedReplay from '../shared/framed/FramedReplay';
import { Amount } from '../shared/money/Amount';
import { roundResultWords, windowRows } from './outcome';
import { stepsOf } from './round-steps';
import { words } from './words';

type Loaded =
  | { readonly is: 'face'; readonly face: GameFace }
  | { readonly is: 'framed'; readonly provider: string; readonly Framed: typeof FramedReplay }
  | { readonly is: 'none' | 'failed' | 'loading' };

/** Loads the view of a round: its game's, or that of the provider who decided it. It rejects where the chunk can't be loaded. */
async function loadRoundView(gameId: string, provider: string | undefined): Promise<Loaded> {
  if (provider !== undefined) return { is: 'framed', provider, Framed: (await import('../shared/framed/FramedReplay')).default };
  const face = await loadFace(gameId);
  return face === null ? { is: 'none' } : { is: 'face', face };
}

function useRoundView({ gameId, provider }: RoundHistoryItem): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ is: 'loading' });
  // A file that could not be loaded offline is requested again with a connection.
  const isOnline = useConnection(({ reach }) => reach === 'online');
  useEffect(() => {
    let isWanted = true;
    loadRoundView(gameId, provider).then(
      (view) => isWanted && setLoaded(view),
      () => isWanted && setLoaded({ is: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [gameId, provider, isOnline]);
  return loaded;
}

/** Names the symbols of a round, for a game that this version can't draw. */
function SymbolTable({ outcome }: { outcome: unknown }) {
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

/** The secret of the round's seeds; null where this device does not know it. */
function useSecret(commit: string): string | null {
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    void storedSeedPairs().then((pairs) => {
      if (isWanted) setSecret(pairs?.data.revealed.find((pair) => pair.commit === commit)?.serverSeed ?? null);
    });
    return () => {
      isWanted = false;
    };
  }, [commit]);
  return secret;
}

/** The stake, the win, and the balance before and after. */
function Figures({ round, children }: { round: RoundHistoryItem; children?: ReactNode }) {
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

/** Draws the game's own stage with the round as it was decided. Nothing is drawn by chance again. */
function OnStage({ face, round }: { face: GameFace; round: RoundHistoryItem }) {
  const [position, setPosition] = useState<{ readonly times: number; readonly step: number | null }>({ times: 0, step: null });
  const [announcement, setAnnouncement] = useState('');
  const secret = useSecret(round.fairness?.commit ?? '');
  const steps = useMemo(() => (secret === null ? null : stepsOf(face, round, secret)), [face, round, secret]);
  const stake = nairaToKobo(round.stake);
  const win = nairaToKobo(round.win);
  if (stake === null || win === null) return <Notice>{words.replay.noFace}</Notice>;
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
          onShown={() => setAnnouncement(step === undefined ? result : words.replay.step(at + 1, last + 1))}
          onAnnounce={setAnnouncement}
          {...(choice !== null && { choice })}
        />
      </div>
      <p className="unseen" role="status">{announcement}</p>
      <Figures round={round}>
        {wins.length === 0 ? null : <p className="quiet">{wins.join(', ')}.</p>}
        {summary === undefined || summary.texts.length === 0 ? null : <p className="quiet">{words.replay.chose}: {summary.texts.join('; ')}.</p>}
        {round.abandoned === true ? <p className="quiet">{words.replay.abandoned}</p> : null}
        {round.freeSpinOf === undefined ? null : <p className="quiet">{words.replay.freeSpin}</p>}
      </Figures>
      <div className="row">
        {steps === null ? null : (
          <>
            <Button variant="secondary" aria-disabled={at === 0} onClick={() => at > 0 && go(at - 1)}>{words.replay.back}</Button>
            <Button variant="secondary" aria-disabled={at === last} onClick={() => at < last && go(at + 1)}>{words.replay.next}</Button>
            <span className="quiet small figures">{words.replay.step(at + 1, last + 1)}</span>
          </>
        )}
        <Button variant="secondary" onClick={() => setPosition({ times: position.times + 1, step: steps === null ? null : 0 })}>
          {steps === null ? words.replay.again : words.replay.fromStart}
        </Button>
      </div>
      {steps === null && round.actions !== undefined ? <p className="quiet small">{words.replay.stepsLater}</p> : null}
    </>
  );
}

interface Props {
  round: RoundHistoryItem;
  name: string;
  onClose: () => void;
}

/** Shows one round as it was shown when it was played. It needs this device alone, so it works offline, unless a provider shows it. */
export function Replay({ round, name, onClose }: Props) {
  const loaded = useRoundView(round);
  const when = dateTime(Date.parse(round.at));
  return (
    <Dialog open title={name} closeLabel={words.replay.close} onClose={onClose}>
      <p className="quiet small">{when}</p>
      {loaded.is === 'loading' ? <Skeleton lines={4} /> : null}
      {loaded.is === 'failed' ? <Notice kind="warning" live>{round.provider === undefined ? words.replay.failed : words.replay.unshown(round.provider)}</Notice> : null}
      {loaded.is === 'none' ? <SymbolTable outcome={round.outcome} /> : null}
      {loaded.is === 'framed' ? <loaded.Framed round={round} name={name} provider={loaded.provider} /> : null}
      {round.provider === undefined ? null : <Figures round={round} />}
      {loaded.is === 'face' ? <OnStage face={loaded.face} round={round} /> : null}
    </Dialog>
  );
}
