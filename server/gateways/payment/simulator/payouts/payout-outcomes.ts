import { SECOND_MS } from '../../../../../src/core/time';
/** Chooses the holders of simulated accounts, and the outcomes of payouts to them. Pure. */

/** The outcome of a payout, chosen by the last two digits of the account number. */
export type PayoutOutcome =
  | 'paid' | 'late' | 'failed' | 'failed-later' | 'reversed' | 'paid-then-reversed' | 'never' | 'twice' | 'answer-lost' | 'call-lost';

export type PayoutState = 'pending' | 'success' | 'failed' | 'reversed';

export interface PayoutEffect {
  /** The state at once. */
  readonly state: PayoutState;
  /** The state that follows by itself after `afterMs`. */
  readonly later?: { readonly state: Exclude<PayoutState, 'pending'>; readonly afterMs: number };
  readonly reason?: string;
  /** The number of notifications for each final state. */
  readonly notifications: number;
}

const REFUSED = 'Your bank says that this account can’t take money at the moment.';
const SENT_BACK = 'Your bank sent the money back.';

const EFFECTS: Readonly<Record<PayoutOutcome, PayoutEffect>> = {
  paid: { state: 'success', notifications: 1 },
  late: { state: 'pending', later: { state: 'success', afterMs: 30 * SECOND_MS }, notifications: 1 },
  failed: { state: 'failed', reason: REFUSED, notifications: 1 },
  'failed-later': { state: 'pending', later: { state: 'failed', afterMs: 10 * SECOND_MS }, reason: REFUSED, notifications: 1 },
  reversed: { state: 'pending', later: { state: 'reversed', afterMs: 10 * SECOND_MS }, reason: SENT_BACK, notifications: 1 },
  'paid-then-reversed': { state: 'success', later: { state: 'reversed', afterMs: 60 * SECOND_MS }, reason: SENT_BACK, notifications: 1 },
  never: { state: 'pending', notifications: 0 },
  twice: { state: 'success', notifications: 2 },
  // The payout is paid, but its answer is lost.
  'answer-lost': { state: 'success', notifications: 0 },
  // The first call is lost before it arrives.
  'call-lost': { state: 'success', notifications: 1 },
};

const BY_ENDING: Readonly<Record<string, PayoutOutcome>> = {
  '01': 'late', '02': 'failed', '03': 'reversed', '04': 'never', '05': 'answer-lost', '06': 'call-lost', '07': 'failed-later',
  '08': 'paid-then-reversed', '09': 'twice',
};

/** Returns the outcome for an account number; endings without an entry are paid at once. */
export function payoutOutcomeOf(accountNumber: string): PayoutOutcome {
  return BY_ENDING[accountNumber.slice(-2)] ?? 'paid';
}

export function payoutEffectOf(outcome: PayoutOutcome): PayoutEffect {
  return EFFECTS[outcome];
}

const FIRST_NAMES = ['ADA', 'CHINEDU', 'BOLANLE', 'MUSA', 'NGOZI', 'TUNDE', 'AISHA', 'EMEKA', 'FUNKE', 'IBRAHIM'] as const;
const LAST_NAMES = ['OBI', 'OKAFOR', 'ADEYEMI', 'BELLO', 'EZE', 'BALOGUN', 'SANI', 'NWOSU', 'OGUNLEYE', 'DANJUMA'] as const;

/**
 * Finds the holder of an account that nobody opened on the bank's page: `unknown` (ending 90), `silent` (92), otherwise a name. The seventh
 * digit chooses the first name and the eighth the last name; an account that ends in 91 has another holder than its digits say.
 */
export function findSimulatedHolder(accountNumber: string): { readonly holder: string } | 'unknown' | 'silent' {
  const ending = accountNumber.slice(-2);
  if (ending === '90') return 'unknown';
  if (isSilentBank(accountNumber)) return 'silent';
  const shift = ending === '91' ? 1 : 0;
  const pick = (names: readonly string[], at: number): string => names[(Number(accountNumber[at]) + shift) % names.length] ?? '';
  return { holder: `${pick(LAST_NAMES, 7)} ${pick(FIRST_NAMES, 6)}` };
}

/** Returns true for an account whose bank never answers an enquiry. */
export function isSilentBank(accountNumber: string): boolean {
  return accountNumber.endsWith('92');
}
