/** The money model: the state of one player and of the gateway, computed without a ledger and without SQL. It is pure. */
import type { RawAnswer } from '../../../server/http/router';
import { creditDeposit, endDeposit, returnWallet } from '../bonus-model';
import type { BonusModel, ModelWallet } from '../bonus-model';
import type { OpenRoundModel } from '../bonus-steps';
import type { FairnessReceipt } from '../../../src/core/contract/games';
import { lagosDay } from '../../../src/core/time';
import { breakCode, emptyProtection, isBeyond } from './protection-model';
import type { ProtectionModel } from './protection-model';

export type DepositEnd = 'pending' | 'success' | 'failed' | 'cancelled' | 'expired' | 'mismatch' | 'held' | 'sent-back';
export type WithdrawalEnd = 'checking' | 'sending' | 'paid' | 'refused' | 'failed';

/** The action of the payer on the gateway's page. */
export type PayerAction = 'paid' | 'late' | 'failed' | 'cancelled' | 'wrong-amount' | 'twice' | 'never';
/** The result of a payout, chosen by the last digits of its account number. */
export type PayoutOutcome = 'paid' | 'late' | 'failed' | 'reversed' | 'never' | 'answer-lost' | 'call-lost' | 'failed-later' | 'twice';

export interface ModelDeposit {
  readonly depositId: string;
  readonly method: string;
  readonly amount: number;
  readonly at: number;
  readonly closesAt: number;
  state: DepositEnd;
  payerAction: PayerAction | null;
  decidedAt: number;
}

export interface ModelWithdrawal {
  readonly withdrawalId: string;
  readonly amount: number;
  readonly at: number;
  /** The part of the amount that was paid in and not played, in kobo. */
  readonly unplayed: number;
  /** The bonuses that had begun when it was asked for. */
  readonly since: readonly ModelWallet[];
  readonly approvalsNeeded: number;
  readonly payoutOutcome: PayoutOutcome;
  readonly approvals: Set<string>;
  refusedBy: string | null;
  state: WithdrawalEnd;
  /** The number of calls to the gateway, and the time of the first one. */
  calls: number;
  calledAt: number;
}

/** An operation that has an answer. */
export interface AnsweredOperation {
  readonly answer: RawAnswer;
  /** Sends the same request again; the answer must be equal byte for byte. */
  readonly repeat: () => Promise<RawAnswer>;
  /** Sends a different request with the same key. */
  readonly otherBody: () => Promise<RawAnswer>;
}

/** A bet that was refused after it named its draw. */
export interface ModelRefusedBet {
  readonly key: string;
  readonly gameId: string;
  /** Decimal naira. */
  readonly stake: number;
  readonly seeds: FairnessReceipt;
  readonly code: string;
}

export interface Model {
  now: number;
  /** Kobo. */
  real: number;
  /** The part of `real` that was paid in and not played, in kobo. */
  unplayed: number;
  held: number;
  /** The version of the ledger account; every posting raises it. */
  version: number;
  /** No round of any game may begin before this time, because the newest round has not lasted its cycle. */
  readyAt: number;
  readonly deposits: ModelDeposit[];
  readonly withdrawals: ModelWithdrawal[];
  readonly answered: AnsweredOperation[];
  readonly bonuses: BonusModel;
  /** The rounds of several steps that are still running. */
  readonly openRounds: OpenRoundModel[];
  /** The next draw, and the commit of the pair after it; null until the player has looked. */
  draws: { readonly next: FairnessReceipt; readonly nextCommit: string } | null;
  /** In their order. */
  readonly refusedBets: ModelRefusedBet[];
  readonly protection: ProtectionModel;
  /** The refusals that the platform gave. */
  readonly refusals: string[];
  /** The other events of the run, so that a test can see that every case occurred. */
  readonly occurrences: string[];
}

export function emptyModel(now: number): Model {
  return {
    now, real: 0, unplayed: 0, held: 0, version: 0, readyAt: -Infinity,
    deposits: [], withdrawals: [], answered: [], bonuses: [], openRounds: [], draws: null, refusedBets: [], refusals: [], occurrences: [],
    protection: emptyProtection(),
  };
}

const REPEATED_WITHIN_MS = 10 * 60_000;
const LATE_MS = 30_000;
const SOON_MS = 10_000;
/** The amount in kobo that the rules approve in a day without an admin. */
export const AUTOMATIC_A_DAY = 5_000_000;
export const APPROVALS = 2;

/** Tells if an equal deposit was made so recently that the player must confirm a second one. */
export function isRepeated(model: Model, method: string, amount: number): boolean {
  return model.deposits.some(
    (each) =>
      each.method === method && each.amount === amount && model.now - each.at < REPEATED_WITHIN_MS &&
      ['pending', 'success', 'mismatch'].includes(each.state),
  );
}

/** Sums, in kobo, the player's deposits that can still be paid. */
export function pendingDeposits({ deposits, now }: Model): number {
  return deposits.filter(({ state, closesAt }) => state === 'pending' && closesAt > now).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the code of the refusal of a deposit of this amount, or null when the platform accepts it. */
export function payingInRefusal(model: Model, amount: number): string | null {
  const { protection, now } = model;
  return breakCode(protection, now) ?? (isBeyond(protection, ['deposit'], amount, now, pendingDeposits(model)) ? 'limit-exceeded' : null);
}

/** Adds the deposit to the balance. */
export function credit(model: Model, deposit: ModelDeposit): void {
  deposit.state = 'success';
  model.real += deposit.amount;
  model.unplayed += deposit.amount;
  model.version += 1;
  model.protection.actions.push({ at: model.now, what: 'deposit', amount: deposit.amount });
  model.version += creditDeposit(model.bonuses, deposit.depositId, deposit.amount, model.now, breakCode(model.protection, model.now) === 'cool-off');
}

/** Applies the gateway's answer about a deposit; `isNotified` is true when the gateway notified the platform first. */
export function settleDeposit(model: Model, deposit: ModelDeposit, isNotified: boolean): void {
  const { state, payerAction } = deposit;
  if (['success', 'mismatch', 'held', 'sent-back'].includes(state) || (state !== 'pending' && !isNotified)) return;
  const hasArrived = payerAction === 'paid' || payerAction === 'twice' || (payerAction === 'late' && model.now >= deposit.decidedAt + LATE_MS);
  if (hasArrived && state === 'pending' && (model.now < deposit.closesAt || payingInRefusal(model, deposit.amount) === null)) credit(model, deposit);
  else if (hasArrived && state === 'pending') {
    deposit.state = 'held';
    model.version += 1;
  } else if (hasArrived || payerAction === 'wrong-amount') deposit.state = 'mismatch';
  else if (state !== 'pending') return;
  else if (payerAction === 'failed' || payerAction === 'cancelled') deposit.state = payerAction;
  else if (model.now >= deposit.closesAt) deposit.state = 'expired';
  if (deposit.state !== 'pending' && deposit.state !== 'success') endDeposit(model.bonuses, deposit.depositId);
}

/** Returns the number of admins who must approve a withdrawal of this amount now. */
export function countApprovals(model: Model, amount: number): number {
  const today = model.withdrawals
    .filter(({ at, approvalsNeeded, state }) => lagosDay(at) === lagosDay(model.now) && approvalsNeeded === 0 && state !== 'refused' && state !== 'failed')
    .reduce((sum, each) => sum + each.amount, 0);
  return amount <= Math.max(0, AUTOMATIC_A_DAY - today) ? 0 : APPROVALS;
}

/** Returns the state that the gateway reports for a payout, `unknown` when no call has reached it. */
function payoutState(model: Model, { payoutOutcome, calls, calledAt }: ModelWithdrawal): 'unknown' | 'pending' | 'success' | 'failed' {
  const elapsedMs = model.now - calledAt;
  if (calls === 0 || (payoutOutcome === 'call-lost' && calls === 1)) return 'unknown';
  switch (payoutOutcome) {
    case 'never':
      return 'pending';
    case 'late':
      return elapsedMs >= LATE_MS ? 'success' : 'pending';
    case 'failed':
      return 'failed';
    case 'failed-later':
    case 'reversed':
      return elapsedMs >= SOON_MS ? 'failed' : 'pending';
    default:
      return 'success';
  }
}

/** The caller has set the state of the withdrawal. */
function giveBack(model: Model, { amount, unplayed, since }: ModelWithdrawal): void {
  for (const wallet of since) wallet.paidInLater += unplayed;
  model.real += amount;
  model.unplayed += unplayed;
  returnBonuses(model);
}

/** Brings the bonuses back whose withdrawal was not paid, and for which no later one took unplayed money. */
function returnBonuses(model: Model): void {
  const isBack = ({ state }: ModelWithdrawal): boolean => state === 'refused' || state === 'failed';
  for (const wallet of model.bonuses) {
    const at = model.withdrawals.findIndex(({ withdrawalId }) => withdrawalId === wallet.endedBy);
    const [ending, ...later] = model.withdrawals.slice(at < 0 ? model.withdrawals.length : at);
    if (ending === undefined || !isBack(ending) || later.some((each) => each.unplayed > 0 && !isBack(each))) continue;
    model.version += returnWallet(wallet, model.now);
    model.occurrences.push('bonus returned');
  }
}

/** Plays so much of what was paid in; what is not on the balance is not unplayed either. */
export function play(model: Model, amount: number): void {
  model.unplayed = Math.min(Math.max(0, model.unplayed - amount), model.real);
}

function endPayout(model: Model, withdrawal: ModelWithdrawal): void {
  const gatewayState = payoutState(model, withdrawal);
  if (withdrawal.state !== 'sending' || (gatewayState !== 'success' && gatewayState !== 'failed')) return;
  withdrawal.state = gatewayState === 'success' ? 'paid' : 'failed';
  model.held -= withdrawal.amount;
  if (gatewayState === 'failed') giveBack(model, withdrawal);
  model.version += 1;
}

/** Handles the payout as the job does: sends it, or asks about it and sends it again where the gateway does not know it. */
export function processPayout(model: Model, withdrawal: ModelWithdrawal): void {
  if (withdrawal.state !== 'sending') return;
  const isFirst = withdrawal.calls === 0;
  if (isFirst) withdrawal.calledAt = model.now;
  if (payoutState(model, withdrawal) === 'unknown') withdrawal.calls += 1;
  const isAnswerLost = isFirst && (withdrawal.payoutOutcome === 'answer-lost' || withdrawal.payoutOutcome === 'call-lost');
  if (!isAnswerLost) endPayout(model, withdrawal);
}

/** Applies a notification of the gateway about the payout. */
export function notifyPayout(model: Model, withdrawal: ModelWithdrawal): void {
  if (withdrawal.calls > 0) endPayout(model, withdrawal);
}

export function refund(model: Model, withdrawal: ModelWithdrawal): void {
  withdrawal.state = 'refused';
  model.held -= withdrawal.amount;
  giveBack(model, withdrawal);
  model.version += 1;
}
