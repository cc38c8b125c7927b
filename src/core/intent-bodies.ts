/**
 * The shapes of intents' bodies on a device. They are looser than the platform's, so that members that a newer version of the app
 * wrote stay in the record when this version writes it again.
 */
import * as z from './zod';
import { forfeitBonus } from './contract/bonuses';
import { chooseForDeposit, createDeposit } from './contract/cashier';
import type { Schema } from './contract/endpoint';
import { playAction, playRound } from './contract/games';
import { claimPromotion } from './contract/promotions';
import { createWithdrawal } from './contract/withdrawals';
import type { IntentKind, IntentShapes } from './intent';
import { PROMOTION_IDS } from './promotions';

const decimalNaira = z.optional(z.number());
const stepsBefore = z.looseObject({ actions: z.array(z.unknown()), stake: z.number() });

export const INTENT_BODIES: { readonly [K in IntentKind]: Schema<IntentShapes[K]['body']> } = {
  deposit: z.looseObject(createDeposit.body.shape),
  withdrawal: z.looseObject(createWithdrawal.body.shape),
  round: z.looseObject({ ...playRound.body.shape, rules: z.optional(z.string()) }),
  action: z.looseObject({ ...playAction.body.shape, roundId: z.string(), stake: decimalNaira, before: z.optional(stepsBefore) }),
  claim: z.looseObject({ ...claimPromotion.body.shape, promotionId: z.enum(PROMOTION_IDS) }),
  forfeit: z.looseObject(forfeitBonus.body.shape),
  choice: z.looseObject({ ...chooseForDeposit.body.shape, amount: decimalNaira }),
};
