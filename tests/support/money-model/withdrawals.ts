import fc from 'fast-check';
import { expect } from 'vitest';
import { withdrawal as withdrawalAnswer } from '../../../src/core/contract/withdrawals';
import { kobo } from '../../../src/core/money';
import { readEndingBonuses } from '../../../server/bonuses';
import { approveWithdrawal, refuseWithdrawal } from '../../../server/admin/approvals';
import { sweepPayouts } from '../../../server/cashier/withdrawals/payouts/sweep-payouts';
import { requestWithdrawal } from '../../../server/cashier/withdrawals/request-withdrawal';
import { withdrawalById } from '../../../server/cashier/withdrawals/withdrawal-rows';
import { ProblemError } from '../../../server/http/problem';
import { command, pass, pickOpen, index } from './command';
import type { Command } from './command';
import { listActive, loseWithWithdrawal } from '../bonus-model';
import type { ModelWallet } from '../bonus-model';
import { APPROVALS, countApprovals, notifyPayout, refund, processPayout } from './model';
import type { Model, ModelWithdrawal, PayoutOutcome } from './model';
import { breakCode, isBeyond } from './protection-model';
import { codeOf, outcomeOf } from './world';
import type { World } from './world';
import { HERE } from '../caller-places';

const PAYOUT_OUTCOMES: readonly PayoutOutcome[] = ['paid', 'paid', 'late', 'failed', 'reversed', 'never', 'answer-lost', 'call-lost', 'failed-later', 'twice'];
/** Longer than the longest pause of the payout job, so that every payout is due. */
const ALL_DUE_MS = 31 * 60_000;

/** The bonuses that end when unplayed money is withdrawn: those whose own deposit was not played in full. Deposits are played in their order. */
function endingBonuses({ bonuses, unplayed, openRounds }: Model): ModelWallet[] {
  const all = openRounds.reduce((sum, round) => sum + round.unplayed, unplayed);
  return bonuses.filter(({ state, match, paidInLater }) => state === 'active' && match !== null && all > Math.max(0, paidInLater));
}

interface Wish {
  readonly amount: number;
  readonly unplayed: number;
  readonly isRequested: boolean;
  readonly agrees: boolean;
}

function refusalOf(model: Model, { amount, unplayed, isRequested, agrees }: Wish): string | null {
  const { protection, now } = model;
  if (amount > model.real) return 'insufficient-funds';
  if (unplayed === 0) return null;
  const isTurnoverWaived = isRequested || breakCode(protection, now) !== null || isBeyond(protection, ['stake', 'loss'], model.unplayed, now);
  if (!isTurnoverWaived) return 'turnover-needed';
  return !agrees && endingBonuses(model).length > 0 ? 'bonus-would-end' : null;
}

const withdraw = command(
  'withdraw',
  16,
  fc.record({
    amount: fc.constantFrom(100_000, 150_000, 2_000_000, 6_000_000), payoutOutcome: fc.constantFrom(...PAYOUT_OUTCOMES),
    request: fc.constantFrom(undefined, undefined, 'mistake' as const), agrees: fc.boolean(),
  }),
  async (world, model, { amount, payoutOutcome, request, agrees }) => {
    const key = world.newKey();
    const bankAccountId = await world.bankAccount(payoutOutcome);
    const { withdrawalEnds } = await readEndingBonuses(world.pool, world.userId, kobo(model.unplayed));
    const endsBonuses = agrees ? withdrawalEnds.map(({ walletId, version = 0 }) => ({ walletId, version })) : undefined;
    const submit = (kobos: number) =>
      requestWithdrawal(world.cashier.platform, { userId: world.userId, key, bankAccountId, amount: kobo(kobos), sessionHash: '', place: HERE, unplayed: request, endsBonuses });
    const outcome = await outcomeOf(submit(amount));
    const unplayed = Math.max(0, model.unplayed - (model.real - amount));
    const refusal = refusalOf(model, { amount, unplayed, isRequested: request !== undefined, agrees });
    expect(codeOf(outcome)).toBe(refusal);
    if (outcome instanceof Error) throw outcome;
    model.answered.push({ answer: outcome, repeat: () => submit(amount), otherBody: () => submit(amount + 100) });
    if (refusal !== null) return void model.refusals.push(`withdrawal ${refusal}`);
    const { withdrawalId } = withdrawalAnswer.parse(JSON.parse(outcome.text));
    // People look at what is paid out unplayed.
    const approvalsNeeded = unplayed > 0 ? APPROVALS : countApprovals(model, amount);
    const ending = unplayed === 0 ? [] : endingBonuses(model);
    const since = listActive(model.bonuses);
    for (const wallet of since) wallet.paidInLater -= unplayed;
    model.withdrawals.push({
      withdrawalId, amount, unplayed, since, at: model.now, approvalsNeeded, payoutOutcome, approvals: new Set(), refusedBy: null,
      state: approvalsNeeded === 0 ? 'sending' : 'checking', calls: 0, calledAt: 0,
    });
    model.real -= amount;
    model.unplayed -= unplayed;
    model.held += amount;
    model.version += 1;
    if (unplayed === 0) return;
    for (const wallet of ending) model.version += loseWithWithdrawal(wallet, withdrawalId, model.now);
    model.occurrences.push('withdrawal unplayed');
  },
);

async function expectState({ pool }: World, { withdrawalId, state }: ModelWithdrawal): Promise<void> {
  expect((await withdrawalById(pool, withdrawalId))?.state).toBe(state);
}

/** Returns the code of the refusal that an admin got, or null when the decision was accepted. */
async function runDecision(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
}

const decision = fc.record({ index, admin: fc.nat({ max: 2 }) });

const approve = command('approve', 12, decision, async (world, model, { index: at, admin }) => {
  const withdrawal = pickOpen(model.withdrawals, at, ({ state }) => state === 'checking');
  const adminId = world.adminIds[admin];
  if (withdrawal === null || adminId === undefined) return;
  const code = await runDecision(approveWithdrawal(world.cashier.platform, { adminId, withdrawalId: withdrawal.withdrawalId }));
  const { approvals, state } = withdrawal;
  const hasApproved = approvals.has(adminId);
  if (withdrawal.approvalsNeeded === 0) expect(code).toBe('not-found');
  else if (state === 'checking' || (hasApproved && state !== 'refused')) expect(code).toBe(null);
  else expect(code).toBe('conflict');
  if (code !== null || hasApproved) return;
  approvals.add(adminId);
  if (approvals.size >= withdrawal.approvalsNeeded) withdrawal.state = 'sending';
});

const refuse = command('refuse', 18, decision, async (world, model, { index: at, admin }) => {
  const withdrawal = pickOpen(model.withdrawals, at, ({ state }) => state === 'checking');
  const adminId = world.adminIds[admin];
  if (withdrawal === null || adminId === undefined) return;
  const code = await runDecision(refuseWithdrawal(world.cashier.platform, { adminId, withdrawalId: withdrawal.withdrawalId }, 'Not this one, sorry.'));
  const canRefuse = withdrawal.state === 'checking' ? !withdrawal.approvals.has(adminId) : withdrawal.refusedBy === adminId;
  if (withdrawal.approvalsNeeded === 0) expect(code).toBe('not-found');
  else expect(code).toBe(canRefuse ? null : 'conflict');
  if (code !== null || withdrawal.state !== 'checking') return;
  withdrawal.refusedBy = adminId;
  refund(model, withdrawal);
});

const payOut = command('payouts', 10, fc.constant(null), async (world, model) => {
  pass(world, model, ALL_DUE_MS);
  while ((await sweepPayouts(world.cashier.platform)) > 0);
  for (const withdrawal of model.withdrawals) {
    processPayout(model, withdrawal);
    await expectState(world, withdrawal);
  }
});

const payoutNotification = command('payout notification', 6, fc.record({ index, copies: fc.integer({ min: 1, max: 3 }) }), async (world, model, { index: at, copies }) => {
  const withdrawal = pickOpen(model.withdrawals, at, ({ state }) => state === 'sending');
  if (withdrawal === null) return;
  const body = world.cashier.notificationBody(`wd-${withdrawal.withdrawalId}`, 'transfer.success');
  await Promise.all(Array.from({ length: copies }, () => world.cashier.notify(body)));
  notifyPayout(model, withdrawal);
  await expectState(world, withdrawal);
});

export const WITHDRAWAL_COMMANDS: readonly Command[] = [withdraw, approve, refuse, payOut, payoutNotification];

/** Expects each withdrawal to equal the model's, and postpones those that never end so that they don't block the others. */
export async function expectWithdrawals(world: World, model: Model): Promise<void> {
  for (const withdrawal of model.withdrawals) await expectState(world, withdrawal);
  const { rows } = await world.pool.query(`SELECT unplayed FROM ledger_account WHERE account_id = 'real:' || $1`, [world.userId]);
  expect(rows).toEqual(model.version === 0 ? rows : [{ unplayed: model.unplayed }]);
  await world.pool.query(`UPDATE withdrawal SET check_after = check_after + interval '10 years' WHERE user_id = $1 AND state = 'sending'`, [world.userId]);
}
