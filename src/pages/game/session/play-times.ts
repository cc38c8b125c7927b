/**
 * Times of play that outlive the page of a game, because they count for all games together. They are those of one player: when somebody
 * signs in or out they start anew, with the stakes and wins of the practice session.
 */
import { createStore } from 'zustand/vanilla';
import { steadyNow } from '../../../bridge/platform/clock';
import { kobo } from '../../../core/money';
import { practiceStore } from '../../../games/practice-store';
import { sessionStore } from '../../../state/session';

interface PlayTimes {
  /** Epoch ms at which the practice session began; null before it. */
  readonly since: number | null;
  /** Epoch ms before which the platform takes no start of a round for money, in any game. */
  readonly readyAt: number;
}

const NO_TIMES: PlayTimes = { since: null, readyAt: 0 };

export const playTimesStore = createStore<PlayTimes>()(() => NO_TIMES);

/** Epoch ms at which the practice session began. The first game that asks begins it. */
export function practiceStart(): number {
  const since = playTimesStore.getState().since ?? steadyNow();
  playTimesStore.setState({ since });
  return since;
}

sessionStore.subscribe(({ userId }, before) => {
  if (userId === before.userId) return;
  playTimesStore.setState(NO_TIMES);
  practiceStore.setState({ staked: kobo(0), won: kobo(0) });
});
