import { Suspense, lazy } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSignedIn } from '../../../state/use';
import { useRestingShowing } from '../../../games/use-resting-showing';
import type { GameOdds } from '../../../games/embedded-game';
import { ZERO_KOBO } from '../../../core/money';
import { closeOnOutsidePress } from '../../../games/close-on-outside-press';
import { refillPractice } from '../../../games/practice-store';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { WIDE } from '../../../ui/use-media';
import { BreakNotice } from '../../shared/protection/BreakNotice';
import { useCan } from '../../shared/shelf/use-shelf';
import { BalanceLine } from '../money/BalanceLine';
import { BonusLine, FreeSpinButton, FreeSpinNote } from '../money/Bonus';
import type LateFacts from '../facts/Facts';
import { Notice, Skeleton } from '../../../ui/States';
import { SessionBar } from '../session/SessionBar';
import type { SessionFigures } from '../session/SessionBar';
import { MoneySession, PracticeSession } from '../session/Sessions';
import { SpinButton } from './SpinButton';
import { StakeField } from './StakeField';
import type { PlayState, PlayProps } from '../rounds/use-play';
import type LateBlockNotice from '../BlockNotice';
import { words } from '../words';

/** Loaded late, because most players are not blocked. If the code can't be loaded, the title is shown alone. */
const BlockNotice = lazy<typeof LateBlockNotice>(() => import('../BlockNotice').catch(() => ({ default: ({ block }) => <Notice title={words.blocked[block].title} /> })));

/** Loaded late, because the facts stand below the game. */
const Facts = lazy<typeof LateFacts>(() => import('../facts/Facts').catch(() => ({ default: () => <></> })));
const FACTS_LINES = 8;

interface Props extends PlayProps {
  play: PlayState;
  odds: GameOdds | null;
}

/** The stake, typed in the field or as the sum of the bets, and what speaks against it. */
function Stake({ mode, play }: Pick<Props, 'mode' | 'play'>) {
  const { limitNote, limits, isSum, isUnderWay, draftProblem, stake } = play;
  const isMoney = mode === 'money';
  const over = draftProblem ?? (isMoney && isSum ? limitNote.over : null);
  return (
    <>
      {isSum ? (
        <p className="stake-sum">
          <span className="quiet">{words.stake}</span>
          <Money amount={stake ?? ZERO_KOBO} className="balance-amount" />
        </p>
      ) : (
        <StakeField
          key={mode} stake={play.lastTyped} limits={limits} disabled={isUnderWay} onChange={play.changeStake}
          {...(isMoney && { limitNote })}
        />
      )}
      {over === null ? null : <p className="field-error" role="status">{over}</p>}
    </>
  );
}

/** The balance and the result of the session in one line, which opens to the other figures and to what limits a stake. */
function DockLine({ mode, play, session }: Pick<Props, 'mode' | 'play'> & { session: SessionFigures }) {
  const { money, state, bonus, limitNote } = play;
  const signedIn = useSignedIn();
  const canProtect = useCan('protection');
  const isMoney = mode === 'money';
  return (
    <div className="dock-line">
      {/* Beside a wide stage there is room for all of it. */}
      <details ref={closeOnOutsidePress} className="dock-more" open={matchMedia(WIDE).matches}>
        <summary>
          <BalanceLine mode={mode} practiceBalance={play.practiceBalance} moneyMeanwhile={money.balanceMeanwhile} />
          <span className="dock-figure dock-net"><Money amount={session.net} signed /><small>{words.session}</small></span>
        </summary>
        <div className="dock-panel">
          <SessionBar {...session} />
          {isMoney && limitNote.text !== null && limitNote.over === null ? <p className="stake-left small quiet" aria-hidden={!play.isSum || undefined}>{limitNote.text}</p> : null}
          <BonusLine bonus={bonus} />
          {isMoney && bonus.freeSpins !== null ? <FreeSpinNote spins={bonus.freeSpins} /> : null}
          {signedIn && canProtect ? <Link className="dock-limits" to="/self-exclusion">{words.toLimits}</Link> : null}
        </div>
      </details>
      {!isMoney && state.kind === 'funds' ? <Button variant="secondary" onClick={refillPractice}>{words.refill}</Button> : null}
      {isMoney && bonus.freeSpins !== null ? <FreeSpinButton spins={bonus.freeSpins} isReady={play.freeState.kind === 'ready'} onSpin={play.spin} /> : null}
    </div>
  );
}

/** The stake and the one button. In an open round they are its actions. */
function DockRow({ face, mode, play }: Pick<Props, 'face' | 'mode' | 'play'>) {
  const { phase, readyAt } = play.rounds;
  const showing = useRestingShowing(play.rounds.showing, phase === 'showing');
  const Actions = face.steps?.Actions;
  const isOpen = Actions !== undefined && showing?.isOpen === true && phase !== 'idle';
  return (
    <div className="dock-row">
      {isOpen ? (
        <Actions view={showing.outcome} stake={showing.stake} funds={mode === 'practice' ? play.practiceBalance : null} act={play.act} />
      ) : (
        <>
          <Stake mode={mode} play={play} />
          <SpinButton
            state={play.state} kind={face.engine.kind} mode={mode} stake={play.stake} isSum={play.isSum} readyAt={readyAt}
            onSpin={() => play.spin()}
          />
        </>
      )}
    </div>
  );
}

/** Draws the controls under the thumb, or says why nothing can be staked. */
function Dock({ face, mode, onMode, play }: Pick<Props, 'face' | 'mode' | 'onMode' | 'play'>) {
  const { onBreak, block, practice, money } = play;
  const signedIn = useSignedIn();
  const isIdle = play.rounds.phase === 'idle';
  if (onBreak !== null && isIdle) return <div className="dock"><BreakNotice onBreak={onBreak} /></div>;
  if (mode === 'money' && block !== null && isIdle) {
    return (
      <div className="dock">
        <Suspense><BlockNotice block={block} onPractice={() => onMode('practice')} /></Suspense>
        {signedIn ? <MoneySession keyStillShown={money.keyStillShown}>{(session) => <SessionBar {...session} />}</MoneySession> : null}
      </div>
    );
  }
  const line = (session: SessionFigures) => <DockLine mode={mode} play={play} session={session} />;
  return (
    <div className="dock">
      {mode === 'practice' ? <PracticeSession rounds={practice}>{line}</PracticeSession> : <MoneySession keyStillShown={money.keyStillShown}>{line}</MoneySession>}
      <DockRow face={face} mode={mode} play={play} />
    </div>
  );
}

/** `children` are the last rounds: on a wide screen they stand beside the stage, below the dock. */
export function ControlsPart({ game, odds, children, ...props }: Props & { children: ReactNode }) {
  return (
    <div className="play-controls">
      <Dock {...props} />
      {children}
      <Suspense fallback={<Skeleton lines={FACTS_LINES} />}><Facts game={game} odds={odds} /></Suspense>
    </div>
  );
}
