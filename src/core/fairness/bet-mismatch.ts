/**
 * Tells whether a round is the one that was asked for. The platform's answer is compared with what the device wrote down before it sent
 * the bet, never with itself: a platform that picks its seeds after it has seen the bet can make everything else fit. Pure.
 */
import type { DrawSeeds, FairnessReceipt, RoundFairness, RoundSeeds } from '../contract/games';
import { canonicalJson } from '../canonical-json';
import { drawOf } from './part';

/**
 * Says in what an answer differs from its bet. `action`: another step than the one that was sent. `abandoned`: the rule for unfinished
 * rounds ended it, although the player had not left it alone. `id`: it has the id of another round. `rules`: it was played by others.
 */
export type BetMismatch = 'seeds' | 'game' | 'rules' | 'bet' | 'stake' | 'action' | 'abandoned' | 'id';

/** The draw that was sent: of a bet with its part, of a step as its round names it. */
type SentDraw = RoundSeeds | DrawSeeds;

/** The bet as the device wrote it down. Of a round that another device began it knows no more than the game and the seeds. */
export interface SentBet {
  readonly gameId: string;
  /** Missing = the bet named no draw, so the platform was free to choose one. */
  readonly seeds?: SentDraw | undefined;
  /** The version of the rules that the player was shown, where `seeds` does not name it. */
  readonly rules?: string | undefined;
  readonly bet?: unknown;
  /** Decimal naira, the first stake. */
  readonly stake?: number | undefined;
  /** Decimal naira, all that is staked with what was sent; missing where steps that this device does not know have come since. */
  readonly staked?: number | undefined;
}

/** The part of an answer that has to agree with the bet. */
export interface AnsweredBet {
  readonly gameId: string;
  readonly fairness: RoundFairness;
  readonly bet?: unknown;
  readonly stake: number;
  readonly firstStake?: number | undefined;
}

export function isSameDraw(a: FairnessReceipt, b: FairnessReceipt): boolean {
  return a.commit === b.commit && a.clientSeed === b.clientSeed && a.nonce === b.nonce;
}

/** Tells whether a round was drawn as its bet had named it, with the part that the bet brought. */
export function isDrawNamed(sent: SentDraw, drawn: FairnessReceipt): boolean {
  return isSameDraw(drawOf(sent), drawn);
}

/**
 * Tells whether a round is played by the version of the rules that the player was shown before the bet: whoever may choose them afterwards
 * chooses the result. Without a shown version nothing can be compared. A platform to which none was sent may answer with none; the round is
 * checked by the rules of the app then.
 */
export function areRulesAsShown(sentRules: string | undefined, answeredRules: string | undefined, shownRules = sentRules): boolean {
  return shownRules === undefined || shownRules === answeredRules || (sentRules === undefined && answeredRules === undefined);
}

/** Finds how an answer differs from the bet that was sent; null where it does not, and where the bet named no draw. */
export function betMismatch(sent: SentBet, answered: AnsweredBet): BetMismatch | null {
  if (sent.seeds === undefined) return null;
  if (!isDrawNamed(sent.seeds, answered.fairness)) return 'seeds';
  if (sent.gameId !== answered.gameId) return 'game';
  if (!areRulesAsShown(sent.seeds.rules, answered.fairness.rules, sent.rules)) return 'rules';
  const hasOtherBet = sent.bet !== undefined && answered.bet !== undefined && canonicalJson(sent.bet) !== canonicalJson(answered.bet);
  if (hasOtherBet) return 'bet';
  const { stake, firstStake = stake } = answered;
  return isOtherAmount(sent.stake, firstStake) || isOtherAmount(sent.staked, stake) ? 'stake' : null;
}

/** Compares in whole kobo, because sums of decimal naira are not exact. */
const isOtherAmount = (sent: number | undefined, answered: number): boolean =>
  sent !== undefined && Math.round(sent * 100) !== Math.round(answered * 100);
