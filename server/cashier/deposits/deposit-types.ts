import type { DEPOSIT_STATES } from '../../../src/core/contract/cashier';
import type { PaymentInstruction } from '../../gateways';

export type DepositState = (typeof DEPOSIT_STATES)[number];
export type DepositStep =
  | 'asked' | 'redirected' | 'prompted' | 'account-given' | 'code-given' | 'start-lost' | 'returned' | 'claimed'
  | 'checked' | 'credited' | 'failed' | 'cancelled' | 'expired' | 'mismatch' | 'held' | 'return-asked' | 'return-failed' | 'sent-back';

export interface DepositRow {
  readonly deposit_id: string;
  readonly user_id: string;
  readonly gateway: string;
  readonly reference: string;
  readonly operation_key: string;
  readonly method: string;
  /** Kobo. */
  readonly amount: number;
  readonly currency: string;
  readonly state: DepositState;
  readonly return_base: string;
  /** Where it was asked for: ISO 3166-1, and ISO 3166-2:NG without `NG-`; null = nothing told. */
  readonly country: string | null;
  readonly region: string | null;
  readonly next_type: PaymentInstruction['type'] | null;
  readonly next_value: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Until when it can be paid, as the player is told. */
  readonly expires_at: Date;
  /** Until then money may still arrive that was sent before. */
  readonly closes_at: Date;
  /** For `ussd`: the bank that is dialled. */
  readonly bank_code: string | null;
  /** When the player said that the bank took the money. */
  readonly claimed_at: Date | null;
  /** The code of what stood against the credit of one that is or was held. */
  readonly hold_reason: string | null;
}
