/** How long somebody has been playing for money and where it left them: always on screen in a game. Pure. */
import { roundOf } from '../../../core/intent';
import type { Intent } from '../../../core/intent';
import { addKobo, nairaToKobo, subKobo, ZERO_KOBO } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { VISIT_PAUSE_MS } from '../../../core/visit';

/** A longer pause begins a new session. */
export const SESSION_PAUSE_MS = VISIT_PAUSE_MS;

export interface PlaySession {
  /** Epoch ms. */
  readonly startedAt: number;
  readonly rounds: number;
  readonly staked: Kobo;
  readonly won: Kobo;
  readonly net: Kobo;
}

interface MoneyRound {
  readonly key: string;
  readonly at: number;
  readonly step: number;
  readonly stake: Kobo;
  readonly win: Kobo;
}

/**
 * The stake of a round whose answer is not here is still gone, or back: what is not known is left out. Of a round of several
 * steps its newest one counts: that has all the stakes, and the win.
 */
function roundsOf(intents: readonly Intent[]): readonly MoneyRound[] {
  const newest = new Map<string, MoneyRound>();
  for (const intent of intents) {
    const answer = roundOf(intent);
    if (answer === null) continue;
    const { key, at } = intent;
    const [stake, win] = [nairaToKobo(answer.stake), nairaToKobo(answer.win)];
    if (stake === null || win === null) continue;
    const { roundId, step = 0 } = answer;
    if (step >= (newest.get(roundId)?.step ?? 0)) newest.set(roundId, { key, at, step, stake, win });
  }
  return [...newest.values()].sort((a, b) => b.at - a.at);
}

/**
 * The session that is going on: rounds for money, in any game, with pauses below half an hour, back from now. It goes on
 * over reloads. `openedAt`: when the game was opened (epoch ms), the start where nothing was played before. `hiddenKey`: a
 * round whose result is still being shown.
 */
export function playSessionOf(intents: readonly Intent[], openedAt: number, hiddenKey: string | null): PlaySession {
  let [startedAt, rounds, staked, won] = [openedAt, 0, ZERO_KOBO, ZERO_KOBO];
  let later = Math.max(openedAt, intents.reduce((latest, { at }) => Math.max(latest, at), 0));
  for (const round of roundsOf(intents)) {
    if (later - round.at > SESSION_PAUSE_MS) break;
    later = round.at;
    startedAt = Math.min(startedAt, round.at);
    rounds += 1;
    staked = addKobo(staked, round.stake);
    // Its stake is gone from the start; what it won is not told before it was shown.
    if (round.key !== hiddenKey) won = addKobo(won, round.win);
  }
  return { startedAt, rounds, staked, won, net: subKobo(won, staked) };
}
