import { Suspense, lazy, useEffect, useLayoutEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Link } from '../../ui/routing';
import { beBusy } from '../../bridge/busy';
import { useProtection } from '../../bridge/use-protection';
import { kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import type { GameFace } from '../../games/face';
import { KINDS_OF_STAKE } from '../../core/protection-view';
import type { Break } from '../../core/protection-view';
import { slotWords } from '../../games/slots/words';
import { showMeanwhile } from '../../state/hear-figures';
import { keepInput, keptInput, ownForm } from '../../state/kept-input';
import { useConnection, useFigures, useSession, useSignedIn } from '../../state/use';
import { useReviving } from '../../state/use-reviving';
import { useNotServed } from '../shared/place';
import { BreakNotice } from '../shared/protection/BreakNotice';
import { useBreak } from '../shared/protection/use-break';
import { useLeft } from '../shared/protection/use-left';
import type { ShelfGame } from '../shared/shelf';
import { BalanceLine } from './BalanceLine';
import { BonusLine, FreeSpinButton } from './Bonus';
import { ownPartOf } from './bonus-part';
import { Facts } from './Facts';
import { MoneyFairness, PracticeFairness } from './Fairness';
import { Fold } from './Fold';
import { LastRounds } from './LastRounds';
import { BlockNotice, MoneyMessages, hasMessage } from './Messages';
import { ModeSwitch } from './ModeSwitch';
import { moneyBlock, spinState } from './play-state';
import type { MoneyBlock, PlayMode } from './play-state';
import { ResultLine } from './ResultLine';
import { resultWords } from './result';
import { MoneySession, PracticeSession } from './Sessions';
import { RULES_ID } from './rules-anchor';
import { SpinButton } from './SpinButton';
import { nextStake } from './stake';
import { StakeField } from './StakeField';
import { useCan } from '../shared/use-shelf';
import { usePracticeBalance } from './use-balance';
import { useGameBonus } from './use-game-bonus';
import type { FreeSpins } from './use-game-bonus';
import { countRound, useDueCheck } from './use-reality-check';
import { useMoneyRounds, usePracticeRounds } from './use-rounds';
import { words } from './words';

/** Needed once an hour, and once at all. */
const RealityCheck = lazy(async () => ({ default: (await import('./RealityCheck')).RealityCheck }));
const LimitsOffer = lazy(async () => ({ default: (await import('../shared/protection/LimitsOffer')).LimitsOffer }));

/** A stake that was sent and not played: it is there again when the player comes back from what the refusal led to. */
interface UnplayedStake {
  readonly stake: Kobo;
}

interface Props {
  game: ShelfGame;
  face: GameFace;
  mode: PlayMode;
  onMode: (mode: PlayMode) => void;
}

function useMoneyBlock(game: ShelfGame, protection: Break['state'] | 'none'): MoneyBlock | null {
  const signedIn = useSignedIn();
  const reach = useConnection((connection) => connection.reach);
  const emailActivated = useFigures((figures) => figures.accountData?.emailActivated);
  const elsewhere = useNotServed();
  return moneyBlock({ offered: game.real, signedIn, reach, protection, elsewhere, emailActivated });
}

/** True until `readyAt` (epoch ms). */
function useResting(readyAt: number): boolean {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const left = readyAt - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setPassed(readyAt), left);
    return () => clearTimeout(timer);
  }, [readyAt]);
  return readyAt > passed;
}

/** The stage, the controls under the thumb, and everything to be read about the game. */
export function Play({ game, face, mode, onMode }: Props) {
  const userId = useSession((session) => session.userId);
  const unplayed = ownForm(`stake in ${game.gameId}`, userId);
  const [firstStake] = useState<Kobo>(() => keptInput<UnplayedStake>(unplayed)?.stake ?? game.minStake);
  const [stake, setStake] = useState<Kobo | null>(firstStake);
  const [lastStake, setLastStake] = useState<Kobo>(firstStake);
  const [told, setTold] = useState('');
  const [shownRounds, setShownRounds] = useState(0);
  const practice = usePracticeRounds(face);
  const money = useMoneyRounds(game.gameId);
  const rounds = mode === 'practice' ? practice : money;
  const practiceBalance = usePracticeBalance(practice);
  const resting = useResting(rounds.readyAt);
  const onBreak = useBreak();
  const block = useMoneyBlock(game, onBreak?.state ?? 'none');
  const canHistories = useCan('histories');
  const canProtect = useCan('protection');
  const signedIn = useSignedIn();
  const limits = { min: game.minStake, max: game.maxStake, step: kobo(face.engine.stakeStep) };
  const rechecking = useReviving();
  const left = useLeft(KINDS_OF_STAKE, mode === 'money' ? stake : null);
  const due = useDueCheck();
  const offered = useProtection((protection) => protection.protection?.offered ?? true);
  const [asksLimits, setAsksLimits] = useState(false);
  const allowed = left.over === null ? stake : null;
  const state = spinState({ mode, phase: rounds.phase, rechecking, resting, stake: allowed, balance: practiceBalance, block });
  const bonus = useGameBonus(game.gameId, mode === 'money' ? stake : null, shownRounds);
  const freeStake = bonus.freeSpins?.stake ?? null;
  const freeState = spinState({ mode, phase: rounds.phase, rechecking, resting, stake: freeStake, balance: practiceBalance, block });
  const isStopped = mode === 'money' && due !== null && money.phase === 'idle' && block !== 'protected';
  const isUnderWay = rounds.phase === 'asking' || rounds.phase === 'showing';

  // The top bar must not tell the result before the reels do: set before the browser paints.
  useLayoutEffect(() => {
    showMeanwhile(money.balanceMeanwhile);
    return () => showMeanwhile(null);
  }, [money.balanceMeanwhile]);

  // No tab loads itself anew, or changes the version of all, in the middle of a round.
  const isPlaying = practice.phase !== 'idle' || money.phase !== 'idle';
  useEffect(() => (isPlaying ? beBusy() : undefined), [isPlaying]);

  const changeStake = (next: Kobo | null) => {
    setStake(next);
    if (next !== null) setLastStake(next);
  };
  const spin = (free?: FreeSpins) => {
    if (isStopped || (free === undefined ? state.kind !== 'ready' || stake === null : freeState.kind !== 'ready')) return;
    // Asked once, before the first stake; the answer plays nothing by itself.
    if (mode === 'money' && !offered) {
      setAsksLimits(true);
      return;
    }
    setTold(words.spinStarted);
    if (free !== undefined) {
      money.start(free.stake, free.walletId);
      return;
    }
    if (stake === null) return;
    if (mode === 'money') keepInput(unplayed, { stake } satisfies UnplayedStake);
    rounds.start(stake);
  };
  const onShown = (key: string) => {
    const { showing, phase } = rounds;
    if (showing === null || showing.key !== key || phase !== 'showing') return;
    rounds.shown(key);
    setShownRounds((count) => count + 1);
    if (mode === 'money') keepInput(unplayed, {});
    if (mode === 'money') countRound(...ownPartOf(showing, money.bonusPart));
    setTold([resultWords(showing.stake, showing.win).text, ...face.paidBy(showing.outcome, showing.stake)].join('. '));
  };
  const onStageKey = (event: KeyboardEvent) => {
    const isSpin = event.key === ' ' || event.key === 'Enter';
    const isStep = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (event.target !== event.currentTarget || (!isSpin && !isStep)) return;
    event.preventDefault();
    // A key that is held down would be automatic play.
    if (isSpin && !event.repeat) spin();
    if (isStep && !isUnderWay) changeStake(nextStake(lastStake, event.key === 'ArrowUp' ? 1 : -1, limits));
  };

  const { Stage, Rules } = face;
  const session = mode === 'practice' ? <PracticeSession rounds={practice} /> : <MoneySession hiddenKey={money.hiddenKey} />;
  return (
    <div className="play">
      <div className="play-stage">
        <div
          className="stage"
          role="group"
          tabIndex={0}
          aria-label={`${slotWords.stage}. ${slotWords.stageHelp}`}
          onKeyDown={onStageKey}
        >
          <Stage key={mode} showing={rounds.showing} waiting={rounds.phase === 'asking'} onShown={onShown} onTell={setTold} />
        </div>
        <MoneyMessages money={money} mode={mode} onMode={onMode} />
        {mode === 'money' && hasMessage(money) ? null : (
          <ResultLine game={game} face={face} showing={rounds.showing} phase={rounds.phase} isPast={rounds.isPast} bonusPart={mode === 'money' ? money.bonusPart : null} />
        )}
        <p className="unseen" aria-live="polite">{told}</p>
      </div>

      <div className="play-controls">
        {onBreak === null || rounds.phase !== 'idle' ? <ModeSwitch mode={mode} locked={isUnderWay} onChange={onMode} /> : null}
        {onBreak !== null && rounds.phase === 'idle' ? <BreakNotice onBreak={onBreak} /> : mode === 'money' && block !== null && rounds.phase === 'idle' ? (
          <>
            <BlockNotice block={block} onPractice={() => onMode('practice')} />
            {signedIn ? session : null}
          </>
        ) : (
          <div className="thumb">
            {session}
            <BalanceLine mode={mode} practiceBalance={practiceBalance} moneyMeanwhile={money.balanceMeanwhile} isOut={state.kind === 'funds'} />
            <StakeField
              key={mode} stake={lastStake} limits={limits} disabled={isUnderWay} onChange={changeStake} {...(mode === 'money' && { left })}
            />
            {mode === 'money' && left.text !== null && left.over === null ? <p className="stake-left small" aria-hidden="true">{left.text}</p> : null}
            <BonusLine bonus={bonus} />
            <SpinButton state={state} mode={mode} stake={stake} onSpin={() => spin()} />
            {mode === 'money' && bonus.freeSpins !== null ? <FreeSpinButton spins={bonus.freeSpins} isReady={freeState.kind === 'ready'} onSpin={spin} /> : null}
          </div>
        )}
        {signedIn && canProtect && onBreak === null ? <p className="small"><Link to="/self-exclusion">{words.toLimits}</Link></p> : null}
        <Facts game={game} />
      </div>
      <Suspense>
        {isStopped ? <RealityCheck play={due} /> : null}
        {asksLimits ? <LimitsOffer onClose={() => setAsksLimits(false)} /> : null}
      </Suspense>

      <div className="play-about">
        <Fold title={words.rules} id={RULES_ID}>{() => <Rules stake={lastStake} />}</Fold>
        <Fold title={words.fairness}>
          {() => (mode === 'practice' || !signedIn ? <PracticeFairness /> : <MoneyFairness rounds={shownRounds} />)}
        </Fold>
      </div>
      {signedIn && canHistories && game.real ? (
        <div className="play-history"><LastRounds gameId={game.gameId} hiddenKey={money.hiddenKey} /></div>
      ) : null}
    </div>
  );
}
