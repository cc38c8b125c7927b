/**
 * Works out how long a player has played for money, and with what result. Every game shows it. Of rounds with bonus money only the
 * player's own part counts, as it does in reality checks. Pure.
 */
import { roundOf } from '../../../core/intent';
import type { Intent } from '../../../core/intent';
import { addKobo, nairaToKobo, subKobo, ZERO_KOBO } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { PLAY_ENDS_MS } from '../../../core/protection';
import { bonusPartOf, ownPartOf } from '../rounds/bonus-part';

/** A longer pause begins a new session. */
export const SESSION_PAUSE_MS = PLAY_ENDS_MS;

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
 * Leaves out rounds whose answer is not here, because their stake may be gone or back. Of a round with several steps the newest step
 * counts: it has all stakes, and the win.
 */
function roundsOf(intents: readonly Intent[]): readonly MoneyRound[] {
  const newest = new Map<string, MoneyRound>();
  for (const intent of intents) {
    const answer = roundOf(intent);
    if (answer === null) continue;
    const { key, at } = intent;
    const [allStaked, allWon] = [nairaToKobo(answer.stake), nairaToKobo(answer.win)];
    if (allStaked === null || allWon === null) continue;
    const [stake, win] = ownPartOf({ stake: allStaked, win: allWon }, bonusPartOf(answer));
    const { roundId, step = 0 } = answer;
    if (step >= (newest.get(roundId)?.step ?? 0)) newest.set(roundId, { key, at, step, stake, win });
  }
  return [...newest.values()].sort((a, b) => b.at - a.at);
}

/**
 * The current session: rounds for money in any game, with pauses below half an hour, counted back from now. It continues over reloads.
 * `openedAt` (epoch ms) is when the game was opened, and the start where nothing was played before. `keyStillShown` names a round
 * whose result is still being shown.
 */
export function playSessionOf(intents: readonly Intent[], openedAt: number, keyStillShown: string | null): PlaySession {
  let [startedAt, rounds, staked, won] = [openedAt, 0, ZERO_KOBO, ZERO_KOBO];
  let later = Math.max(openedAt, intents.reduce((latest, { at }) => Math.max(latest, at), 0));
  for (const round of roundsOf(intents)) {
    if (later - round.at > SESSION_PAUSE_MS) break;
    later = round.at;
    startedAt = Math.min(startedAt, round.at);
    rounds += 1;
    staked = addKobo(staked, round.stake);
    // The stake is gone from the start; the win is left out until it was shown.
    if (round.key !== keyStillShown) won = addKobo(won, round.win);
  }
  return { startedAt, rounds, staked, won, net: subKobo(won, staked) };
}
