/** What must be true of one player and of what the gateway knows, kept without a ledger and without SQL. Pure. */
import type { RawAnswer } from '../../../server/http/router';
import { credited, depositEnded } from '../bonus-model';
import type { BonusModel } from '../bonus-model';
import type { OpenModel } from '../bonus-steps';
import { lagosDay } from '../../../src/core/time';
import { breakCode, emptyProtection, isBeyond } from './protection-model';
import type { ProtectionModel } from './protection-model';

export type DepositEnd = 'pending' | 'success' | 'failed' | 'cancelled' | 'expired' | 'mismatch' | 'held' | 'sent-back';
export type WithdrawalEnd = 'checking' | 'sending' | 'paid' | 'refused' | 'failed';

/** What the payer did on the gateway's page. */
export type Paying = 'paid' | 'late' | 'failed' | 'cancelled' | 'wrong-amount' | 'twice' | 'never';
/** What becomes of a payout, by the ending of its account's number. */
export type PayingOut = 'paid' | 'late' | 'failed' | 'reversed' | 'never' | 'answer-lost' | 'call-lost' | 'failed-later' | 'twice';

export interface ModelDeposit {
  readonly depositId: string;
  readonly method: string;
  readonly amount: number;
  readonly at: number;
  readonly closesAt: number;
  state: DepositEnd;
  paying: Paying | null;
  decidedAt: number;
}

export interface ModelWithdrawal {
  readonly withdrawalId: string;
  readonly amount: number;
  readonly at: number;
  readonly approvalsNeeded: number;
  readonly payingOut: PayingOut;
  readonly approvals: Set<string>;
  refusedBy: string | null;
  state: WithdrawalEnd;
  /** How often the gateway was called, and when first. */
  calls: number;
  calledAt: number;
}

/** An operation that has an answer. */
export interface Known {
  readonly answer: RawAnswer;
  /** The same again, byte for byte. */
  readonly again: () => Promise<RawAnswer>;
  /** The same key for something else. */
  readonly otherBody: () => Promise<RawAnswer>;
}

export interface Model {
  now: number;
  /** Kobo. */
  real: number;
  held: number;
  /** Of the ledger: every posting raises it. */
  version: number;
  /** Before it no round begins, in any game: the newest one lasts its cycle. */
  readyAt: number;
  readonly deposits: ModelDeposit[];
  readonly withdrawals: ModelWithdrawal[];
  readonly known: Known[];
  readonly bonuses: BonusModel;
  /** Rounds of several steps that are not over. */
  readonly open: OpenModel[];
  readonly protection: ProtectionModel;
  /** The codes with which protection refused something. */
  readonly refusals: string[];
}

export function emptyModel(now: number): Model {
  return {
    now, real: 0, held: 0, version: 0, readyAt: -Infinity,
    deposits: [], withdrawals: [], known: [], bonuses: [], open: [], refusals: [],
    protection: emptyProtection(),
  };
}

const REPEATED_WITHIN_MS = 10 * 60_000;
const LATE_MS = 30_000;
const SOON_MS = 10_000;
/** What rules alone let through in a day, in kobo. */
export const AUTOMATIC_A_DAY = 5_000_000;
export const APPROVALS = 2;

/** Whether an equal deposit is so near that it has to be asked for twice. */
export function isRepeated(model: Model, method: string, amount: number): boolean {
  return model.deposits.some(
    (each) =>
      each.method === method && each.amount === amount && model.now - each.at < REPEATED_WITHIN_MS &&
      ['pending', 'success', 'mismatch'].includes(each.state),
  );
}

/** Kobo of the player's deposits that can still be paid. */
export function pendingDeposits({ deposits, now }: Model): number {
  return deposits.filter(({ state, closesAt }) => state === 'pending' && closesAt > now).reduce((sum, { amount }) => sum + amount, 0);
}

/** The code of what stands against paying in so much; null: nothing. */
export function payingInRefusal(model: Model, amount: number): string | null {
  const { protection, now } = model;
  return breakCode(protection, now) ?? (isBeyond(protection, ['deposit'], amount, now, pendingDeposits(model)) ? 'limit-exceeded' : null);
}

/** It is on the balance. */
export function credit(model: Model, deposit: ModelDeposit): void {
  deposit.state = 'success';
  model.real += deposit.amount;
  model.version += 1;
  model.protection.done.push({ at: model.now, what: 'deposit', amount: deposit.amount });
  model.version += credited(model.bonuses, deposit.depositId, deposit.amount, model.now, breakCode(model.protection, model.now) === 'cool-off');
}

/** The gateway is asked about a deposit and answers; `news`: because it said that there is something. */
export function settleDeposit(model: Model, deposit: ModelDeposit, news: boolean): void {
  const { state, paying } = deposit;
  if (['success', 'mismatch', 'held', 'sent-back'].includes(state) || (state !== 'pending' && !news)) return;
  const arrived = paying === 'paid' || paying === 'twice' || (paying === 'late' && model.now >= deposit.decidedAt + LATE_MS);
  if (arrived && state === 'pending' && (model.now < deposit.closesAt || payingInRefusal(model, deposit.amount) === null)) credit(model, deposit);
  else if (arrived && state === 'pending') {
    deposit.state = 'held';
    model.version += 1;
  } else if (arrived || paying === 'wrong-amount') deposit.state = 'mismatch';
  else if (state !== 'pending') return;
  else if (paying === 'failed' || paying === 'cancelled') deposit.state = paying;
  else if (model.now >= deposit.closesAt) deposit.state = 'expired';
  if (deposit.state !== 'pending' && deposit.state !== 'success') depositEnded(model.bonuses, deposit.depositId);
}

/** How many admins have to approve what is asked for now. */
export function approvalsFor(model: Model, amount: number): number {
  const today = model.withdrawals
    .filter(({ at, approvalsNeeded, state }) => lagosDay(at) === lagosDay(model.now) && approvalsNeeded === 0 && state !== 'refused' && state !== 'failed')
    .reduce((sum, each) => sum + each.amount, 0);
  return amount <= Math.max(0, AUTOMATIC_A_DAY - today) ? 0 : APPROVALS;
}

/** What the gateway says of a payout that it may have heard of. */
function payoutState(model: Model, { payingOut, calls, calledAt }: ModelWithdrawal): 'unknown' | 'pending' | 'success' | 'failed' {
  const passed = model.now - calledAt;
  if (calls === 0 || (payingOut === 'call-lost' && calls === 1)) return 'unknown';
  switch (payingOut) {
    case 'never':
      return 'pending';
    case 'late':
      return passed >= LATE_MS ? 'success' : 'pending';
    case 'failed':
      return 'failed';
    case 'failed-later':
    case 'reversed':
      return passed >= SOON_MS ? 'failed' : 'pending';
    default:
      return 'success';
  }
}

function endPayout(model: Model, withdrawal: ModelWithdrawal): void {
  const said = payoutState(model, withdrawal);
  if (withdrawal.state !== 'sending' || (said !== 'success' && said !== 'failed')) return;
  withdrawal.state = said === 'success' ? 'paid' : 'failed';
  model.held -= withdrawal.amount;
  if (said === 'failed') model.real += withdrawal.amount;
  model.version += 1;
}

/** The payout job comes to it: sends it, or asks and sends it again where the gateway never heard of it. */
export function takeUpPayout(model: Model, withdrawal: ModelWithdrawal): void {
  if (withdrawal.state !== 'sending') return;
  const isFirst = withdrawal.calls === 0;
  if (isFirst) withdrawal.calledAt = model.now;
  if (payoutState(model, withdrawal) === 'unknown') withdrawal.calls += 1;
  const isAnswerLost = isFirst && (withdrawal.payingOut === 'answer-lost' || withdrawal.payingOut === 'call-lost');
  if (!isAnswerLost) endPayout(model, withdrawal);
}

/** The gateway has news about it. */
export function payoutNews(model: Model, withdrawal: ModelWithdrawal): void {
  if (withdrawal.calls > 0) endPayout(model, withdrawal);
}

export function refund(model: Model, withdrawal: ModelWithdrawal): void {
  withdrawal.state = 'refused';
  model.held -= withdrawal.amount;
  model.real += withdrawal.amount;
  model.version += 1;
}
