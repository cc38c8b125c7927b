import type { Pool } from 'pg';
import type { Send } from './notifications/deliver';

export interface SimulatorDeps {
  readonly pool: Pool;
  readonly now: () => Date;
  readonly randomBytes: (size: number) => Buffer;
  /** Posts to the platform's own notification endpoint. */
  readonly send: Send;
}

export const CHECKOUT_PATH = '/api/simulator/checkout';
export const PAY_PATH = '/api/simulator/pay';
/** The page on which an account is opened at the simulated bank. */
export const BANK_PATH = '/api/simulator/bank';
