/** The whole state of a game's page while somebody plays: the stake, the bet, the round, and the reason why none may start. */
import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from 'react';
import { beBusy } from '../../../bridge/actions/update';
import { useProtection } from '../../../bridge/protection/use-protection';
import { kobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { KINDS_OF_STAKE } from '../../../core/protection-view';
import type { Break } from '../../../core/protection-view';
import type { GameFace, Limits } from '../../../games/face';
import { signal } from '../../../games/signals';
import { showBalanceDuringRound } from '../../../state/apply-figures';
import { inputOf, keepInput, ownForm } from '../../../state/form-input';
import { useConnection, useFigures, useIntents, useSession, useSignedIn } from '../../../state/use';
import { useReviving } from '../../../state/use-reviving';
import { useNotServed } from '../../shared/gates/place';
import { useBreak } from '../../shared/protection/use-break';
import { useLimitNote } from '../../shared/protection/use-limit-note';
import type { ShelfGame } from '../../shared/shelf/shelf';
import { useOpenRounds } from '../../shared/open-rounds/use-open-rounds';
import { ownPartOf } from './bonus-part';
import { draftStake, firstDraft, nextDraft } from '../controls/bet-draft';
import type { UnplayedBet } from '../controls/bet-draft';
import { moneyBlock, pressOf, spinState } from './spin-state';
import type { MoneyBlock, PlayMode } from './spin-state';
import { resultWords } from '../result/result';
import { usePracticeBalance } from '../money/use-practice-balance';
import { mostStakeOf } from '../money/game-bonus';
import { useBonuses, useGameBonus } from '../money/use-game-bonus';
import type { FreeSpins } from '../money/use-game-bonus';
import { useMoneyRounds } from './use-money-rounds';
import { usePracticeRounds } from './use-practice-rounds';
import { countRound, useDueCheck } from '../session/use-reality-check';
import { useSeal } from '../seal/use-seal';
import { words as sealWords } from '../seal/words';
import { words } from '../words';

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
  const notServed = useNotServed();
  return moneyBlock({ offered: game.real, signedIn, reach, protection, notServed, emailActivated });
}

/** True until `readyAt` (epoch ms). */
function useIsInMinimumCycle(readyAt: number): boolean {
  const [checkedAt, setCheckedAt] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setCheckedAt(readyAt), readyAt - Date.now());
    return () => clearTimeout(timer);
  }, [readyAt]);
  return readyAt > checkedAt;
}

export function usePlay({ game, face, mode }: Omit<PlayProps, 'onMode'>) {
  const { bet, engine } = face;
  const inputKey = ownForm(`stake in ${game.gameId}`, useSession((session) => session.userId));
  const [draft, updateDraft] = useReducer(nextDraft, null, () => firstDraft(game.minStake, bet?.initial, inputOf<UnplayedBet>(inputKey) ?? {}));
  const [asksLimits, setAsksLimits] = useState(false);
  const practice = usePracticeRounds(face);
  const openRounds = useOpenRounds();
  const money = useMoneyRounds(game.gameId, face, openRounds);
  const isMoney = mode === 'money';
  const rounds = isMoney ? money : practice;
  const practiceBalance = usePracticeBalance(practice);
  const isInMinimumCycle = useIsInMinimumCycle(rounds.readyAt);
  const onBreak = useBreak();
  const block = useMoneyBlock(game, onBreak?.state ?? 'none');
  const isRechecking = useReviving();
  const dueCheck = useDueCheck();
  const limitsOffered = useProtection((protection) => protection.protection?.offered ?? true);

  const bonuses = useBonuses(draft.shownRounds);
  const mostStake = isMoney ? mostStakeOf(bonuses) : null;
  const max = mostStake === null ? game.maxStake : kobo(Math.min(game.maxStake, mostStake));
  const limits: Limits = { min: game.minStake, max, step: kobo(engine.stakeStep) };
  const { stake, isSum, stakeProblem, betProblem } = draftStake(draft, bet, limits);
  const limitNote = useLimitNote(KINDS_OF_STAKE, isMoney ? stake : null);
  const areIntentsRead = useIntents((intents) => intents.areRead);
  const isLoadingOpenRounds = !areIntentsRead || (face.steps !== undefined && openRounds.isAsking);
  const signedIn = useSignedIn();
  const isBindingBet = useSeal(isMoney && game.real && signedIn);
  const facts = { mode, phase: rounds.phase, isRechecking, isLoadingOpenRounds, isBindingBet, isInMinimumCycle, balance: practiceBalance, block };
  const state = spinState({ ...facts, stake: limitNote.over === null && stakeProblem === null ? stake : null, badBet: betProblem !== null });
  const bonus = useGameBonus(bonuses, game.gameId, isMoney ? stake : null);
  const freeState = spinState({ ...facts, stake: bonus.freeSpins?.stake ?? null });
  const isStopped = isMoney && dueCheck !== null && money.phase === 'idle' && block !== 'protected';

  // A layout effect hides the win before the browser paints, so that the top bar does not tell the result before the stage does. A poll
  // may bring the win before the round's own answer comes, so this begins when the stake is sent.
  useLayoutEffect(() => {
    showBalanceDuringRound(money.balanceMeanwhile);
    return () => showBalanceDuringRound(null);
  }, [money.balanceMeanwhile]);

  // No tab reloads itself, or changes the version of all tabs, in the middle of a round. A round for money that waits for the player can be
  // resumed anywhere; a round for practice lives in this page alone.
  const isPlaying = practice.phase !== 'idle' || (money.phase !== 'idle' && money.phase !== 'open');
  useEffect(() => (isPlaying ? beBusy() : undefined), [isPlaying]);

  const announce = (text: string) => updateDraft({ type: 'announced', text });
  const spin = (free?: FreeSpins) => {
    const press = pressOf({ mode, isStopped, state: free === undefined ? state : freeState, limitsOffered });
    const staked = free?.stake ?? stake;
    if (press === 'nothing' || staked === null) return;
    if (press === 'ask-limits') {
      setAsksLimits(true);
      return;
    }
    signal('start');
    announce(`${words.showing[engine.kind]}.`);
    const request = { stake: staked, bet: bet?.betOf(draft.choice) ?? {} };
    if (free !== undefined) {
      money.start({ ...request, freeSpinOf: free.walletId });
      return;
    }
    if (isMoney) keepInput(inputKey, { stake: staked, ...(bet !== undefined && { choice: draft.choice }) } satisfies UnplayedBet);
    rounds.start(request);
  };
  const { mismatch, isPast, showing: moneyRound, bonusPart } = money;
  const mismatchKey = mismatch !== null && !isPast && moneyRound?.isOpen === false ? moneyRound.key : null;
  const endMismatched = useEffectEvent(() => {
    if (moneyRound === null) return;
    keepInput(inputKey, {});
    countRound(...ownPartOf(moneyRound, bonusPart));
    updateDraft({ type: 'ended', text: sealWords.mismatchTitle, choice: draft.choice });
  });
  // A round that does not fit its bet is not shown as a result, but its money counts like that of any other round.
  useEffect(() => {
    if (mismatchKey !== null) endMismatched();
  }, [mismatchKey]);

  const onShown = (key: string) => {
    const { showing, phase } = rounds;
    if (showing === null || showing.key !== key || phase !== 'showing') return;
    rounds.onShown(key);
    if (showing.isOpen) {
      signal('step');
      announce(face.steps?.describe(showing.outcome, showing.stake) ?? '');
      return;
    }
    signal(showing.win > showing.stake ? 'won' : 'end');
    if (isMoney) {
      keepInput(inputKey, {});
      countRound(...ownPartOf(showing, money.bonusPart));
    }
    const text = [resultWords(showing.stake, showing.win).text, ...face.winTexts(showing.outcome, showing.stake)].join('. ');
    updateDraft({ type: 'ended', text, choice: bet?.after === undefined ? draft.choice : bet.after(draft.choice) });
  };
  // An open round can only be played with an answer from the platform.
  const isOffline = isMoney && (block === 'offline' || block === 'portal');
  const act = rounds.phase === 'open' && !isStopped && !isOffline && !(isMoney && isLoadingOpenRounds) ? rounds.act : null;
  return {
    practice, money, openRounds, isOffline, act, rounds, practiceBalance, onBreak, block, limits, dueCheck, limitNote, state, freeState, bonus,
    isStopped, stake, isSum, spin, onShown, announce, asksLimits,
    // The draft's own members, such as the typed stake, the choice and the announcement.
    ...draft,
    changeStake: (next: Kobo | null) => updateDraft({ type: 'stake', stake: next }),
    setChoice: (choice: unknown) => updateDraft({ type: 'choice', choice }),
    closeLimits: () => setAsksLimits(false),
    /** The last typed stake, for figures that are worked out beside the field. */
    lastStake: stake ?? draft.lastTyped,
    /** Says why the draft can't be played. */
    draftProblem: stakeProblem ?? betProblem,
    isUnderWay: rounds.phase === 'asking' || rounds.phase === 'showing',
  };
}

export type PlayState = ReturnType<typeof usePlay>;
