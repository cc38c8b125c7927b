/** Payments that arrive after their time: past the deposit limit they are held for the player's choice, and never lost. */
import { beforeEach, describe, expect, it } from 'vitest';
import { claimDebit } from '../../server/cashier/deposits/claim-debit';
import { applyChoice } from '../../server/cashier/held-deposits/deposit-choice';
import { sweepReturns } from '../../server/cashier/held-deposits/sweep-returns';
import { reconcile } from '../../server/cashier/reconcile/reconcile';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { lifetimeNetDeposits } from '../../server/cashier/statement/transactions';
import { readRemainingMoney, closureRefusal } from '../../server/closure/money-left';
import type { RawAnswer } from '../../server/http/router';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import type { DepositChoice } from '../../src/core/contract/cashier';
import type { StartedDeposit } from '../support/deposits';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';

const MINUTE_MS = 60_000;
const START = '2026-11-21T10:00:00.000Z';

const database = fileDatabase({ invariants: [...MONEY_INVARIANTS, ...PROTECTION_INVARIANTS] });
let stage: Stage;
let ada: StagePlayer;
beforeEach(async () => {
  await database.pool.query(`UPDATE deposit SET check_after = 'infinity'`);
  stage = makeStage(database.pool);
  stage.at(START);
  ada = await stage.player(0);
  await ada.set('deposit', 'day', 5_000);
});

/** Starts a deposit by bank transfer, which closes 90 minutes after its start. */
const transfer = (naira: number): Promise<StartedDeposit> => stage.cashier.start(ada.userId, naira, newKey(), { method: 'bank-transfer' });
const claim = ({ depositId }: StartedDeposit) => claimDebit(stage.platform, { userId: ada.userId, depositId, bankReference: 'FT26112100004711' });
const stateOf = async ({ depositId }: StartedDeposit): Promise<string> => (await stage.cashier.deposit(depositId)).state;
const real = (): Promise<number> => stage.cashier.readReal(ada.userId);
async function runOut({ depositId }: StartedDeposit): Promise<void> {
  stage.pass(90 * MINUTE_MS);
  await database.pool.query('UPDATE deposit SET check_after = created_at WHERE deposit_id = $1', [depositId]);
  await sweepDeposits(stage.platform);
}
/** Starts deposits one after the other, each after the one before has expired. */
async function startAndRunOut(count: number, naira: number): Promise<StartedDeposit[]> {
  const started: StartedDeposit[] = [];
  for (let n = 0; n < count; n += 1) {
    const one = await transfer(naira);
    await runOut(one);
    started.push(one);
  }
  return started;
}
async function pay({ reference }: StartedDeposit): Promise<void> {
  await stage.cashier.choose(reference, 'paid');
  await stage.cashier.notify(stage.cashier.notificationBody(reference));
}

describe('a deposit limit', () => {
  it('is not passed by letting codes run out, claiming them, and paying all of them late', async () => {
    const late = await startAndRunOut(4, 4_900);
    for (const one of late) await claim(one);
    for (const one of late) await pay(one);
    expect(await real()).toBe(490_000);
    expect(await Promise.all(late.map(stateOf))).toEqual(['success', 'held', 'held', 'held']);
  });

  it('is not passed by two late payments at the same moment', async () => {
    const late = await startAndRunOut(6, 2_600);
    for (const one of late) await claim(one);
    await Promise.all(late.map(({ reference }) => stage.cashier.choose(reference, 'paid')));
    await Promise.all(late.map(({ reference }) => stage.cashier.notify(stage.cashier.notificationBody(reference))));
    expect(await real()).toBe(260_000);
    expect((await Promise.all(late.map(stateOf))).toSorted()).toEqual(['held', 'held', 'held', 'held', 'held', 'success']);
  });

  it('is not passed by claiming a code that ran out a moment ago, before anybody has noticed', async () => {
    const first = await transfer(4_900);
    stage.pass(90 * MINUTE_MS);
    const second = await transfer(4_900);
    await claim(first);
    await pay(first);
    await pay(second);
    expect(await real()).toBe(490_000);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['held', 'success']);
  });

  it('can’t be exceeded by paying an expired code late beside a new deposit, when nobody has viewed it since', async () => {
    const first = await transfer(4_900);
    stage.pass(90 * MINUTE_MS);
    const second = await transfer(4_900);
    await pay(first);
    await pay(second);
    expect(await real()).toBe(490_000);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['held', 'success']);
  });

  it('counts a claimed deposit until it is decided, so that nobody claims one and starts the next', async () => {
    const [late] = await startAndRunOut(1, 4_900);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 0 });
    if (late !== undefined) await claim(late);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 4_900, left: 100 });
    await expect(transfer(4_900)).rejects.toThrow('limit-exceeded');
    stage.pass(3 * 24 * 60 * MINUTE_MS);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 0 });
  });

  it('that is lowered also holds for a deposit whose code was claimed while it could be paid, and which is paid long after', async () => {
    const first = await transfer(4_900);
    await claim(first);
    await ada.set('deposit', 'day', 1_000);
    await runOut(first);
    expect(await stateOf(first)).toBe('expired');
    stage.pass(60 * 60 * MINUTE_MS);
    await pay(first);
    expect([await stateOf(first), await real()]).toEqual(['held', 0]);
  });

  it('keeps what was claimed while it could be paid and came in that time', async () => {
    const first = await transfer(4_900);
    await claim(first);
    await pay(first);
    expect([await stateOf(first), await real()]).toEqual(['success', 490_000]);
  });

  it('and a break are not passed by paying a code late, claimed before the break began', async () => {
    const [late] = await startAndRunOut(1, 4_900);
    if (late === undefined) throw new Error('one was started');
    await claim(late);
    await ada.exclude('24-hours');
    await pay(late);
    expect([await stateOf(late), await real()]).toEqual(['held', 0]);
    expect((await stage.cashier.deposit(late.depositId)).heldBecause).toBe('cool-off');
  });
});

/** Late payments that are held: the day's limit was used up by another deposit meanwhile. */
async function heldAll(...amounts: number[]): Promise<StartedDeposit[]> {
  const all: StartedDeposit[] = [];
  for (const naira of amounts) all.push(...(await startAndRunOut(1, naira)));
  await pay(await transfer(5_000));
  for (const late of all) await claim(late);
  for (const late of all) await pay(late);
  expect(new Set(await Promise.all(all.map(stateOf)))).toEqual(new Set(['held']));
  return all;
}
async function held(naira = 4_900): Promise<StartedDeposit> {
  const [late] = await heldAll(naira);
  if (late === undefined) throw new Error('one was started');
  return late;
}
const choose = ({ depositId }: StartedDeposit, choice: DepositChoice, key = newKey(), userId = ada.userId) =>
  applyChoice(stage.platform, { userId, key, depositId, choice, place: HERE });
const suspense = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ balance: number }>('SELECT balance FROM ledger_account WHERE account_id = $1', [`suspense:${ada.userId}`]);
  return rows[0]?.balance ?? 0;
};
const stepsOf = async ({ depositId }: StartedDeposit): Promise<string[]> => (await stage.cashier.deposit(depositId)).timeline.map(({ step }) => step);
function codeOf({ status, text }: RawAnswer): unknown {
  const { code, state } = JSON.parse(text) as { code?: string; state?: string };
  return [status, code ?? state];
}

describe('a late payment that is held', () => {
  it('is the player’s own in the ledger, counts as no deposit, and is not lost however often the gateway reports it', async () => {
    const late = await held();
    for (let n = 0; n < 3; n += 1) await stage.cashier.notify(stage.cashier.notificationBody(late.reference, `payment.success.${n}`));
    expect([await real(), await suspense()]).toEqual([500_000, 490_000]);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 5_000 });
    expect(await ada.protection()).toMatchObject({ netDeposits: 5_000 });
    expect(await lifetimeNetDeposits(database.pool, ada.userId)).toBe(500_000);
    expect(await stepsOf(late)).toEqual(['asked', 'account-given', 'expired', 'claimed', 'checked', 'held']);
  });

  it('can’t be staked', async () => {
    await held();
    await expect(ada.bet(5_001)).rejects.toMatchObject({ code: 'insufficient-funds' });
  });

  it('is credited by the player’s choice as soon as the limit has room, and not before', async () => {
    const late = await held();
    const key = newKey();
    expect(codeOf(await choose(late, 'credit', key))).toEqual([403, 'limit-exceeded']);
    expect([await stateOf(late), await suspense()]).toEqual(['held', 490_000]);
    stage.at('2026-11-22T10:00:00.000Z');
    // The refusal is the answer to its key for good; a new press is a new key.
    expect(codeOf(await choose(late, 'credit', key))).toEqual([403, 'limit-exceeded']);
    const again = newKey();
    const first = await choose(late, 'credit', again);
    expect([codeOf(first), codeOf(await choose(late, 'credit', again))]).toEqual([[200, 'success'], [200, 'success']]);
    expect([await real(), await suspense(), await stateOf(late)]).toEqual([990_000, 0, 'success']);
    expect(await ada.limit('deposit', 'day')).toMatchObject({ used: 4_900, left: 100 });
    expect(codeOf(await choose(late, 'send-back'))).toEqual([409, 'conflict']);
  });

  it('does not pass the limit where two of them are chosen at the same moment', async () => {
    const [one, other] = await heldAll(2_600, 2_600);
    if (one === undefined || other === undefined) throw new Error('two are held');
    stage.at('2026-11-22T10:00:00.000Z');
    const answers = await Promise.all([choose(one, 'credit'), choose(other, 'credit')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect([await real(), await suspense()]).toEqual([760_000, 260_000]);
  });

  it('goes back to its sender once, chosen eight times at once, and the ledger has it so', async () => {
    const late = await held();
    const answers = await Promise.all(Array.from({ length: 8 }, () => choose(late, 'send-back')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect([await stateOf(late), await suspense()]).toEqual(['returning', 490_000]);
    await Promise.all(Array.from({ length: 4 }, () => sweepReturns(stage.platform)));
    expect([await stateOf(late), await suspense(), await real()]).toEqual(['sent-back', 0, 500_000]);
    const { rows } = await database.pool.query('SELECT state, amount, calls FROM simulator_refund WHERE payment = $1', [late.reference]);
    expect(rows).toEqual([{ state: 'success', amount: 490_000, calls: 1 }]);
    expect((await stepsOf(late)).slice(-3)).toEqual(['held', 'return-asked', 'sent-back']);
    expect(await ada.protection()).toMatchObject({ netDeposits: 5_000 });
    for (const choice of ['credit', 'send-back'] as const) expect(codeOf(await choose(late, choice))).toEqual([409, 'conflict']);
  });

  it('can be sent back during a break, too, and is never credited during one', async () => {
    const late = await held();
    await ada.exclude('24-hours');
    expect(codeOf(await choose(late, 'credit'))).toEqual([403, 'cool-off']);
    expect(codeOf(await choose(late, 'send-back'))).toEqual([200, 'returning']);
    await sweepReturns(stage.platform);
    expect(await stateOf(late)).toBe('sent-back');
  });

  it('can be decided by its own player alone', async () => {
    const late = await held();
    const other = await stage.player(0);
    expect(codeOf(await choose(late, 'send-back', newKey(), other.userId))).toEqual([404, 'not-found']);
  });

  // The kobo part of the amount chooses how the simulator sends it back.
  it('that could not be sent back waits for the choice again, with the reason', async () => {
    const late = await held(4_900.11);
    await choose(late, 'send-back');
    await sweepReturns(stage.platform);
    expect([await stateOf(late), await suspense()]).toEqual(['held', 490_011]);
    expect((await stage.cashier.deposit(late.depositId)).timeline.at(-1)).toMatchObject({ step: 'return-failed', detail: 'The payer’s bank does not take it back.' });
    stage.at('2026-11-22T10:00:00.000Z');
    expect(codeOf(await choose(late, 'credit'))).toEqual([200, 'success']);
  });

  it('is asked about until the gateway knows, also when the answer to the first call was lost: it goes back once', async () => {
    const [slow, lost] = await heldAll(2_000.12, 2_000.13);
    if (slow === undefined || lost === undefined) throw new Error('two are held');
    await choose(slow, 'send-back');
    await choose(lost, 'send-back');
    await sweepReturns(stage.platform);
    expect([await stateOf(slow), await stateOf(lost)]).toEqual(['returning', 'returning']);
    stage.pass(30_000);
    await sweepReturns(stage.platform);
    expect([await stateOf(slow), await stateOf(lost)]).toEqual(['sent-back', 'sent-back']);
    const { rows } = await database.pool.query('SELECT calls FROM simulator_refund WHERE payment = ANY($1) ORDER BY calls', [[slow.reference, lost.reference]]);
    expect(rows).toEqual([{ calls: 1 }, { calls: 1 }]);
  });

  it('stays where it is while money is turned off', async () => {
    const late = await held();
    await choose(late, 'send-back');
    await database.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect(await sweepReturns(stage.platform)).toBe(0);
    await database.pool.query('UPDATE money_switch SET open = true, reason = NULL');
    await sweepReturns(stage.platform);
    expect(await stateOf(late)).toBe('sent-back');
  });

  it('of an account that was closed meanwhile goes back by itself', async () => {
    const [late] = await startAndRunOut(1, 4_900);
    if (late === undefined) throw new Error('one was started');
    await claim(late);
    await database.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [ada.userId, stage.platform.now()]);
    await pay(late);
    expect([await stateOf(late), await real()]).toEqual(['returning', 0]);
    await sweepReturns(stage.platform);
    expect([await stateOf(late), await suspense()]).toEqual(['sent-back', 0]);
  });

  it('stands in the way of closing the account, until it went back', async () => {
    const late = await held();
    const left = () => readRemainingMoney(database.pool, ada.userId, stage.platform.now());
    expect(closureRefusal(await left())?.toBody()).toMatchObject({
      code: 'money-left', current: { suspense: 4_900 }, detail: expect.stringContaining('₦4,900 arrived too late for a deposit') as string,
    });
    await choose(late, 'send-back');
    expect(await left()).toMatchObject({ suspense: 490_000 });
    await sweepReturns(stage.platform);
    expect(await left()).toMatchObject({ suspense: 0 });
  });

  it('makes no difference to the gateway’s statement while it is held, on its way back, or sent back', async () => {
    const [keptDeposit, leaving, back] = await heldAll(1_000, 1_000.14, 1_000);
    if (keptDeposit === undefined || leaving === undefined || back === undefined) throw new Error('three are held');
    await choose(leaving, 'send-back');
    await choose(back, 'send-back');
    await sweepReturns(stage.platform);
    expect([await stateOf(keptDeposit), await stateOf(leaving), await stateOf(back)]).toEqual(['held', 'returning', 'sent-back']);
    const to = stage.platform.now();
    const differences = async (until: Date) => {
      const from = new Date(to.getTime() - 30 * 24 * 60 * MINUTE_MS);
      const lines = await stage.cashier.gateway.statement(from, until);
      const found = await reconcile(stage.platform, { gateway: 'simulator', source: 'gateway', from, to: until, lines });
      const mine = [keptDeposit, leaving, back].map(({ reference }) => reference);
      return found.differences.filter(({ reference }) => mine.includes(reference));
    };
    expect(await differences(to)).toEqual([]);
    expect(await differences(new Date(to.getTime() + 1_000))).toEqual([]);
  });
});

describe('the database', () => {
  it('refuses to send back what was not held, to credit what is going back, and to forget what was held', async () => {
    const late = await held();
    const set = (what: string) => database.pool.query(`UPDATE deposit SET ${what} WHERE deposit_id = $1`, [late.depositId]);
    await expect(set(`state = 'sent-back', sent_back_at = now()`)).rejects.toThrow('which is final');
    await expect(set('hold_transaction = NULL, hold_reason = NULL')).rejects.toThrow('stays written down');
    await choose(late, 'send-back');
    await expect(set(`state = 'success', transaction_id = hold_transaction`)).rejects.toThrow('which is final');
    await expect(database.pool.query('DELETE FROM deposit_return')).rejects.toThrow('a return stays');
    await sweepReturns(stage.platform);
    await expect(database.pool.query(`UPDATE deposit_return SET reason = 'x' WHERE deposit_id = $1`, [late.depositId])).rejects.toThrow('which is final');
  });
});
