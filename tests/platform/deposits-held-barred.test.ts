/** A held deposit that can't go back, of somebody who may not pay in: it is never trapped, and opens no way round a bar or a limit. */
import { beforeEach, describe, expect, it } from 'vitest';
import { claimDebit } from '../../server/cashier/deposits/claim-debit';
import { applyChoice } from '../../server/cashier/held-deposits/deposit-choice';
import { sweepReturns } from '../../server/cashier/held-deposits/sweep-returns';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { requestWithdrawal } from '../../server/cashier/withdrawals/request-withdrawal';
import { singleGateway } from '../../server/gateways/payment/gateways';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import type { DepositChoice } from '../../src/core/contract/cashier';
import { kobo } from '../../src/core/money';
import { readWallets } from '../support/bonus-rows';
import { claimMatch } from '../support/bonuses';
import type { StartedDeposit } from '../support/deposits';
import { ELSEWHERE, HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { makePayable } from '../support/payable-players';
import type { PayablePlayer } from '../support/payable-players';
import { makeOnePerson } from '../support/persons';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** By the kobo part of the amount the simulator's bank does not take it back. */
const NOT_TAKEN_BACK = 40_000.11;
const AMOUNT = 4_000_011;

const database = fileDatabase({ invariants: [...MONEY_INVARIANTS, ...PROTECTION_INVARIANTS] });
let stage: Stage;
let payable: PayablePlayer;
let ada: StagePlayer;
beforeEach(async () => {
  await database.pool.query(`UPDATE deposit SET check_after = 'infinity'`);
  stage = makeStage(database.pool);
  payable = await makePayable(database.pool);
  ada = stage.existingPlayer(payable.userId);
});

const real = (): Promise<number> => stage.cashier.readReal(ada.userId);
const stateOf = async ({ depositId }: StartedDeposit): Promise<string> => (await stage.cashier.deposit(depositId)).state;
const alerts = (): string[] => stage.cashier.log.filter(({ details }) => details['alert'] === true).map(({ event }) => event);

/** Starts a deposit that runs out, is claimed, and is paid after `bar` has barred the player, so that the platform holds it. */
async function holdOnceBarred(bar: () => Promise<unknown>, naira = NOT_TAKEN_BACK): Promise<StartedDeposit> {
  const late = await stage.cashier.start(ada.userId, naira, newKey(), { method: 'bank-transfer' });
  stage.pass(90 * MINUTE_MS);
  await database.pool.query('UPDATE deposit SET check_after = created_at WHERE deposit_id = $1', [late.depositId]);
  await sweepDeposits(stage.platform);
  await claimDebit(stage.platform, { userId: ada.userId, depositId: late.depositId, bankReference: 'FT26112100004711' });
  await bar();
  await stage.cashier.choose(late.reference, 'paid');
  await stage.cashier.notify(stage.cashier.notificationBody(late.reference));
  expect(await stateOf(late)).toBe('held');
  return late;
}

async function choose({ depositId }: StartedDeposit, choice: DepositChoice, place = HERE): Promise<readonly [number, unknown, unknown]> {
  const { status, text } = await applyChoice(stage.platform, { userId: ada.userId, key: newKey(), depositId, choice, place });
  const { code, state, detail } = JSON.parse(text) as { code?: string; state?: string; detail?: string };
  return [status, code ?? state, detail];
}
async function sendBack(late: StartedDeposit): Promise<void> {
  expect(await choose(late, 'send-back')).toEqual([200, 'returning', undefined]);
  await sweepReturns(stage.platform);
  expect(await stateOf(late)).toBe('held');
}
const credit = async (late: StartedDeposit, place = HERE) => (await choose(late, 'credit', place)).slice(0, 2);
const CREDITED = [200, 'success'];

describe('money that could not be sent back', () => {
  it('of an account that is excluded for good is not trapped: it goes on the balance, can’t be staked, and is paid out', async () => {
    const late = await holdOnceBarred(() => ada.exclude('permanent'));
    const [status, code, detail] = await choose(late, 'credit');
    expect([status, code]).toEqual([403, 'self-excluded']);
    expect(detail).toContain('Have it sent back. If that can’t be done, you can put it on your balance to withdraw it.');
    await sendBack(late);
    await sendBack(late);
    expect(await credit(late)).toEqual(CREDITED);
    expect(await real()).toBe(AMOUNT);
    await expect(ada.bet(10)).rejects.toMatchObject({ code: 'self-excluded' });
    const withdrawal = await requestWithdrawal(stage.platform, { userId: ada.userId, key: newKey(), bankAccountId: payable.bankAccountId, amount: kobo(AMOUNT), sessionHash: '', place: HERE });
    expect([withdrawal.status, await real()]).toEqual([201, 0]);
  });

  it('to a second account is not trapped: it goes on the balance there, can’t be staked, and is paid out', async () => {
    const first = await stage.player(0);
    const late = await holdOnceBarred(async () => {
      await database.pool.query(`UPDATE player SET verification = 'none' WHERE user_id = $1`, [ada.userId]);
      await makeOnePerson(stage.platform, first.userId, ada.userId);
    });
    expect(await credit(late)).toEqual([409, 'nin-in-use']);
    await sendBack(late);
    expect(await credit(late)).toEqual(CREDITED);
    await expect(ada.bet(10)).rejects.toMatchObject({ code: 'nin-in-use' });
    const withdrawal = await requestWithdrawal(stage.platform, { userId: ada.userId, key: newKey(), bankAccountId: payable.bankAccountId, amount: kobo(AMOUNT), sessionHash: '', place: HERE });
    expect([withdrawal.status, await real()]).toEqual([201, 0]);
  });

  it('to a second account is no way past the limits of the one that plays, should that one be closed', async () => {
    const first = await stage.player(0);
    await first.set('deposit', 'day', 500);
    const late = await holdOnceBarred(async () => {
      await database.pool.query(`UPDATE player SET verification = 'none' WHERE user_id = $1`, [ada.userId]);
      await makeOnePerson(stage.platform, first.userId, ada.userId);
    });
    await sendBack(late);
    expect(await credit(late)).toEqual([403, 'limit-exceeded']);
  });

  it('raises an alert each time that sending it back fails', async () => {
    const late = await holdOnceBarred(() => ada.exclude('permanent'));
    expect(alerts()).toEqual([]);
    await sendBack(late);
    await sendBack(late);
    expect(alerts()).toEqual(['deposit-return.settled', 'deposit-return.settled']);
  });

  it('is not trapped when its payment service is not in use any more, and raises an alert', async () => {
    const late = await holdOnceBarred(() => ada.exclude('permanent'), 5_000);
    const [before] = stage.platform.gateways.all;
    if (before === undefined) throw new Error('there is one');
    await choose(late, 'send-back');
    await sweepReturns({ ...stage.platform, gateways: singleGateway({ ...before, name: 'another' }) });
    expect((await stage.cashier.deposit(late.depositId)).timeline.at(-1)).toMatchObject({ step: 'return-failed', detail: 'We no longer use the payment service that it came through.' });
    expect(alerts()).toEqual(['deposit-return.gateway-gone', 'deposit-return.settled']);
    expect(await credit(late)).toEqual(CREDITED);
  });

  it('of an account that is excluded is not kept back by a limit, and counts as a deposit of its day', async () => {
    const late = await holdOnceBarred(async () => {
      await ada.set('deposit', 'day', 5_000);
      await ada.exclude('6-months');
    });
    await sendBack(late);
    expect(await credit(late)).toEqual(CREDITED);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 40_000.11, left: 0 });
  });

  it.each([
    ['the last hour', 'day', 60 * MINUTE_MS, [403, 'limit-exceeded']],
    ['less than a day', 'day', DAY_MS - 1, [403, 'limit-exceeded']],
    ['a day', 'day', DAY_MS, CREDITED],
    ['less than 31 days', 'month', 31 * DAY_MS - 1, [403, 'limit-exceeded']],
    ['31 days', 'month', 31 * DAY_MS, CREDITED],
  ] as const)('with %s of the exclusion left is held against the limit of a %s if that reaches past its end', async (_, period, left, answer) => {
    const late = await holdOnceBarred(async () => {
      await ada.set('deposit', period, 5_000);
      await ada.exclude('6-months');
    });
    await sendBack(late);
    const { rows } = await database.pool.query<{ ends: Date }>('SELECT protection_until AS ends FROM player WHERE user_id = $1', [ada.userId]);
    stage.pass((rows[0]?.ends.getTime() ?? 0) - left - stage.platform.now().getTime());
    expect(await credit(late)).toEqual(answer);
  });

  it('of somebody on a break can be paid out at once, but a break is no way past a deposit limit', async () => {
    const late = await holdOnceBarred(() => ada.exclude('7-days'));
    expect(await credit(late)).toEqual([403, 'cool-off']);
    await sendBack(late);
    await ada.set('deposit', 'day', 40_000);
    expect(await credit(late)).toEqual([403, 'limit-exceeded']);
    expect([await stateOf(late), await real()]).toEqual(['held', 0]);
  });

  it('of somebody on a break goes on the balance within the limit, can’t be staked before the break is over, and brings no bonus', async () => {
    await ada.set('deposit', 'day', 50_000);
    const late = await holdOnceBarred(async () => {
      await claimMatch(stage.platform, ada.userId);
      await ada.exclude('24-hours');
    });
    await sendBack(late);
    expect(await credit(late)).toEqual(CREDITED);
    expect(await readWallets(database.pool, ada.userId)).toMatchObject([{ state: 'pending' }]);
    await expect(ada.bet(10)).rejects.toMatchObject({ code: 'cool-off' });
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 40_000.11 });
    stage.pass(DAY_MS);
    await ada.bet(10);
  });

  it('of somebody in a place that is not served can be paid out, since nothing can be staked from there', async () => {
    const late = await holdOnceBarred(() => ada.exclude('24-hours'));
    stage.pass(DAY_MS);
    expect(await credit(late, ELSEWHERE)).toEqual([451, 'place-not-served']);
    await sendBack(late);
    expect(await credit(late, ELSEWHERE)).toEqual(CREDITED);
  });

  it.each([
    ['can’t be played with by whoever has to show first who it is: it waits for that', 'money-in', [403, 'identity-needed']],
    ['goes on the balance where nothing can be staked before that, either', 'play', CREDITED],
  ])('%s', async (_, check, answer) => {
    const late = await holdOnceBarred(() => database.pool.query('UPDATE player SET identity_check = $2 WHERE user_id = $1', [ada.userId, check]));
    await sendBack(late);
    expect(await credit(late)).toEqual(answer);
  });
});

it('money that nobody tried to send back is no way to deposit during an exclusion', async () => {
  const late = await holdOnceBarred(() => ada.exclude('1-year'), 5_000);
  for (const _ of [1, 2]) expect(await credit(late)).toEqual([403, 'self-excluded']);
  expect([await stateOf(late), await real()]).toEqual(['held', 0]);
});
