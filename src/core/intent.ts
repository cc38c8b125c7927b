/**
 * Money on a flaky network: what a player wants is written down with its key before it is sent, and only the platform's
 * answer to that key ends it.
 *
 *   draft → sending → unknown → confirmed | refused
 */
import type { forfeitBonus } from './contract/bonuses';
import type { chooseForDeposit, createDeposit } from './contract/cashier';
import type { AnswerOf, BodyOf } from './contract/endpoint';
import type { playAction, playRound, RoundAnswer } from './contract/games';
import type { Problem } from './contract/problem';
import type { claimPromotion } from './contract/promotions';
import type { createWithdrawal } from './contract/withdrawals';
import type { PromotionId } from './promotions';

/** A bet. */
export interface RoundBody extends BodyOf<typeof playRound> {
  /**
   * The version of the rules that the player was shown, where `seeds` does not name it because the platform takes none with a bet. It
   * stays on the device; missing in what older versions wrote.
   */
  readonly rules?: string | undefined;
}

/** A step of an open round, with the round that it belongs to. */
export interface ActionBody extends BodyOf<typeof playAction> {
  readonly roundId: string;
  /** Decimal naira that the step adds to the stake; missing where it adds nothing, and then no limit on this device can stop it. */
  readonly stake?: number | undefined;
  /** The round as the player saw it: its steps so far, and all that was staked. It stays on the device; missing in what older versions wrote. */
  readonly before?: { readonly actions: readonly unknown[]; readonly stake: number } | undefined;
}

/** The choice about a held deposit. `amount` (decimal naira) is there where it is to be credited, because limits on this device may stop that. */
export interface ChoiceBody extends BodyOf<typeof chooseForDeposit> {
  readonly amount?: number | undefined;
}

export interface ClaimBody extends BodyOf<typeof claimPromotion> {
  readonly promotionId: PromotionId;
}

/** The body and the platform's answer of each kind of intent; `gameId`: see `IntentRecord`. */
export interface IntentShapes {
  readonly deposit: { readonly gameId: null; readonly body: BodyOf<typeof createDeposit>; readonly answer: AnswerOf<typeof createDeposit> };
  readonly withdrawal: { readonly gameId: null; readonly body: BodyOf<typeof createWithdrawal>; readonly answer: AnswerOf<typeof createWithdrawal> };
  readonly round: { readonly gameId: string; readonly body: RoundBody; readonly answer: AnswerOf<typeof playRound> };
  readonly action: { readonly gameId: string; readonly body: ActionBody; readonly answer: AnswerOf<typeof playAction> };
  readonly claim: { readonly gameId: string; readonly body: ClaimBody; readonly answer: AnswerOf<typeof claimPromotion> };
  readonly forfeit: { readonly gameId: string; readonly body: BodyOf<typeof forfeitBonus>; readonly answer: AnswerOf<typeof forfeitBonus> };
  readonly choice: { readonly gameId: string; readonly body: ChoiceBody; readonly answer: AnswerOf<typeof chooseForDeposit> };
}
export type IntentKind = keyof IntentShapes;

/**
 * - `draft`: written down, not sent. - `sending`: the request is under way. - `unknown`: it went out and no answer
 * came; the platform is asked what became of the key. - `confirmed`, `refused`: the platform said so; nothing follows.
 */
export type IntentState = 'draft' | 'sending' | 'unknown' | 'confirmed' | 'refused';

/** Why a refused intent moved nothing: the platform's problem, or that the platform never saw it. */
export type Refusal = { readonly because: 'platform'; readonly problem: Problem | null } | { readonly because: 'not-sent' };

/** The part of an intent that changes on its way from draft to end, for all kinds alike. */
export interface IntentProgress {
  readonly key: string;
  readonly state: IntentState;
  /** Epoch ms at which it was made, by the steady clock of the page that made it. */
  readonly at: number;
  /** Epoch ms of the last send, by the steady clock of the page that sent it; null before the first. */
  readonly sentAt: number | null;
  /** The same by the platform's clock; missing where the page that sent it had not heard that. */
  readonly sentAtPlatform?: number;
  readonly answer: unknown;
  readonly refusal: Refusal | null;
}

/** An intent as a device keeps it. Another version of the app may have written it, so body and answer are not known to fit. */
export interface IntentRecord extends IntentProgress {
  readonly kind: IntentKind;
  readonly userId: string;
  /**
   * The id in the path beside the player's: a game's for a round or an action in it, a promotion's for a claim, a wallet's for a
   * forfeit, a deposit's for a choice. The name is older than those; devices keep it, so it stays.
   */
  readonly gameId: string | null;
  readonly body: unknown;
}

export interface IntentOf<K extends IntentKind> extends IntentRecord {
  readonly kind: K;
  readonly gameId: IntentShapes[K]['gameId'];
  /** Null only of one that another version of the app wrote down in a way that this one can't read. */
  readonly body: IntentShapes[K]['body'] | null;
  /** The platform's answer when confirmed; null where it does not fit what this page knows. */
  readonly answer: IntentShapes[K]['answer'] | null;
}

/** `kind` tells the types of body and answer. */
export type Intent = { readonly [K in IntentKind]: IntentOf<K> }[IntentKind];

/** A page's request for an intent. */
export interface RequestOf<K extends IntentKind> {
  readonly kind: K;
  readonly gameId: IntentShapes[K]['gameId'];
  readonly body: IntentShapes[K]['body'];
}
export type IntentRequest = { readonly [K in IntentKind]: RequestOf<K> }[IntentKind];

/** A round, or a step of one that was open: both are answered with the round. */
export type RoundIntent = IntentOf<'round'> | IntentOf<'action'>;

export function isFinal(intent: Pick<IntentProgress, 'state'>): boolean {
  return intent.state === 'confirmed' || intent.state === 'refused';
}

export function isOfRound(intent: Intent): intent is RoundIntent {
  return intent.kind === 'round' || intent.kind === 'action';
}

/** The round that an intent was answered with; null where it is not confirmed, about something else, or the answer does not fit. */
export function roundOf(intent: Intent): RoundAnswer | null {
  return isOfRound(intent) && intent.state === 'confirmed' ? intent.answer : null;
}
