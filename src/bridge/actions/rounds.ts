/** Plays rounds for money. */
import { listOpenRounds } from '../../core/contract/games';
import type { OpenRound, RoundAnswer } from '../../core/contract/games';
import type { Problem } from '../../core/contract/problem';
import type { Result } from '../../core/errors';
import type { ActionBody } from '../../core/intent';
import type { PairInUse } from '../../core/seed-pairs';
import { seedsOf } from '../fairness/seeds';
import { bridge, callAsPlayer } from '../index';
import { noteListedRound } from '../money/intent-ends';
import { playWindowOf } from '../page/play-window';
import { refuseIntent, submitIntent } from './intents';
import type { IntentOutcome } from './intents';

export { newKey } from '../page/key';

export interface RoundRequest {
  readonly gameId: string;
  /** Decimal naira, as in the contract. */
  readonly stake: number;
  readonly bet: Record<string, unknown>;
  /** The version of the rules that the player is shown. */
  readonly rules?: string | undefined;
  /** A free spin of this bonus; `stake` is that of its spins. */
  readonly freeSpinOf?: string;
}

/**
 * The refusal of a bet that must not go out: another tab has gone on to another pair of seeds, or the platform stopped binding
 * bets, and the player has not seen it.
 */
const SEED_CHANGED: Problem = { title: '', status: 409, code: 'seed-changed' };

/**
 * Plays one round for money, exactly once, with `key` or a new one. Resolves with the platform's answer, or with `unknown` when none
 * has come in time; the intents store shows the state meanwhile, and the end. The answer also sets the balance in the session store.
 * `shownPair`: the pair of seeds that the player saw, which the bet is bound to; null where the platform binds no bets.
 */
export async function playRound(
  { gameId, rules, ...wish }: RoundRequest,
  shownPair: PairInUse | null,
  key?: string,
): Promise<IntentOutcome<RoundAnswer>> {
  const body = { ...wish, currency: 'NGN' as const };
  const mayGoUnbound = shownPair === null && (await seedsOf(bridge).mayGoUnbound());
  if (mayGoUnbound) return submitIntent({ kind: 'round', gameId, body }, key);
  const seeds = shownPair && (await seedsOf(bridge).nameDraw(shownPair, rules));
  if (seeds === null) return refuseIntent({ kind: 'round', gameId, body }, SEED_CHANGED, key);
  const playWindow = playWindowOf(bridge);
  // A platform that takes no version of the rules with a bet gets none, and this device notes it beside the bet.
  const notedRules = seeds.rules === undefined && { rules };
  const outcome = await submitIntent({ kind: 'round', gameId, body: { ...body, ...notedRules, seeds, ...(await playWindow.betMembers()) } }, key);
  if (outcome.state === 'confirmed') playWindow.noteRound();
  return outcome;
}

/**
 * Lets the player go on in this window after a bet was refused with `playing-elsewhere`; the next bet says so. The pair in use
 * is asked for again, because the other window may have changed it. Never rejects.
 */
export function playHere(): Promise<void> {
  playWindowOf(bridge).takeOver();
  return seedsOf(bridge).refresh();
}

/** Plays the next step of an open round, exactly once; everything else is as in `playRound`. */
export function actInRound(gameId: string, body: ActionBody, key?: string): Promise<IntentOutcome<RoundAnswer>> {
  return submitIntent({ kind: 'action', gameId, body }, key);
}

/**
 * Loads the player's open rounds, on whichever device they were started. The intents of this device are read before it resolves: a round
 * whose answer was lost is waited for, and would else look like one of another device.
 */
export async function loadOpenRounds(signal?: AbortSignal): Promise<Result<readonly OpenRound[]>> {
  const [answer] = await Promise.all([
    callAsPlayer(listOpenRounds, ({ userId }) => ({ params: { userId }, noStore: true, ...(signal && { signal }) })), bridge.resumeIntents(),
  ]);
  if (answer.ok) for (const round of answer.data.items) noteListedRound(bridge, round);
  return answer.ok ? { ...answer, data: answer.data.items } : answer;
}
