/**
 * Money on a flaky network: what a player wants is written down with its key before it is sent, and only the platform's
 * answer to that key ends it.
 *
 *   draft → sending → unknown → confirmed | refused
 */
import type { Problem } from './contract/problem';

export const INTENT_KINDS = ['deposit', 'withdrawal', 'round', 'action', 'claim', 'forfeit', 'choice'] as const;
export type IntentKind = (typeof INTENT_KINDS)[number];

/**
 * - `draft`: written down, not sent. - `sending`: the request is under way. - `unknown`: it went out and no answer
 * came; the platform is asked what became of the key. - `confirmed`, `refused`: the platform said so; nothing follows.
 */
export type IntentState = 'draft' | 'sending' | 'unknown' | 'confirmed' | 'refused';

/** Why a refused intent moved nothing: the platform's problem, or that the platform never saw it. */
export type Refusal = { readonly because: 'platform'; readonly problem: Problem | null } | { readonly because: 'not-sent' };

export interface Intent {
  readonly key: string;
  readonly kind: IntentKind;
  readonly userId: string;
  /**
   * Of the path beside the player's id: a game's for a round or an action in it, a promotion's for a claim, a wallet's for a
   * forfeit, a deposit's for a choice.
   */
  readonly gameId: string | null;
  readonly body: unknown;
  readonly state: IntentState;
  /** Epoch ms at which it was made. */
  readonly at: number;
  /** Epoch ms of the last send; null before the first. */
  readonly sentAt: number | null;
  /** The same by the platform's clock; missing where the page that sent it had not heard that. */
  readonly sentAtPlatform?: number;
  /** The platform's answer when confirmed; null where it does not fit what this page knows. */
  readonly answer: unknown;
  readonly refusal: Refusal | null;
}

export function isFinal(intent: Pick<Intent, 'state'>): boolean {
  return intent.state === 'confirmed' || intent.state === 'refused';
}
