/** Compares a round's answer with the bet that this device wrote down before it sent it. Pure. */
import type { FairnessReceipt, RoundAnswer } from '../contract/games';
import { canonicalJson } from '../canonical-json';
import { isOfRound, roundOf } from '../intent';
import type { Intent, IntentOf, RoundIntent } from '../intent';
import { betMismatch } from './bet-mismatch';
import type { AnsweredBet, BetMismatch, SentBet } from './bet-mismatch';
import { drawOf } from './part';
import { mismatchOfStart, mismatchOfStep, mismatchOfConfirmedSteps, listConfirmedSteps } from './step-mismatch';
import type { RoundSteps } from './step-mismatch';

/** Finds the bet that began a round; null where another device sent it. */
export function startOf(roundId: string, intents: readonly Intent[]): IntentOf<'round'> | null {
  for (const intent of intents) if (intent.kind === 'round' && roundOf(intent)?.roundId === roundId) return intent;
  return null;
}

/** `steps`: those taken since, which may have added to the stake. */
function sentByStart({ gameId, body }: IntentOf<'round'>, steps: readonly unknown[] = []): SentBet {
  return { gameId, seeds: body?.seeds, rules: body?.rules, bet: body?.bet, stake: body?.stake, ...(steps.length === 0 && { staked: body?.stake }) };
}

function sentByStep({ gameId, body }: IntentOf<'action'>): SentBet {
  const { seeds, before, stake = 0 } = body ?? {};
  return { gameId, seeds, ...(before !== undefined && { staked: before.stake + stake }) };
}

/** Finds an earlier bet that was answered with the same id. */
function earlierOf({ key, at }: RoundIntent, { roundId }: RoundAnswer, intents: readonly Intent[]): RoundAnswer | null {
  const earlier = intents.find((other) => other.kind === 'round' && other.key !== key && other.at < at && roundOf(other)?.roundId === roundId);
  return earlier === undefined ? null : roundOf(earlier);
}

/** Says how the answer to an intent differs from what was sent: from the step, and from the bet that began the round. */
export function mismatchOf(intent: RoundIntent, answer: RoundAnswer, intents: readonly Intent[]): BetMismatch | null {
  if (intent.kind === 'round') {
    return betMismatch(sentByStart(intent), answer) ?? mismatchOfStart(answer) ?? (earlierOf(intent, answer, intents) === null ? null : 'id');
  }
  const start = startOf(answer.roundId, intents);
  return (
    betMismatch(sentByStep(intent), answer) ??
    (start && betMismatch(sentByStart(start, answer.actions), answer)) ??
    (intent.body && mismatchOfStep(intent.body, answer)) ??
    mismatchOfListed(answer, intents)
  );
}

/**
 * Says the same of a round that no intent was answered with, but a list, or the refusal of a step; null where another device began it.
 * `now`: epoch ms by the platform's clock, where it is known.
 */
export function mismatchOfListed(round: AnsweredBet & RoundSteps, intents: readonly Intent[], now: number | null = null): BetMismatch | null {
  const start = startOf(round.roundId, intents);
  return start === null ? null : (betMismatch(sentByStart(start, round.actions), round) ?? mismatchOfConfirmedSteps(round, start, intents, now));
}

/** The most letters of a bet or of steps in a piece of evidence. */
const MAX_LETTERS = 300;

const textOf = (value: unknown) => (value === undefined ? '' : canonicalJson(value).slice(0, MAX_LETTERS));
const textOfDraw = ({ commit, clientSeed, nonce }: FairnessReceipt) => [commit, clientSeed, nonce].join(':');

/** Writes what was sent beside what was answered, for people to read. */
export function textsOfMismatch(
  mismatch: BetMismatch,
  intent: RoundIntent,
  answer: RoundAnswer,
  intents: readonly Intent[],
): { readonly expected: string; readonly answered: string } {
  const { roundId, fairness, gameId, bet, stake, actions, at } = answer;
  const start = intent.kind === 'round' ? intent : startOf(roundId, intents);
  switch (mismatch) {
    case 'seeds': {
      const sent = namedSeedsOf(intent, roundId, intents) ?? intent.body?.seeds;
      return { expected: sent === undefined ? '' : textOfDraw(drawOf(sent)), answered: textOfDraw(fairness) };
    }
    case 'game': return { expected: intent.gameId, answered: gameId };
    case 'rules': return { expected: notedRulesOf(start) ?? notedRulesOf(intent) ?? '', answered: fairness.rules ?? '' };
    case 'bet': return { expected: textOf(start?.body?.bet), answered: textOf(bet) };
    case 'stake': return { expected: textOf((intent.kind === 'action' ? sentByStep(intent).staked : undefined) ?? start?.body?.stake), answered: textOf(stake) };
    case 'id': {
      const earlier = earlierOf(intent, answer, intents);
      return { expected: earlier === null ? '' : textOfDraw(earlier.fairness), answered: textOfDraw(fairness) };
    }
    case 'action': return { expected: textOf(listConfirmedSteps(roundId, intents)), answered: textOf(actions) };
    case 'abandoned': return { expected: textOf(listConfirmedSteps(roundId, intents)), answered: `abandoned ${at}` };
  }
}

/** Finds the version of the rules that was written down with a bet, or with a step of a round that another device began. */
export function notedRulesOf(intent: RoundIntent | null): string | undefined {
  return intent?.body?.seeds?.rules ?? (intent?.kind === 'round' ? intent.body?.rules : undefined);
}

/** Finds the draw that the bet of an intent named; a step of a round that another device began has none. */
export function namedSeedsOf(intent: Intent, roundId: string, intents: readonly Intent[]) {
  const start = isOfRound(intent) && intent.kind === 'round' ? intent : startOf(roundId, intents);
  return start?.body?.seeds;
}
