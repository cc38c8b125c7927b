/** Lists the promotions, and claims them. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { getDrawProof, listClaimable, listDraws, listPromotions } from '../../core/contract/promotions';
import type { Result } from '../../core/errors';
import type { IntentShapes } from '../../core/intent';
import type { PromotionId } from '../../core/promotions';
import { PUBLIC_USER } from '../../data/schema';
import type { Envelope } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { callAsPlayer, callOpen, database } from '../index';
import { currentIds } from '../session/ids';
import { submitIntent } from './intents';
import type { IntentOutcome } from './intents';

/** The platform's answer to a claim. */
export type ClaimAnswer = IntentShapes['claim']['answer'];
export type Promotions = AnswerOf<typeof listPromotions>;
export type Claimables = AnswerOf<typeof listClaimable>;
export type DrawsPage = AnswerOf<typeof listDraws>;
export type DrawProof = AnswerOf<typeof getDrawProof>;

export function loadPromotions(signal?: AbortSignal): Promise<Result<Promotions>> {
  return callOpen(listPromotions, { ...(signal && { signal }) });
}

export function storedPromotions(): Promise<Envelope<Promotions> | null> {
  return getSnapshot(database, PUBLIC_USER, 'promotions', listPromotions.answer);
}

/** Loads the promotions that the signed-in player can claim; `canceled` for a guest. */
export function loadClaimable(signal?: AbortSignal): Promise<Result<Claimables>> {
  return callAsPlayer(listClaimable, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

export async function storedClaimable(): Promise<Envelope<Claimables> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, 'promotions', listClaimable.answer);
}

export function loadDraws(signal?: AbortSignal): Promise<Result<DrawsPage>> {
  return callOpen(listDraws, { ...(signal && { signal }) });
}

export function storedDraws(): Promise<Envelope<DrawsPage> | null> {
  return getSnapshot(database, PUBLIC_USER, 'draws', listDraws.answer);
}

/** An entry has 25 bytes, so this is enough for a week of 300,000 entries. */
const MAX_PROOF_BYTES = 8_000_000;

/** Loads everything from which a finished draw can be worked out again. */
export function loadDrawProof(drawId: string): Promise<Result<DrawProof>> {
  return callOpen(getDrawProof, { params: { drawId }, maxBytes: MAX_PROOF_BYTES });
}

/** Claims it on the terms of that version, exactly once; see `submitIntent`. */
export function claimPromotion(promotionId: PromotionId, version: number): Promise<IntentOutcome<ClaimAnswer>> {
  return submitIntent({ kind: 'claim', gameId: promotionId, body: { promotionId, version } });
}
