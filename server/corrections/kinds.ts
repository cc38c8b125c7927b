/** All kinds of corrections, by the word that their rows have. */
import { adjustmentKind, ADJUSTMENT } from './adjustments/adjustment';
import type { CorrectionKind } from './correction-kind';
import { DEPOSIT_CREDIT, DEPOSIT_SENT_BACK, depositCreditKind, depositSentBackKind } from './payments/deposit-solution';
import { DIFFERENCE, differenceKind } from './payments/difference';
import { PAYOUT_RETURN, payoutReturnKind } from './payments/payout-return';

const KINDS: Readonly<Record<string, CorrectionKind>> = {
  [ADJUSTMENT]: adjustmentKind,
  [PAYOUT_RETURN]: payoutReturnKind,
  [DEPOSIT_CREDIT]: depositCreditKind,
  [DEPOSIT_SENT_BACK]: depositSentBackKind,
  [DIFFERENCE]: differenceKind,
};

/** A newer Ayo may have proposed a kind that this one does not know; undefined then. */
export const kindOf = (kind: string): CorrectionKind | undefined => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined);
