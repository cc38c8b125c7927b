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
  /** The place of the request: ISO 3166-1, and ISO 3166-2:NG without `NG-`; null where the place is unknown. */
  readonly country: string | null;
  readonly region: string | null;
  readonly next_type: PaymentInstruction['type'] | null;
  readonly next_value: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The player is told to pay before this instant. */
  readonly expires_at: Date;
  /** Money that was sent in time may still arrive before this instant. */
  readonly closes_at: Date;
  /** The bank whose USSD code the player dials; null for other methods. */
  readonly bank_code: string | null;
  /** The time of the player's first claim. */
  readonly claimed_at: Date | null;
  /** The problem code for which the deposit is, or was, held. */
  readonly hold_reason: string | null;
}
