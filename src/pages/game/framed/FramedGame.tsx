import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { loadProtection } from '../../../bridge/actions/protection';
import { useProtection } from '../../../bridge/protection/use-protection';
import { errorWords } from '../../../core/error-words';
import { formatNaira, subKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { figure } from '../../../core/words/plural';
import { bytesWords } from '../../../core/time';
import { percentCut } from '../../../games/facts';
import { openSignIn, openSignUp } from '../../../state/session';
import { Button, buttonClass } from '../../../ui/Button';
import { Link, useNavigate } from 'react-router-dom';
import { Notice } from '../../../ui/States';
import { FrameStage } from '../../shared/framed/FrameStage';
import { frameOf } from '../../shared/framed/stage';
import type { Stage } from '../../shared/framed/stage';
import { words as frameWords } from '../../shared/framed/words';
import { useBreak } from '../../shared/protection/use-break';
import type { ShelfGame } from '../../shared/shelf/shelf';
import { useOpenRounds } from '../../shared/open-rounds/use-open-rounds';
import { OpenElsewhere } from '../OpenNotices';
import { SessionBar } from '../session/SessionBar';
import { useMoneyBlock } from '../rounds/use-play';
import { useDueCheck } from '../session/use-reality-check';
import { words as gameWords } from '../words';
import { useLaunch } from './use-launch';
import { words } from './words';

const RealityCheck = lazy(async () => ({ default: (await import('../session/RealityCheck')).RealityCheck }));
const LimitsOffer = lazy(async () => ({ default: (await import('../../shared/protection/LimitsOffer')).LimitsOffer }));

const whole = (amount: Kobo): string => formatNaira(amount, { whole: true });
const PATHS = { deposit: '/deposit', lobby: '/' } as const;

/** Says why the game stopped. It says nothing while the game runs or was never started. */
function StoppedNotice({ stage }: { stage: Stage }) {
  switch (stage.is) {
    case 'refused':
      return <Notice kind="warning" live><p>{errorWords(stage.error)}</p></Notice>;
    case 'failed':
      return <Notice kind="danger" title={words.failedTitle} live><p>{words.failed}</p></Notice>;
    case 'blocked':
      return <Notice kind="danger" title={frameWords.blockedTitle} live><p>{frameWords.blocked}</p></Notice>;
    case 'ended':
      return <Notice title={words.endedTitle} live><p>{stage.reason === 'disabled' ? words.disabled : words.ended}</p></Notice>;
    default:
      return null;
  }
}

/** A game that its provider runs, in a frame of another origin. Nothing of it is loaded before the player agrees. */
export default function FramedGame({ game, provider }: { game: ShelfGame; provider: string }) {
  const navigate = useNavigate();
  const { stage, sum, frame, start, stop, keepWaiting } = useLaunch(game.gameId, useCallback((to) => void navigate(PATHS[to]), [navigate]));
  const onBreak = useBreak();
  const block = useMoneyBlock(game, onBreak?.state ?? 'none');
  const dueCheck = useDueCheck();
  const offered = useProtection((protection) => protection.protection?.offered ?? true);
  const { items } = useOpenRounds();
  const [asksLimits, setAsksLimits] = useState(false);
  const rest = useRef<HTMLDivElement>(null);
  const framed = frameOf(stage);
  const size = bytesWords(game.bytes ?? 0);
  const isOffline = block === 'offline' || block === 'portal';
  // Losing the connection leaves the game in place, because nothing can be staked without one.
  const mustStop = (block !== null && !isOffline) || dueCheck !== null;

  useEffect(() => {
    if (framed !== null && mustStop) stop();
  }, [framed, mustStop, stop]);
  // The player may have played on another device, so only the platform knows when the next reality check is due.
  useEffect(() => void loadProtection(), []);

  // Moves the focus into the game once it can be played, and back to its place when it is gone.
  const isReady = stage.is === 'ready';
  const wasFramed = useRef(false);
  useEffect(() => {
    if (isReady) frame.current?.focus();
    // The pressed button stood lower than the new content, so that scrolls into view.
    else if (framed !== null && !wasFramed.current) frame.current?.scrollIntoView({ block: 'nearest' });
    if (framed === null && wasFramed.current) rest.current?.focus();
    wasFramed.current = framed !== null;
  }, [isReady, framed, frame]);

  const load = () => (offered ? void start() : setAsksLimits(true));
  return (
    <div className="framed">
      {framed === null ? (
        <div className="framed-rest" ref={rest} tabIndex={-1}>
          <OpenElsewhere gameId={game.gameId} items={items} />
          <StoppedNotice stage={stage} />
          <p className="framed-of">{words.of(game.name, provider)}</p>
          <p className="quiet">{words.facts(percentCut(game.rtp), figure(game.maxWin ?? 0), whole(game.minStake), whole(game.maxStake))}</p>
          <p className="quiet">{words.about(size)}</p>
          {block === null ? (
            <Button wide busy={stage.is === 'launching'} busyLabel={words.launching} onClick={load}>{words.load(size)}</Button>
          ) : (
            <Notice title={block === 'not-offered' ? words.endedTitle : gameWords.blocked[block].title} action={<BlockAction block={block} />}>
              <p>{block === 'guest' ? words.guest : words.noPractice}</p>
            </Notice>
          )}
        </div>
      ) : (
        <>
          <SessionBar startedAt={stage.is === 'ready' ? stage.startedAt : null} staked={sum.staked} net={subKobo(sum.won, sum.staked)} />
          {isOffline ? <Notice kind="warning" title={words.offlineTitle} live><p>{words.offline}</p></Notice> : null}
          <FrameStage {...{ stage, framed, frame }} title={frameWords.title(game.name, provider)} onAgain={() => void start()} onWait={keepWaiting} />
          <div className="row framed-ways">
            <Link className={buttonClass('secondary')} to="/deposit">{words.deposit}</Link>
            <Button variant="ghost" onClick={stop}>{words.leave}</Button>
          </div>
        </>
      )}
      <Suspense>
        {dueCheck === null || block === 'protected' ? null : <RealityCheck play={dueCheck} />}
        {asksLimits ? <LimitsOffer onClose={() => setAsksLimits(false)} /> : null}
      </Suspense>
    </div>
  );
}

function BlockAction({ block }: { block: string }) {
  if (block === 'email') return <Link className={buttonClass('secondary')} to="/activate-email">{gameWords.toActivate}</Link>;
  if (block === 'place') return <Link className={buttonClass('ghost')} to="/location-restriction">{gameWords.whyNot}</Link>;
  if (block !== 'guest') return null;
  return (
    <>
      <Button variant="secondary" onClick={openSignUp}>{gameWords.join}</Button>
      <Button variant="ghost" onClick={openSignIn}>{gameWords.signIn}</Button>
    </>
  );
}
