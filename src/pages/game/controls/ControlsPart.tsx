import { Link } from 'react-router-dom';
import { useSignedIn } from '../../../state/use';
import type { GameOdds } from '../../../games/embedded-game';
import { Money } from '../../../ui/Money';
import { BreakNotice } from '../../shared/protection/BreakNotice';
import { useCan } from '../../shared/shelf/use-shelf';
import { BalanceLine } from '../money/BalanceLine';
import { BonusLine, FreeSpinButton } from '../money/Bonus';
import { Facts } from '../facts/Facts';
import { BlockNotice } from '../Messages';
import { ModeSwitch } from './ModeSwitch';
import { MoneySession, PracticeSession } from '../session/Sessions';
import { SpinButton } from './SpinButton';
import { StakeField } from './StakeField';
import type { PlayNowState, PlayProps } from '../rounds/use-play';
import { words } from '../words';

interface Props extends PlayProps {
  play: PlayNowState;
  odds: GameOdds | null;
}

/** The stake, typed in the field or as the sum of the bets, and what speaks against it. */
function Stake({ mode, play }: Pick<Props, 'mode' | 'play'>) {
  const { limitNote, limits, isSum, isUnderWay, entryProblem, stake } = play;
  const isMoney = mode === 'money';
  const over = entryProblem ?? (isMoney && isSum ? limitNote.over : null);
  return (
    <>
      {isSum ? (
        <p className="stake-sum">
          <span className="quiet">{words.stakeSum}</span>
          {stake === null ? <span className="quiet">–</span> : <Money amount={stake} className="balance-amount" />}
        </p>
      ) : (
        <StakeField
          key={mode} stake={play.lastTyped} limits={limits} disabled={isUnderWay} onChange={play.changeStake}
          {...(isMoney && { limitNote })}
        />
      )}
      {over === null ? null : <p className="field-error" role="status">{over}</p>}
      {isMoney && limitNote.text !== null && limitNote.over === null ? <p className="stake-left small" aria-hidden={!isSum || undefined}>{limitNote.text}</p> : null}
    </>
  );
}

/** The controls under the thumb: session, balance, stake and the one button. In an open round they are its actions. */
function Thumb({ face, mode, play }: Pick<Props, 'face' | 'mode' | 'play'>) {
  const { rounds, practice, money, state, bonus, stake } = play;
  const { showing, phase } = rounds;
  const Actions = face.steps?.Actions;
  const isOpen = Actions !== undefined && showing?.isOpen === true && phase !== 'idle';
  return (
    <div className="thumb">
      {mode === 'practice' ? <PracticeSession rounds={practice} /> : <MoneySession hiddenKey={money.hiddenKey} />}
      <BalanceLine mode={mode} practiceBalance={play.practiceBalance} moneyMeanwhile={money.balanceMeanwhile} isTooLow={state.kind === 'funds'} />
      {isOpen ? (
        <Actions view={showing.outcome} stake={showing.stake} funds={mode === 'practice' ? play.practiceBalance : null} act={play.act} />
      ) : (
        <>
          <Stake mode={mode} play={play} />
          <BonusLine bonus={bonus} />
          <SpinButton state={state} kind={face.engine.kind} mode={mode} stake={stake} isSum={play.isSum} onSpin={() => play.spin()} />
          {mode === 'money' && bonus.freeSpins !== null ? (
            <FreeSpinButton spins={bonus.freeSpins} isReady={play.freeState.kind === 'ready'} onSpin={play.spin} />
          ) : null}
        </>
      )}
    </div>
  );
}

export function ControlsPart({ game, face, mode, onMode, play, odds }: Props) {
  const { onBreak, block, rounds } = play;
  const signedIn = useSignedIn();
  const canProtect = useCan('protection');
  const isIdle = rounds.phase === 'idle';
  return (
    <div className="play-controls">
      {onBreak === null || !isIdle ? <ModeSwitch mode={mode} locked={play.isUnderWay} onChange={onMode} /> : null}
      {onBreak !== null && isIdle ? <BreakNotice onBreak={onBreak} /> : mode === 'money' && block !== null && isIdle ? (
        <>
          <BlockNotice block={block} onPractice={() => onMode('practice')} />
          {signedIn ? <MoneySession hiddenKey={play.money.hiddenKey} /> : null}
        </>
      ) : (
        <Thumb face={face} mode={mode} play={play} />
      )}
      {signedIn && canProtect && onBreak === null ? <p className="small"><Link to="/self-exclusion">{words.toLimits}</Link></p> : null}
      <Facts game={game} odds={odds} />
    </div>
  );
}
