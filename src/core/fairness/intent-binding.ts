/** The bet that a round's answer must be about, as this device wrote it down before it sent it. Pure. */
import type { RoundAnswer } from '../contract/games';
import { isOfRound, roundOf } from '../intent';
import type { Intent, IntentOf, RoundIntent } from '../intent';
import { bindingBreak } from './binding';
import type { AnsweredBet, BindingBreak, SentBet } from './binding';

/** The bet that began a round, where this device sent it. */
export function startOf(roundId: string, intents: readonly Intent[]): IntentOf<'round'> | null {
  for (const intent of intents) if (intent.kind === 'round' && roundOf(intent)?.roundId === roundId) return intent;
  return null;
}

function sentByStart({ gameId, body }: IntentOf<'round'>): SentBet {
  // The bonus sets the stake of a free spin.
  const stake = body?.freeSpinOf === undefined ? body?.stake : undefined;
  return { gameId, seeds: body?.seeds, bet: body?.bet, stake };
}

/** What the answer to an intent says otherwise than what was sent: the step, and the bet that began the round. */
export function breakOf(intent: RoundIntent, answer: RoundAnswer, intents: readonly Intent[]): BindingBreak | null {
  if (intent.kind === 'round') return bindingBreak(sentByStart(intent), answer);
  return bindingBreak({ gameId: intent.gameId, seeds: intent.body?.seeds }, answer) ?? breakOfListed(answer, intents);
}

/** The same of a round that the platform tells by itself, in a list or beside a refusal; null where another device began it. */
export function breakOfListed(round: AnsweredBet & Pick<RoundAnswer, 'roundId'>, intents: readonly Intent[]): BindingBreak | null {
  const start = startOf(round.roundId, intents);
  return start === null ? null : bindingBreak(sentByStart(start), round);
}

/** The draw that the bet of an intent named; of a step of a round that another device began there is none. */
export function boundSeedsOf(intent: Intent, roundId: string, intents: readonly Intent[]) {
  const start = isOfRound(intent) && intent.kind === 'round' ? intent : startOf(roundId, intents);
  return start?.body?.seeds;
}
