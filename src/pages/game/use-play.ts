/** Everything that a game's page holds together while somebody plays: stake, bet, the round, and why none may start. */
import { useEffect, useLayoutEffect, useState } from 'react';
import { beBusy } from '../../bridge/update/busy';
import { useProtection } from '../../bridge/protection/use-protection';
import { kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { KINDS_OF_STAKE } from '../../core/protection-view';
import type { Break } from '../../core/protection-view';
import type { GameFace, Limits } from '../../games/face';
import { sound } from '../../games/sound';
import { showMeanwhile } from '../../state/hear-figures';
import { keepInput, keptInput, ownForm } from '../../state/kept-input';
import { useConnection, useFigures, useSession, useSignedIn } from '../../state/use';
import { useReviving } from '../../state/use-reviving';
import { useNotServed } from '../shared/place';
import { useBreak } from '../shared/protection/use-break';
import { useLeft } from '../shared/protection/use-left';
import type { ShelfGame } from '../shared/shelf';
import { ownPartOf } from './bonus-part';
import { moneyBlock, spinState } from './play-state';
import type { MoneyBlock, PlayMode } from './play-state';
import { resultWords } from './result';
import { stakeProblem } from './stake';
import { usePracticeBalance } from './use-balance';
import { useGameBonus } from './use-game-bonus';
import type { FreeSpins } from './use-game-bonus';
import { useMoneyRounds } from './use-money-rounds';
import { useOpenRounds } from './use-open-rounds';
import { usePracticeRounds } from './use-practice-rounds';
import { countRound, useDueCheck } from './use-reality-check';
import { words } from './words';

/** What was sent and not played: it is there again when the player comes back from what the refusal led to. */
interface Unplayed {
  readonly stake: Kobo;
  readonly choice?: unknown;
}

export interface PlayProps {
  readonly game: ShelfGame;
  readonly face: GameFace;
  readonly mode: PlayMode;
  readonly onMode: (mode: PlayMode) => void;
}

export function useMoneyBlock(game: ShelfGame, protection: Break['state'] | 'none'): MoneyBlock | null {
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

export function usePlay({ game, face, mode }: Omit<PlayProps, 'onMode'>) {
  const { bet, engine } = face;
  const unplayed = ownForm(`stake in ${game.gameId}`, useSession((session) => session.userId));
  const [first] = useState<Partial<Unplayed>>(() => keptInput<Unplayed>(unplayed) ?? { stake: game.minStake });
  const [typed, setTyped] = useState<Kobo | null>(first.stake ?? game.minStake);
  const [lastTyped, setLastTyped] = useState<Kobo>(first.stake ?? game.minStake);
  const [choice, setChoice] = useState<unknown>(first.choice ?? bet?.initial);
  const [told, setTold] = useState('');
  const [shownRounds, setShownRounds] = useState(0);
  const [asksLimits, setAsksLimits] = useState(false);
  const practice = usePracticeRounds(face);
  const openRounds = useOpenRounds();
  const money = useMoneyRounds(game.gameId, face, openRounds);
  const rounds = mode === 'practice' ? practice : money;
  const practiceBalance = usePracticeBalance(practice);
  const resting = useResting(rounds.readyAt);
  const onBreak = useBreak();
  const block = useMoneyBlock(game, onBreak?.state ?? 'none');
  const limits: Limits = { min: game.minStake, max: game.maxStake, step: kobo(engine.stakeStep) };
  const rechecking = useReviving();
  const due = useDueCheck();
  const offered = useProtection((protection) => protection.protection?.offered ?? true);

  const sum = bet?.stakeOf?.(choice);
  const stake = sum === undefined ? typed : sum;
  const stakeWrong = sum === undefined || sum === null ? null : stakeProblem(sum, limits);
  const betWrong = stake === null ? null : (bet?.problem?.(choice, stake) ?? null);
  const left = useLeft(KINDS_OF_STAKE, mode === 'money' ? stake : null);
  const allowed = left.over === null && stakeWrong === null ? stake : null;
  const looking = face.steps !== undefined && openRounds.isAsking;
  const facts = { mode, phase: rounds.phase, rechecking, looking, resting, balance: practiceBalance, block };
  const state = spinState({ ...facts, stake: allowed, badBet: betWrong !== null });
  const bonus = useGameBonus(game.gameId, mode === 'money' ? stake : null, shownRounds);
  const freeState = spinState({ ...facts, stake: bonus.freeSpins?.stake ?? null });
  const isStopped = mode === 'money' && due !== null && money.phase === 'idle' && block !== 'protected';

  // The top bar must not tell the result before the stage does: set before the browser paints.
  useLayoutEffect(() => {
    showMeanwhile(money.balanceMeanwhile);
    return () => showMeanwhile(null);
  }, [money.balanceMeanwhile]);

  // No tab loads itself anew, or changes the version of all, in the middle of a round. One for money that waits for the player can be
  // resumed anywhere; one for practice lives in this page alone.
  const isPlaying = practice.phase !== 'idle' || (money.phase !== 'idle' && money.phase !== 'open');
  useEffect(() => (isPlaying ? beBusy() : undefined), [isPlaying]);

  const changeStake = (next: Kobo | null) => {
    setTyped(next);
    if (next !== null) setLastTyped(next);
  };
  const spin = (free?: FreeSpins) => {
    if (isStopped || (free === undefined ? state.kind !== 'ready' || stake === null : freeState.kind !== 'ready')) return;
    // Asked once, before the first stake; the answer plays nothing by itself.
    if (mode === 'money' && !offered) {
      setAsksLimits(true);
      return;
    }
    sound('start');
    setTold(`${words.showing[engine.kind]}.`);
    const wished = bet?.betOf(choice) ?? {};
    if (free !== undefined) {
      money.start({ stake: free.stake, bet: wished, freeSpinOf: free.walletId });
      return;
    }
    if (stake === null) return;
    if (mode === 'money') keepInput(unplayed, { stake, ...(bet !== undefined && { choice }) } satisfies Unplayed);
    rounds.start({ stake, bet: wished });
  };
  const onShown = (key: string) => {
    const { showing, phase } = rounds;
    if (showing === null || showing.key !== key || phase !== 'showing') return;
    rounds.shown(key);
    if (showing.isOpen) {
      sound('step');
      setTold(face.steps?.tell(showing.outcome, showing.stake) ?? '');
      return;
    }
    sound(showing.win > showing.stake ? 'won' : 'end');
    setShownRounds((count) => count + 1);
    if (bet?.after !== undefined) setChoice(bet.after(choice));
    if (mode === 'money') keepInput(unplayed, {});
    if (mode === 'money') countRound(...ownPartOf(showing, money.bonusPart));
    setTold([resultWords(showing.stake, showing.win).text, ...face.paidBy(showing.outcome, showing.stake)].join('. '));
  };
  // An open round needs an answer to go on, and to be known as it stands.
  const isCut = mode === 'money' && (block === 'offline' || block === 'portal');
  const act = rounds.phase === 'open' && !isStopped && !isCut && !(mode === 'money' && looking) ? rounds.act : null;
  return {
    practice, money, openRounds, isCut, act, rounds, practiceBalance, onBreak, block, limits, due, left, state, freeState, bonus,
    isStopped, stake, choice, told, shownRounds, asksLimits, spin, onShown, setTold, changeStake, setChoice,
    /** For what is worked out beside the stake: the last that was one. */
    lastStake: stake ?? lastTyped,
    lastTyped,
    /** Why what is chosen can't be played, in words. */
    wrong: stakeWrong ?? betWrong,
    /** The bet makes up the stake. */
    isSum: sum !== undefined,
    isUnderWay: rounds.phase === 'asking' || rounds.phase === 'showing',
    closeLimits: () => setAsksLimits(false),
  };
}

export type PlayNowState = ReturnType<typeof usePlay>;
