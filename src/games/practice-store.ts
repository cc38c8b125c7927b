/** The practice money and seeds of this tab. Lives as long as the page; nothing of it is written down. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AnyEngine } from '../core/games/engine';
import type { Kobo } from '../core/money';
import { PRACTICE_BALANCE, newPractice, playPractice, revealPractice } from './practice';
import type { FillRandom, PracticeRound, PracticeState, RevealedPractice } from './practice';

const fill: FillRandom = (bytes) => crypto.getRandomValues(bytes);

export const practiceStore = createStore<PracticeState>()(() => newPractice(fill));

export function usePracticeStore<T>(selector: (state: PracticeState) => T): T {
  return useStore(practiceStore, selector);
}

/** Plays a practice round at once; null where the practice money does not reach. */
export function spinPractice(engine: AnyEngine, stake: Kobo, bet: unknown): PracticeRound | null {
  const played = playPractice(practiceStore.getState(), engine, stake, bet);
  if (played === null) return null;
  practiceStore.setState(played.state);
  return played.round;
}

/** Makes the server seed of the pair known and starts another. */
export function revealPracticePair(): RevealedPractice {
  const { state, revealed } = revealPractice(practiceStore.getState(), fill);
  practiceStore.setState(state);
  return revealed;
}

/** Practice money as at the start. */
export function refillPractice(): void {
  practiceStore.setState({ balance: PRACTICE_BALANCE });
}
