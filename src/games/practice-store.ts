/** The practice money and seeds of this tab. They live as long as the page and are stored nowhere. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AnyEngine } from '../core/games/engine';
import type { AnySteppedEngine } from '../core/games/stepped';
import type { Kobo } from '../core/money';
import { PRACTICE_BALANCE, newPractice, openPracticeRound, playPractice, revealPractice, stepPractice } from './practice';
import type { FillRandom, PracticeResult, PracticeRound, PracticeState, RevealedPractice } from './practice';

const fill: FillRandom = (bytes) => crypto.getRandomValues(bytes);

export const practiceStore = createStore<PracticeState>()(() => newPractice(fill));

export function usePracticeStore<T>(selector: (state: PracticeState) => T): T {
  return useStore(practiceStore, selector);
}

function storeResult(result: PracticeResult | null): PracticeRound | null {
  if (result === null) return null;
  practiceStore.setState(result.state);
  return result.round;
}

/** Plays a practice round at once, or starts one of several steps; null where the practice money does not reach. */
export function startPractice(engine: AnyEngine | AnySteppedEngine, stake: Kobo, bet: unknown): PracticeRound | null {
  return storeResult(playPractice(practiceStore.getState(), engine, stake, bet));
}

/** The next step of the open round; null where it can't be taken. */
export function takePracticeStep(engine: AnyEngine | AnySteppedEngine, action: unknown): PracticeRound | null {
  return 'runUnchecked' in engine ? storeResult(stepPractice(practiceStore.getState(), engine, action)) : null;
}

/** The round of several steps that is open in this game; null where there is none. */
export function readOpenPracticeRound(engine: AnyEngine | AnySteppedEngine): PracticeRound | null {
  return 'runUnchecked' in engine ? openPracticeRound(practiceStore.getState(), engine) : null;
}

/** Reveals the server seed of the pair and starts another pair; null while a round is open. */
export function revealPracticePair(): RevealedPractice | null {
  const next = revealPractice(practiceStore.getState(), fill);
  if (next !== null) practiceStore.setState(next.state);
  return next === null ? null : next.revealed;
}

/** Sets the practice money back to its start. */
export function refillPractice(): void {
  practiceStore.setState({ balance: PRACTICE_BALANCE });
}
