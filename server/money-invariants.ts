import { BONUS_INVARIANTS } from './bonuses';
import { CASHIER_INVARIANTS } from './cashier';
import { CORRECTION_INVARIANTS } from './corrections';
import { FRAME_INVARIANTS } from './frames';
import { ROUND_INVARIANTS } from './games';
import { CHECKPOINT_INVARIANTS } from './ledger/checkpoint';
import { LEDGER_INVARIANTS } from './ledger/invariants';
import type { Invariant } from './ledger/invariants';
import { PROMOTION_INVARIANTS } from './promotions';

/** The invariants of money of the domains; the checkpoint looks at what new transactions belong to. */
export const DOMAIN_INVARIANTS: readonly Invariant[] = [
  ...CASHIER_INVARIANTS, ...BONUS_INVARIANTS, ...ROUND_INVARIANTS, ...FRAME_INVARIANTS, ...PROMOTION_INVARIANTS, ...CORRECTION_INVARIANTS,
];

/** The invariants of money of all domains; each holds at any moment. */
export const MONEY_INVARIANTS: readonly Invariant[] = [...LEDGER_INVARIANTS, ...CHECKPOINT_INVARIANTS, ...DOMAIN_INVARIANTS];
