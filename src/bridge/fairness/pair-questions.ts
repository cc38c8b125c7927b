/** Asks the platform for the pair in use until the device may bind bets to it, with one question at a time. */
import { seedsStore } from '../../state/seeds';
import type { ObservedPairs, Step } from './observed-pairs';
import type { OwnSeeds } from './own-seeds';
import { isSignedIn } from './player-calls';

/** Another tab or device may change the pair again and again. After this many questions the player may try again. */
const MOST_QUESTIONS = 4;
/** A pair that the platform named this recently is not asked for again by the next page. */
const FRESH_MS = 60_000;

export interface PairQuestions {
  /** Goes on from the step `first`: asks as long as a question has to be asked again, and then shows the result in the store. */
  readonly ask: (userId: string, first?: Step) => Promise<void>;
  /** Asks, or, while questions are under way, waits for these instead. */
  readonly askOrJoin: (userId: string) => Promise<void>;
  /** Waits for the questions that are under way. */
  readonly finish: () => Promise<void>;
  readonly isFresh: (userId: string) => boolean;
}

export function createPairQuestions({ loadAndNote }: ObservedPairs, { makeOwn }: OwnSeeds): PairQuestions {
  /** `performance.now()` at which the platform last answered. */
  let answeredAt: { readonly userId: string; readonly at: number } | null = null;
  let running: { readonly userId: string; readonly end: Promise<void> } | null = null;

  async function askOnce(userId: string): Promise<Step> {
    const { step } = await loadAndNote(userId);
    return step === 'ready' ? makeOwn(userId) : step;
  }

  async function ask(userId: string, first: Step = 'again'): Promise<void> {
    let step = first;
    for (let questions = 0; step === 'again' && questions < MOST_QUESTIONS && isSignedIn(userId); questions += 1) step = await askOnce(userId);
    if (!isSignedIn(userId)) return;
    if (step === 'ready') answeredAt = { userId, at: performance.now() };
    const { pair, isOwn } = seedsStore.getState();
    // Without an answer the pair that the device knows may still be the one: the platform refuses a bet on another.
    seedsStore.setState({ status: step === 'ready' || (pair !== null && isOwn) ? 'ready' : 'failed' });
  }

  return {
    ask,
    askOrJoin(userId) {
      if (running?.userId === userId) return running.end;
      const end = ask(userId).finally(() => (running = null));
      running = { userId, end };
      return end;
    },
    finish: async () => running?.end,
    isFresh: (userId) => answeredAt?.userId === userId && performance.now() - answeredAt.at < FRESH_MS,
  };
}
