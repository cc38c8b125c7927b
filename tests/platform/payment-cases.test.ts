/** Payouts that came back, deposits that do not match and differences from a statement: each solved once, by two people. Over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { reconcile } from '../../server/cashier/reconcile/reconcile';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import type { StatementLine } from '../../server/gateways/payment/port';
import { findViolations } from '../../server/ledger/invariants';
import { createDeposit, getDeposit, listTransactions } from '../../src/core/contract/cashier';
import { confirmCorrection, proposeAdjustment } from '../../src/core/contract/corrections';
import type { Correction } from '../../src/core/contract/corrections';
import { listPaymentCases, proposeDepositSolution, proposeDifference, proposePayoutReturn, uploadStatement } from '../../src/core/contract/payment-cases';
import { kobo } from '../../src/core/money';
import type { TestAnswer, TestClient } from '../support/http-client';
import { userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, invariantsOfGivenMoney, paidPlayer, readMoney, readWithdrawal, stepsOf } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

/** States that the gateway says in place of those it has, by reference. */
const sayings = new Map<string, 'reversed' | 'failed'>();
function said(reference: string): { readonly state?: 'reversed' | 'failed' } {
  const state = sayings.get(reference);
  return state === undefined ? {} : { state };
}

let ayo: TestPlatform;
let amina: TestClient;
let bode: TestClient;
beforeAll(async () => {
  ayo = await testPlatform({
    parts: {
      wrapGateway: (gateway) => ({
        ...gateway,
        verify: async (reference) => ({ ...(await gateway.verify(reference)), ...said(reference) }),
        payouts: {
          ...gateway.payouts, verifyPayout: async (reference) => ({ ...(await gateway.payouts.verifyPayout(reference)), ...said(reference) }),
        },
      }),
    },
  });
  [amina, bode] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const TEXTS = { note: 'The bank has mailed us about it.', playerText: 'Your bank did not know the account.' };
let references = 0;
const newReference = (): string => `FT2611${String((references += 1)).padStart(6, '0')}`;
const confirm = (by: TestClient, { proposalId }: Pick<Correction, 'proposalId'>): Promise<TestAnswer<Correction>> =>
  by.call(confirmCorrection, { params: { proposalId }, key: newKey(), headers: { 'if-match': '"1"' } });
const proposeReturn = (reference: string, bankReference = newReference()) =>
  amina.call(proposePayoutReturn, { body: { reference, bankReference, ...TEXTS } });

/** A player whose withdrawal of ₦5,000 was paid. */
async function paidOut(): Promise<PaidPlayer & { readonly withdrawalId: string }> {
  const player = await paidPlayer(ayo, { naira: 20_000 });
  const { data } = await ask(player, 5_000);
  await sweepPayouts(ayo.platform);
  expect((await readWithdrawal(player, data.withdrawalId)).state).toBe('paid');
  return { ...player, withdrawalId: data.withdrawalId };
}

describe('a payout that came back after it was paid', () => {
  it('goes to the balance once another person confirms it, is no deposit, and its player is told', async () => {
    const player = await paidOut();
    const before = (await player.client.call(listTransactions, { params: { userId: player.userId }, query: {} })).data.totals;
    const { data: proposed } = await proposeReturn(player.withdrawalId);
    expect(proposed).toMatchObject({ kind: 'payout-return', amount: 5_000, player: { real: 15_000 } });
    expect((await confirm(amina, proposed)).problem?.code).toBe('own-request');
    expect(await readMoney(player)).toEqual({ real: 15_000, held: 0 });
    expect((await confirm(bode, proposed)).data).toMatchObject({ state: 'confirmed', player: { real: 20_000 } });
    expect(await readMoney(player)).toEqual({ real: 20_000, held: 0 });
    const withdrawal = await readWithdrawal(player, player.withdrawalId);
    expect(withdrawal).toMatchObject({ state: 'failed', reason: TEXTS.playerText });
    expect(stepsOf(withdrawal).at(-1)).toBe('given-back');
    const { totals, items } = (await player.client.call(listTransactions, { params: { userId: player.userId }, query: {} })).data;
    expect(items[0]).toMatchObject({ kind: 'withdrawal-return', amount: 5_000, reference: player.withdrawalId, note: TEXTS.playerText });
    expect(totals.lifetimeNetDeposits).toBe(before.lifetimeNetDeposits + 5_000);
    const { rows: [row] } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [player.userId]);
    expect((await readMailbox(ayo.pool, row?.email ?? '')).map(({ subject }) => subject)).toContain('Your Ayo withdrawal came back');
  });

  it('is credited once, however often and by whomever it is reported at the same time', async () => {
    const player = await paidOut();
    const chidi = await ayo.signUpAdmin();
    const reports = await Promise.all([amina, chidi, amina, chidi].map((by) => by.call(proposePayoutReturn, {
      body: { reference: player.withdrawalId, bankReference: newReference(), ...TEXTS },
    })));
    expect(reports.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const proposed = reports.find(({ status }) => status === 201)!.data;
    const answers = await Promise.all([confirm(bode, proposed), confirm(bode, proposed)]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await proposeReturn(player.withdrawalId)).problem?.code).toBe('conflict');
    expect((await readMoney(player)).real).toBe(20_000);
  });

  it('needs a reference of the bank that was not used, and a withdrawal that was paid', async () => {
    const [one, two] = [await paidOut(), await paidOut()];
    expect((await proposeReturn(one.withdrawalId, 'RET 0001')).status).toBe(201);
    for (const reference of ['RET 0001', 'ret 0001', 'RET  0001', 'RET-0001']) expect((await proposeReturn(two.withdrawalId, reference)).problem?.code, reference).toBe('conflict');
    const { depositId } = await mismatched();
    expect((await solve(depositId, { solution: 'sent-back', bankReference: 'ret/0001' })).problem?.code).toBe('conflict');
    const { data: waiting } = await ask(two, 6_000);
    expect((await proposeReturn(waiting.withdrawalId)).problem?.code).toBe('conflict');
    expect((await proposeReturn('withdrawal-of-nobody')).problem?.code).toBe('not-found');
  });
});

describe('what the gateway says of a payout that came back', () => {
  const factOf = ({ facts }: Correction, name: string): string | undefined => facts.find((fact) => fact.name === name)?.value;

  it('counts in the caps of a day where it does not say so, and differs from its statement until that has it', async () => {
    const player = await paidOut();
    const { data: proposed } = await proposeReturn(player.withdrawalId);
    expect([factOf(proposed, 'gatewaySays'), proposed.player?.leftToday]).toEqual(['success', 95_000]);
    const adjustment = { userId: player.userId, direction: 'credit', amount: 95_001, reasonCode: 'game-error', ...TEXTS } as const;
    expect((await amina.call(proposeAdjustment, { body: adjustment })).problem?.code).toBe('limit-exceeded');
    ayo.pass(1_000);
    const from = ayo.platform.now();
    expect((await confirm(bode, proposed)).status).toBe(200);
    ayo.pass(1_000);
    const reference = `wd-${player.withdrawalId}`;
    const differencesOf = async (...lines: readonly StatementLine[]) =>
      (await reconcile(ayo.platform, { gateway: 'simulator', source: 'gateway', from, to: ayo.platform.now(), lines })).differences.filter((each) => each.reference === reference);
    // The payout itself is older than the statement.
    expect(await differencesOf()).toMatchObject([{ kind: 'missing-there', ours: { state: 'returned', amount: 5_000_00 } }]);
    expect(await differencesOf({ reference, direction: 'out', amount: kobo(5_000_00), currency: 'NGN', state: 'reversed', at: from })).toEqual([]);
  });

  it('is in no cap where it says so, and has to say so again when it is confirmed', async () => {
    const player = await paidOut();
    sayings.set(`wd-${player.withdrawalId}`, 'reversed');
    const { data: proposed } = await proposeReturn(player.withdrawalId);
    expect([factOf(proposed, 'gatewaySays'), proposed.player?.leftToday]).toEqual(['reversed', 100_000]);
    sayings.clear();
    expect((await confirm(bode, proposed)).problem).toMatchObject({ code: 'conflict', reason: 'success' });
    expect((await readMoney(player)).real).toBe(15_000);
    sayings.set(`wd-${player.withdrawalId}`, 'reversed');
    expect((await confirm(bode, proposed)).status).toBe(200);
    expect((await readMoney(player)).real).toBe(20_000);
  });
});

/** Starts a deposit whose kobo make the simulator take a kobo less. */
async function mismatched(): Promise<{ readonly client: TestClient; readonly userId: string; readonly depositId: string }> {
  const client = await ayo.signUp();
  const userId = userIdOf(client);
  const { data } = await client.call(createDeposit, { params: { userId }, body: { method: 'mobile-money', amount: 500.05, currency: 'NGN' }, key: newKey() });
  const embedded = ayo.platform.gateways.byName('simulator')?.embedded;
  await embedded?.runDue();
  const { data: deposit } = await client.call(getDeposit, { params: { userId, depositId: data.depositId } });
  expect(deposit.state).toBe('mismatch');
  return { client, userId, depositId: data.depositId };
}

const solve = (depositId: string, more: { readonly solution: 'credit' | 'sent-back'; readonly bankReference?: string }) =>
  amina.call(proposeDepositSolution, { body: { depositId, ...TEXTS, ...more } });

describe('a deposit that does not match', () => {
  it('is listed with what was expected beside what came, and is credited once with what the gateway says', async () => {
    const { client, userId, depositId } = await mismatched();
    const { data: cases } = await bode.call(listPaymentCases, {});
    expect(cases.deposits.find((each) => each.depositId === depositId)).toMatchObject({ expected: 500.05, came: expect.stringContaining('₦500.04 arrived instead'), isProposed: false });
    const { data: proposed } = await solve(depositId, { solution: 'credit' });
    expect(proposed).toMatchObject({ amount: 500.04 });
    expect((await solve(depositId, { solution: 'sent-back', bankReference: newReference() })).problem?.code).toBe('conflict');
    await Promise.all([confirm(bode, proposed), confirm(bode, proposed)]);
    expect((await readMoney({ client, userId })).real).toBe(500.04);
    expect((await solve(depositId, { solution: 'credit' })).problem?.code).toBe('conflict');
    expect((await client.call(getDeposit, { params: { userId, depositId } })).data.state).toBe('success');
    const { totals } = (await client.call(listTransactions, { params: { userId }, query: {} })).data;
    expect(totals.lifetimeNetDeposits).toBe(500.04);
    expect((await bode.call(listPaymentCases, {})).data.deposits.find((each) => each.depositId === depositId)).toBeUndefined();
  });

  it('is not credited once the gateway has taken it back', async () => {
    const { client, userId, depositId } = await mismatched();
    const { data: proposed } = await solve(depositId, { solution: 'credit' });
    sayings.set(proposed.facts.find(({ name }) => name === 'gatewayReference')?.value ?? '', 'failed');
    expect((await confirm(bode, proposed)).problem).toMatchObject({ code: 'conflict', reason: 'failed' });
    expect((await readMoney({ client, userId })).real).toBe(0);
    sayings.clear();
  });

  it('is noted as sent back with the reference of the transfer, and moves no money of the player', async () => {
    const { client, userId, depositId } = await mismatched();
    expect((await solve(depositId, { solution: 'sent-back' })).problem?.errors).toEqual([{ field: 'bankReference', message: expect.any(String) }]);
    const { data: proposed } = await solve(depositId, { solution: 'sent-back', bankReference: newReference() });
    expect((await confirm(bode, proposed)).data.state).toBe('confirmed');
    expect((await readMoney({ client, userId })).real).toBe(0);
    expect((await client.call(getDeposit, { params: { userId, depositId } })).data.state).toBe('sent-back');
  });
});

describe('a statement that is uploaded', () => {
  const HEADER = 'reference,direction,amount,currency,state,at';
  const period = () => ({ gateway: 'simulator', from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' });
  const upload = (csv: string) => amina.call(uploadStatement, { body: { ...period(), csv } });

  it('has its differences listed, and each is explained by two people', async () => {
    const { data } = await upload(`${HEADER}\nunknown-1,in,"5,000.00",NGN,success,2020-01-01T09:00:00Z`);
    expect(data).toEqual({ lines: 1, differences: 1, isNew: 1 });
    const found = async () => (await bode.call(listPaymentCases, {})).data.differences.find(({ reference }) => reference === 'unknown-1');
    expect(await found()).toMatchObject({ kind: 'missing-here', theirs: { amount: 5_000 }, ours: null });
    const { data: proposed } = await amina.call(proposeDifference, { body: { gateway: 'simulator', direction: 'in', reference: 'unknown-1', kind: 'missing-here', note: 'A test transfer of the bank.' } });
    expect((await confirm(bode, proposed)).data).toMatchObject({ state: 'confirmed', amount: 0, player: null });
    expect(await found()).toBeUndefined();
    // What differs from what was explained needs an explanation of its own.
    await upload(`${HEADER}\nunknown-1,in,"6,000.00",NGN,success,2020-01-01T09:00:00Z`);
    expect(await found()).toMatchObject({ theirs: { amount: 6_000 } });
  });

  it.each([
    ['with other columns', 'a,b,c\n1,2,3', 'must name the columns'],
    ['that is a picture', `${HEADER}\n\u0000PNG`, 'is no text'],
    ['with a formula', `${HEADER}\n"=HYPERLINK(1)",in,5,NGN,success,2020-01-01T09:00:00Z`, 'like a formula'],
    ['with an amount that is none', `${HEADER}\nr1,in,-5,NGN,success,2020-01-01T09:00:00Z`, 'is no amount in naira'],
    ['of another time', `${HEADER}\nr1,in,5,NGN,success,2021-01-01T09:00:00Z`, 'not in the time'],
    ['with letters that hide', `${HEADER}\nr1\u200Bx,in,5,NGN,success,2020-01-01T09:00:00Z`, 'that none has'],
    ['with a reference of 5,000 letters', `${HEADER}\n${'r'.repeat(5_000)},in,5,NGN,success,2020-01-01T09:00:00Z`, 'that none has'],
    ['with two columns of one name', `${HEADER},state\nr1,in,5,NGN,success,2020-01-01T09:00:00Z,failed`, 'twice'],
    ['with thousands of payments that nobody knows', `${HEADER}\n${Array.from({ length: 2_001 }, (_, n) => `none-${n},in,5,NGN,success,2020-01-01T09:00:00Z`).join('\n')}`, 'not in our books'],
    ['with a quote where none belongs', `${HEADER}\nr"1,in,5,NGN,success,2020-01-01T09:00:00Z`, 'has a quote'],
  ])('%s gets a clear word, and nothing is stored', async (_what, csv, word) => {
    const { rows: before } = await ayo.pool.query('SELECT count(*) AS n FROM reconciliation');
    const { status, problem } = await upload(csv);
    expect({ status, says: problem?.errors?.[0]?.message }).toEqual({ status: 400, says: expect.stringContaining(word) });
    expect((await ayo.pool.query('SELECT count(*) AS n FROM reconciliation')).rows).toEqual(before);
  });

  it('is of at most 31 days, and of the past', async () => {
    const fieldOf = async (from: string, to: string) => (await amina.call(uploadStatement, { body: { gateway: 'simulator', from, to, csv: HEADER } })).problem?.errors?.[0]?.field;
    expect(await fieldOf('1970-01-01T00:00:00Z', '2099-01-01T00:00:00Z')).toBe('to');
    expect(await fieldOf('2020-01-01T00:00:00Z', '2020-02-01T00:00:01Z')).toBe('to');
    expect(await fieldOf('2098-12-31T00:00:00Z', '2099-01-01T00:00:00Z')).toBe('from');
    expect(await fieldOf('2020-01-01T00:00:00Z', '2020-02-01T00:00:00Z')).toBeUndefined();
  });

  it('of 50 MB is refused before it is read', async () => {
    const { status } = await amina.request('POST', '/api/v1/admin/payment-cases/statement', { body: { ...period(), csv: 'x'.repeat(50 * 1024 * 1024) } });
    expect(status).toBe(413);
  });
});
