import fc from 'fast-check';
import { expect } from 'vitest';
import { DEPOSIT_CHOICES, deposit as depositAnswer } from '../../../src/core/contract/cashier';
import { kobo } from '../../../src/core/money';
import { applyChoice } from '../../../server/cashier/held-deposits/deposit-choice';
import { sweepReturns } from '../../../server/cashier/held-deposits/sweep-returns';
import { methodOption } from '../../../server/cashier/deposits/deposit-methods';
import { settleDeposit as settleThere } from '../../../server/cashier/deposits/settle-deposit';
import { startDeposit } from '../../../server/cashier/deposits/start-deposit';
import { SITE } from '../deposits';
import { command, pass, pick, pickOpen, index } from './command';
import type { Command } from './command';
import { credit, isRepeated, payingInRefusal, settleDeposit } from './model';
import type { Model, ModelDeposit, PayerAction } from './model';
import { codeOf, outcomeOf } from './world';
import type { World } from './world';
import { HERE } from '../caller-places';

const PAYING: readonly PayerAction[] = ['paid', 'late', 'failed', 'cancelled', 'wrong-amount', 'twice', 'never'];

async function expectState({ cashier }: World, deposit: ModelDeposit): Promise<void> {
  expect((await cashier.deposit(deposit.depositId)).state).toBe(deposit.state);
}

async function pay({ cashier }: World, model: Model, deposit: ModelDeposit, payerAction: PayerAction): Promise<void> {
  await cashier.choose(`dep-${deposit.depositId}`, payerAction);
  // The payer's first choice counts.
  if (deposit.payerAction !== null) return;
  deposit.payerAction = payerAction;
  deposit.decidedAt = model.now;
}

async function notify(world: World, model: Model, deposit: ModelDeposit, copies: number): Promise<void> {
  const body = world.cashier.notificationBody(`dep-${deposit.depositId}`);
  for (const { status } of await Promise.all(Array.from({ length: copies }, () => world.cashier.notify(body)))) expect(status).toBe(200);
  settleDeposit(model, deposit, true);
  await expectState(world, deposit);
}

const start = command(
  'deposit',
  16,
  fc.record({
    method: fc.constantFrom('mobile-money' as const, 'card' as const),
    amount: fc.constantFrom(100_000, 2_000_000, 2_000_000, 50_000_000),
    again: fc.boolean(),
    /** The payer does this at once, and the gateway notifies the platform. */
    then: fc.option(fc.constantFrom(...PAYING, 'paid' as const, 'paid' as const, 'paid' as const, 'paid' as const), { freq: 3 }),
  }),
  async (world, model, { method, amount, again, then }) => {
    const { platform } = world.cashier;
    const key = world.newKey();
    const ask = (kobos: number, userId = world.userId) =>
      startDeposit(platform, { userId, key, method, amount: kobo(kobos), again: again ? true : undefined, place: HERE, returnBase: SITE });
    const outcome = await outcomeOf(ask(amount));
    const refusal = !again && isRepeated(model, method, amount) ? 'repeated-deposit' : payingInRefusal(model, amount);
    expect(codeOf(outcome)).toBe(refusal);
    if (outcome instanceof Error) throw outcome;
    model.answered.push({ answer: outcome, repeat: () => ask(amount), otherBody: () => ask(amount + 100) });
    if (refusal !== null) return void model.refusals.push(`deposit ${refusal}`);
    const { depositId } = depositAnswer.parse(JSON.parse(outcome.text));
    const { lifetimeMs, graceMs } = methodOption(method);
    const deposit: ModelDeposit = {
      depositId, method, amount, at: model.now, closesAt: model.now + lifetimeMs + graceMs, state: 'pending', payerAction: null, decidedAt: 0,
    };
    model.deposits.push(deposit);
    if (then === null) return;
    await pay(world, model, deposit, then);
    await notify(world, model, deposit, 1);
  },
);

const payer = command('payer', 6, fc.record({ index, payerAction: fc.constantFrom(...PAYING, 'paid' as const, 'paid' as const, 'paid' as const) }), async (world, model, { index: at, payerAction }) => {
  const deposit = pickOpen(model.deposits, at, (each) => each.payerAction === null);
  if (deposit === null) return;
  await pay(world, model, deposit, payerAction);
});

const notification = command('notification', 8, fc.record({ index, copies: fc.integer({ min: 1, max: 3 }) }), async (world, model, { index: at, copies }) => {
  const deposit = pickOpen(model.deposits, at, ({ payerAction, state }) => payerAction !== null && state === 'pending');
  if (deposit === null) return;
  await notify(world, model, deposit, copies);
});

const forgedNotification = command('forged notification', 2, fc.record({ index }), async (world, model, { index: at }) => {
  const deposit = pick(model.deposits, at);
  if (deposit === null) return;
  expect((await world.cashier.notify(world.cashier.notificationBody(`dep-${deposit.depositId}`), 't=1,v1=00')).status).toBe(401);
  await expectState(world, deposit);
});

const requery = command('requery', 4, fc.record({ index }), async (world, model, { index: at }) => {
  const deposit = pick(model.deposits, at);
  if (deposit === null) return;
  await settleThere(world.cashier.platform, deposit.depositId, 'page-view');
  settleDeposit(model, deposit, false);
  await expectState(world, deposit);
});

const browserReturn = command('browser comes back', 4, fc.record({ index, says: fc.constantFrom('success', 'cancel', 'failure') }), async (world, model, { index: at, says }) => {
  const deposit = pick(model.deposits, at);
  if (deposit === null) return;
  // The pause is the shortest after which a browser may make the platform ask the gateway again.
  pass(world, model, 1_001);
  await world.cashier.get(`/api/callbacks/mm/${says}?ref=dep-${deposit.depositId}`);
  settleDeposit(model, deposit, false);
  await expectState(world, deposit);
});

const lateNotification = command('paid after the end', 2, fc.record({ index }), async (world, model, { index: at }) => {
  const deposit = pick(model.deposits.filter(({ payerAction, state }) => payerAction === null && state === 'pending'), at);
  if (deposit === null) return;
  pass(world, model, Math.max(1, deposit.closesAt - model.now));
  await settleThere(world.cashier.platform, deposit.depositId, 'page-view');
  settleDeposit(model, deposit, false);
  await expectState(world, deposit);
  await pay(world, model, deposit, 'paid');
  await notify(world, model, deposit, 1);
});

const lateCheck = command('paid in time, and looked at late', 3, fc.record({ index }), async (world, model, { index: at }) => {
  const deposit = pick(model.deposits.filter(({ payerAction, state }) => payerAction === null && state === 'pending'), at);
  if (deposit === null) return;
  await pay(world, model, deposit, 'paid');
  pass(world, model, Math.max(1, deposit.closesAt - model.now));
  await notify(world, model, deposit, 1);
});

const choice = command('choice', 4, fc.record({ index, wanted: fc.constantFrom(...DEPOSIT_CHOICES) }), async (world, model, { index: at, wanted }) => {
  const deposit = pickOpen(model.deposits, at, ({ state }) => state === 'held');
  if (deposit === null) return;
  const { platform } = world.cashier;
  const key = world.newKey();
  const ask = (depositId = deposit.depositId) => applyChoice(platform, { userId: world.userId, key, depositId, choice: wanted, place: HERE });
  const outcome = await outcomeOf(ask());
  const refusal = deposit.state !== 'held' ? 'conflict' : wanted === 'credit' ? payingInRefusal(model, deposit.amount) : null;
  expect(codeOf(outcome)).toBe(refusal);
  if (outcome instanceof Error) throw outcome;
  model.answered.push({ answer: outcome, repeat: () => ask(), otherBody: () => ask('another') });
  if (refusal !== null) return;
  if (wanted === 'credit') credit(model, deposit);
  else {
    await sweepReturns(platform);
    deposit.state = 'sent-back';
    model.version += 1;
  }
  await expectState(world, deposit);
});

const time = command('time passes', 4, fc.constantFrom(1_000, 9_000, 31_000, 11 * 60_000, 25 * 3_600_000), async (world, model, ms) => {
  pass(world, model, ms);
});

export const DEPOSIT_COMMANDS: readonly Command[] = [
  start, payer, notification, forgedNotification, requery, browserReturn, lateNotification, lateCheck, choice, time,
];

/** Expects each deposit that the platform shows to equal the model's. */
export async function expectDeposits(world: World, model: Model): Promise<void> {
  for (const deposit of model.deposits) await expectState(world, deposit);
}
