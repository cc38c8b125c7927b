/** One person with two accounts, against what protects a person: a second account takes no part, and one that is excluded stops the other. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimDebit } from '../../server/cashier/deposits/claim-debit';
import { applyChoice } from '../../server/cashier/held-deposits/deposit-choice';
import { sweepDeposits } from '../../server/cashier/deposits/sweep-deposits';
import { requestWithdrawal } from '../../server/cashier/withdrawals/request-withdrawal';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { readBalance } from '../../server/ledger/accounts';
import { findViolations } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import type { DepositChoice } from '../../src/core/contract/cashier';
import { kobo } from '../../src/core/money';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import type { StartedDeposit } from '../support/deposits';
import { HERE } from '../support/caller-places';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { openBankAccount } from '../support/payable-players';
import { checkIdentity, makeOnePerson, newNin } from '../support/persons';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';

const DAY_MS = 86_400_000;
/** A bank transfer closes 90 minutes after it was started. */
const CODE_MS = 90 * 60_000;

let database: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  database = await testDatabase();
  stage = makeStage(database.pool);
});
afterAll(() => database.close());
beforeEach(() => stage.at('2026-11-21T10:00:00.000Z'));

/** Makes two accounts that the identity check has linked to one person. */
async function twoAccounts(naira = 10_000): Promise<readonly [StagePlayer, StagePlayer]> {
  const [first, second] = [await stage.player(naira), await stage.player(naira)];
  await makeOnePerson(stage.platform, first.userId, second.userId);
  return [first, second];
}

const deposit = async ({ userId }: StagePlayer, amount: number): Promise<string | null> => {
  const { status, text } = await stage.cashier.tryStart(userId, amount, newKey());
  return status === 201 ? null : (JSON.parse(text) as { code: string }).code;
};

describe('an exclusion', () => {
  it('leaves no second account to play with: nobody plays on with another account of theirs', async () => {
    const [ada, second] = await twoAccounts();
    await ada.exclude('6-months');
    expect((await refusalOf(second.bet(10))).code).toBe('nin-in-use');
    expect(await deposit(second, 500)).toBe('nin-in-use');
  });

  it('of the account that plays is not told to a second one, which may be a stranger’s', async () => {
    const [ada, second] = await twoAccounts();
    const before = [await second.protection(), (await refusalOf(second.bet(10))).toBody()];
    await ada.exclude('7-days');
    await ada.exclude('permanent');
    const { rows: mails } = await database.pool.query('SELECT subject FROM mail WHERE user_id = $1', [second.userId]);
    expect([await second.protection(), (await refusalOf(second.bet(10))).toBody()]).toEqual(before);
    expect(mails).toEqual([]);
    expect(await database.pool.query('SELECT FROM exclusion WHERE user_id = $1', [second.userId])).toMatchObject({ rowCount: 0 });
  });

  it('leaves no account to play with that is known as the same person’s only later: nobody waits with the second NIN check', async () => {
    const [ada, later] = [await stage.player(), await stage.player()];
    const number = newNin();
    expect(await checkIdentity(stage.platform, ada.userId, number)).toBe(null);
    await ada.exclude('1-year');
    expect((await later.bet(10)).real.balance).toBeGreaterThan(0);
    stage.pass(DAY_MS);
    expect(await checkIdentity(stage.platform, later.userId, number)).toBe('nin-in-use');
    expect((await refusalOf(later.bet(10))).code).toBe('nin-in-use');
    expect(await later.protection()).toMatchObject({ state: 'none', until: null });
  });

  it('stops the second account that the person signs in to as well: it can be paid out, and nothing else', async () => {
    const [ada, second] = await twoAccounts();
    await ada.exclude('permanent');
    await second.set('stake', 'day', 100);
    stage.pass(DAY_MS);
    for (const refused of [refusalOf(second.bet(10)).then(({ code }) => code), deposit(second, 500)]) expect(await refused).toBe('nin-in-use');
  });

  it('that is asked for on the second account, the unverified one, stops the first until people have looked', async () => {
    const [ada, second] = await twoAccounts();
    await second.exclude('30-days');
    for (const refused of [refusalOf(ada.bet(10)).then(({ code }) => code), deposit(ada, 500)]) expect(await refused).toBe('identity-needed');
    expect((await refusalOf(second.bet(10))).code).toBe('cool-off');
  });

  it('ends with the later of two, and is never shortened by a shorter break on the other account', async () => {
    const [ada, second] = await twoAccounts();
    await ada.exclude('6-months');
    await second.exclude('24-hours');
    stage.pass(2 * DAY_MS);
    expect([(await refusalOf(ada.bet(10))).code, (await refusalOf(second.bet(10))).code]).toEqual(['self-excluded', 'nin-in-use']);
    stage.at('2027-05-21T10:00:00.000Z');
    expect((await ada.bet(10)).real.balance).toBeGreaterThan(0);
    expect((await refusalOf(second.bet(10))).code).toBe('nin-in-use');
  });

  it('of an account that shows the identity of another one only later stops that other one, too: nobody is excluded here and plays there', async () => {
    const [ada, second] = [await stage.player(), await stage.player()];
    const number = newNin();
    await checkIdentity(stage.platform, ada.userId, number);
    await second.exclude('permanent');
    expect((await ada.bet(10)).real.balance).toBeGreaterThan(0);
    expect(await checkIdentity(stage.platform, second.userId, number)).toBe('nin-in-use');
    expect((await refusalOf(ada.bet(10))).code).toBe('identity-needed');
  });
});

describe('limits', () => {
  it('are not passed with a second account: it takes no money in and stakes nothing', async () => {
    const [ada, second] = await twoAccounts();
    await ada.set('deposit', 'day', 1_000);
    await ada.set('stake', 'day', 100);
    expect(await deposit(ada, 600)).toBe(null);
    expect(await deposit(second, 400)).toBe('nin-in-use');
    await ada.bet(100);
    expect((await refusalOf(second.bet(10))).code).toBe('nin-in-use');
  });

  it('of strangers stay apart', async () => {
    const [ada, stranger] = [await stage.player(), await stage.player()];
    await ada.set('stake', 'day', 10);
    await stranger.bet(50);
    await ada.exclude('24-hours');
    await stranger.bet(50);
  });
});

describe('what a second account holds', () => {
  const withdraw = async ({ userId }: StagePlayer, bankAccountId: string, naira: number) =>
    requestWithdrawal(stage.platform, { userId, key: newKey(), bankAccountId, amount: kobo(naira * 100), sessionHash: '', place: HERE });

  /** A bank transfer that ran out before the player says that it was paid. */
  const claimedCode = async ({ userId }: StagePlayer): Promise<StartedDeposit> => {
    const late = await stage.cashier.start(userId, 4_900, newKey(), { method: 'bank-transfer' });
    stage.pass(CODE_MS);
    await sweepDeposits(stage.platform);
    await claimDebit(stage.platform, { userId, depositId: late.depositId, bankReference: 'FT26112100004711' });
    return late;
  };
  const choose = async ({ userId }: StagePlayer, depositId: string, choice: DepositChoice): Promise<unknown> =>
    JSON.parse((await applyChoice(stage.platform, { userId, key: newKey(), depositId, choice, place: HERE })).text);

  it('is never trapped: a barred account is paid out once its identity check shows whose it is, down to the last naira', async () => {
    const [ada, second] = [await stage.player(), await stage.player(2_500)];
    const bankAccountId = await openBankAccount(database.pool, second.userId);
    const number = newNin();
    await checkIdentity(stage.platform, ada.userId, number);
    await ada.exclude('permanent');
    expect(JSON.parse((await withdraw(second, bankAccountId, 2_000)).text)).toMatchObject({ code: 'nin-needed' });
    await checkIdentity(stage.platform, second.userId, number);
    expect((await withdraw(second, bankAccountId, 2_000)).status).toBe(201);
    expect((await withdraw(second, bankAccountId, 500)).status).toBe(201);
    expect((await readBalance(database.pool, second.userId)).real).toBe(0);
    await sweepPayouts(stage.platform);
  });

  it('is paid out to the person alone: neither another name at the bank nor another name in the account', async () => {
    const [, second] = await twoAccounts();
    const bankAccountId = await openBankAccount(database.pool, second.userId);
    await database.pool.query(`UPDATE bank_account SET account_name = 'BOLA IGE' WHERE bank_account_id = $1`, [bankAccountId]);
    expect(JSON.parse((await withdraw(second, bankAccountId, 2_000)).text)).toMatchObject({ code: 'name-mismatch' });
  });

  it('does not grow by a deposit that was under way: it is held, and can go back', async () => {
    const [ada, second] = [await stage.player(0), await stage.player(0)];
    const { reference, depositId } = await stage.cashier.start(second.userId, 5_000.01);
    await makeOnePerson(stage.platform, ada.userId, second.userId);
    await ada.exclude('1-year');
    await stage.cashier.notify(stage.cashier.notificationBody(reference));
    expect((await readBalance(database.pool, second.userId)).real).toBe(0);
    expect(await stage.cashier.deposit(depositId)).toMatchObject({ state: 'held' });
  });

  it('does not grow by a code that ran out and is paid after the exclusion of the other account: it is held, and goes back', async () => {
    const [ada, second] = [await stage.player(0), await stage.player(0)];
    const late = await claimedCode(second);
    await makeOnePerson(stage.platform, ada.userId, second.userId);
    await ada.exclude('1-year');
    await stage.cashier.choose(late.reference, 'paid');
    await stage.cashier.notify(stage.cashier.notificationBody(late.reference));
    expect((await stage.cashier.deposit(late.depositId)).state).toBe('held');
    expect(await choose(second, late.depositId, 'credit')).toMatchObject({ code: 'nin-in-use' });
    expect((await readBalance(database.pool, second.userId)).real).toBe(0);
    expect(await choose(second, late.depositId, 'send-back')).not.toHaveProperty('code');
  });

  it('does not grow past the other account’s limit by a code that ran out and is paid late', async () => {
    const [ada, second] = [await stage.player(0), await stage.player(0)];
    const late = await claimedCode(second);
    await makeOnePerson(stage.platform, ada.userId, second.userId);
    await ada.set('deposit', 'day', 1_000);
    await stage.cashier.choose(late.reference, 'paid');
    await stage.cashier.notify(stage.cashier.notificationBody(late.reference));
    expect((await stage.cashier.deposit(late.depositId)).state).toBe('held');
    expect(await choose(second, late.depositId, 'credit')).toMatchObject({ code: 'nin-in-use' });
  });
});

it('every invariant of protection holds at the end', async () => {
  expect(await findViolations(database.pool, PROTECTION_INVARIANTS)).toEqual([]);
});
