/** Lists the promotions, and claims them. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { listClaimable, listPromotions } from '../../core/contract/promotions';
import type { Result } from '../../core/errors';
import type { IntentShapes } from '../../core/intent';
import type { PromotionId } from '../../core/promotions';
import { PUBLIC_USER } from '../../data/schema';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { callAsPlayer, callOpen, database } from '../index';
import { currentIds } from '../session/ids';
import { submitIntent } from './intents';
import type { IntentOutcome } from './intents';

/** The platform's answer to a claim. */
export type ClaimAnswer = IntentShapes['claim']['answer'];
export type Promotions = AnswerOf<typeof listPromotions>;
export type Claimables = AnswerOf<typeof listClaimable>;

export function loadPromotions(signal?: AbortSignal): Promise<Result<Promotions>> {
  return callOpen(listPromotions, { ...(signal && { signal }) });
}

export function storedPromotions(): Promise<Snapshot<Promotions> | null> {
  return getSnapshot(database, PUBLIC_USER, 'promotions', listPromotions.answer);
}

/** Loads the promotions that the signed-in player can claim; `canceled` for a guest. */
export function loadClaimable(signal?: AbortSignal): Promise<Result<Claimables>> {
  return callAsPlayer(listClaimable, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

export async function storedClaimable(): Promise<Snapshot<Claimables> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, 'promotions', listClaimable.answer);
}

/** Claims a promotion on the terms of that version, exactly once; see `submitIntent`. */
export function claimPromotion(promotionId: PromotionId, version: number): Promise<IntentOutcome<ClaimAnswer>> {
  return submitIntent({ kind: 'claim', gameId: promotionId, body: { promotionId, version } });
}
