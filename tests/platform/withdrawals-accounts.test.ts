/** Bank accounts: asking the bank whose one is, keeping it, and the simulated bank itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BANK_ACCOUNTS } from '../../server/cashier/withdrawals/bank-accounts';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { bankKnows, payoutOutcomeOf } from '../../server/gateways/payment/simulator/payout-outcomes';
import { addBankAccount, enquireAccount, listBankAccounts, removeBankAccount } from '../../src/core/contract/withdrawals';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { GTBANK, accountOfAda, ask, paidPlayer, paramsOf, withdrawalNow, wrapPayouts } from '../support/withdrawals';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts';

const MINUTE_MS = 60_000;

let ayo: TestPlatform;
/** How often a bank was asked. */
let asked = 0;
let isSilent = false;
beforeAll(async () => {
  ayo = await testPlatform({
    parts: {
      wrapGateway: wrapPayouts((payouts) => ({
        resolveAccount: async (place) => {
          asked += 1;
          if (isSilent) throw new GatewayUnavailableError('silent');
          return payouts.resolveAccount(place);
        },
      })),
    },
  });
});
afterAll(() => ayo.close());

const enquire = (client: TestClient, accountNumber: string, bankCode = GTBANK) =>
  client.call(enquireAccount, { params: paramsOf(client), body: { bankCode, accountNumber } });
const add = (client: TestClient, accountNumber: string, bankCode = GTBANK) =>
  client.call(addBankAccount, { params: paramsOf(client), body: { bankCode, accountNumber } });
const list = async (client: TestClient) => (await client.call(listBankAccounts, { params: paramsOf(client) })).data.items;

describe('an enquiry', () => {
  it('tells whose the account is, and whether it is the player’s own', async () => {
    const ada = await ayo.signUp();
    expect((await enquire(ada, accountOfAda())).data).toEqual({ accountName: 'OBI ADA', matches: true });
    expect((await enquire(ada, '0000001200')).data).toEqual({ accountName: 'ADEYEMI CHINEDU', matches: false });
    expect((await enquire(ada, '000-000 0091')).data).toEqual({ accountName: 'OKAFOR CHINEDU', matches: false });
  });

  it('says when the bank knows no such account, when it does not answer, and when there is no such bank', async () => {
    const ada = await ayo.signUp();
    expect((await enquire(ada, '0000000090')).problem).toMatchObject({ status: 422, code: 'account-unknown' });
    const silent = await enquire(ada, '0000000092');
    expect([silent.problem?.code, silent.headers.get('retry-after')]).toEqual(['gateway-unavailable', '5']);
    expect((await enquire(ada, accountOfAda(), '999')).problem).toMatchObject({ status: 400, errors: [{ field: 'bankCode' }] });
  });

  it('takes a number whose check digit does not fit: the bank’s word decides', async () => {
    const ada = await ayo.signUp();
    const answers = await Promise.all(['0000000010', '0000000011', '0000000012'].map((number) => enquire(ada, number)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('can be made 20 times in ten minutes and 60 times a day by one player, from however many processes', async () => {
    const ada = await ayo.signUp();
    const other = await testPlatform({ database: ayo.database });
    const elsewhere = other.client();
    elsewhere.session = ada.session;
    for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value);
    const many = await Promise.all(Array.from({ length: 30 }, (_, index) => enquire(index % 2 === 0 ? ada : elsewhere, accountOfAda())));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(20);
    const late = await enquire(ada, accountOfAda());
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await add(ada, accountOfAda())).status).toBe(429);
    for (let round = 0; round < 2; round += 1) {
      ayo.pass(10 * MINUTE_MS);
      expect((await Promise.all(Array.from({ length: 20 }, () => enquire(ada, accountOfAda())))).filter(({ status }) => status === 200)).toHaveLength(20);
    }
    ayo.pass(10 * MINUTE_MS);
    expect((await enquire(ada, accountOfAda())).status).toBe(429);
    await other.close();
  });
});

describe('keeping an account', () => {
  it('answers with its last four digits and the bank’s name, and again with the same one, without asking the bank', async () => {
    const ada = await ayo.signUp();
    const number = accountOfAda('34');
    const first = await add(ada, number);
    expect([first.status, first.data]).toEqual([
      201,
      {
        bankAccountId: first.data.bankAccountId, bankCode: GTBANK, bankName: 'Guaranty Trust Bank (GTBank)', lastFour: '0034',
        accountName: 'OBI ADA', addedAt: ayo.platform.now().toISOString(), used: false,
      },
    ]);
    const before = asked;
    const again = await Promise.all(Array.from({ length: 8 }, () => add(ada, number)));
    expect(again.map(({ data }) => data.bankAccountId)).toEqual(Array.from({ length: 8 }, () => first.data.bankAccountId));
    expect([asked, (await list(ada)).length]).toEqual([before, 1]);
  });

  it('at once from several tabs keeps one', async () => {
    const ada = await ayo.signUp();
    const number = accountOfAda();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(ada, number)));
    expect(new Set(answers.map(({ data }) => data.bankAccountId)).size).toBe(1);
  });

  it('is refused in another name, and for one that nobody knows; nothing is kept', async () => {
    const ada = await ayo.signUp();
    expect((await add(ada, '0000001200')).problem).toMatchObject({ status: 422, code: 'name-mismatch' });
    expect((await add(ada, '0000000090')).problem).toMatchObject({ status: 422, code: 'account-unknown' });
    isSilent = true;
    expect((await add(ada, accountOfAda())).problem).toMatchObject({ status: 503, code: 'gateway-unavailable' });
    isSilent = false;
    expect(await list(ada)).toEqual([]);
  });

  it('is possible for five, newest first, also when more come at once; a removed one makes room', async () => {
    const ada = await ayo.signUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(ada, accountOfAda())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_BANK_ACCOUNTS);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.problem?.code, refused?.problem?.title]).toEqual(['conflict', 'You can keep 5 bank accounts. Remove one first.']);
    const kept = await list(ada);
    const params = { ...paramsOf(ada), bankAccountId: kept[0]?.bankAccountId ?? '' };
    expect((await ada.call(removeBankAccount, { params })).status).toBe(204);
    expect((await ada.call(removeBankAccount, { params })).status).toBe(404);
    ayo.pass(1_000);
    const newest = (await add(ada, accountOfAda())).data;
    expect((await list(ada)).map(({ bankAccountId }) => bankAccountId)[0]).toBe(newest.bankAccountId);
  });

  it('is each player’s own affair: B neither sees nor removes A’s', async () => {
    const [ada, bola] = [await ayo.signUp(), await ayo.signUp()];
    const number = accountOfAda();
    const { data } = await add(ada, number);
    expect((await bola.call(removeBankAccount, { params: { ...paramsOf(bola), bankAccountId: data.bankAccountId } })).status).toBe(404);
    expect(await list(ada)).toHaveLength(1);
    expect((await add(bola, number)).data.bankAccountId).not.toBe(data.bankAccountId);
  });

  it('ends without a trace of the number, and withdrawals under way to it go on', async () => {
    const ada = await paidPlayer(ayo);
    const { data } = await ask(ada, 5_000);
    await ada.client.call(removeBankAccount, { params: { userId: ada.userId, bankAccountId: ada.account.bankAccountId } });
    expect((await ayo.pool.query('SELECT 1 FROM bank_account WHERE user_id = $1', [ada.userId])).rowCount).toBe(0);
    await sweepPayouts(ayo.platform);
    expect(await withdrawalNow(ada, data.withdrawalId)).toMatchObject({ state: 'paid', lastFour: ada.account.lastFour });
  });

  it('needs the session’s cookie: a stolen id keeps none (row 6)', async () => {
    const ada = await ayo.signUp();
    const thief = ayo.client();
    thief.session = ada.session;
    expect((await add(thief, accountOfAda())).problem).toMatchObject({ status: 401, code: 'binding-missing' });
    expect(await list(ada)).toEqual([]);
  });
});

describe('the simulated bank', () => {
  const open = async (client: TestClient, fields: Record<string, string>) => {
    const page = await client.request('GET', '/api/simulator/bank');
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return client.request('POST', '/api/simulator/bank', {
      body: new URLSearchParams({ token, ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-xsrf-token': undefined, 'sec-fetch-site': 'same-origin' },
    });
  };

  it('opens an account in any name, which the enquiry then tells', async () => {
    const client = await ayo.signUp({ firstname: 'Ọláyínká', lastname: 'Adé-Bello' });
    expect((await add(client, '0771234590')).problem?.code).toBe('account-unknown');
    const opened = await open(client, { number: '077 123 4590', holder: '  Olayinka   <b>Ade</b> Bello ' });
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('OLAYINKA &lt;B&gt;ADE&lt;/B&gt; BELLO holds 0771234590 now');
    expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
    await open(client, { number: '0771234590', holder: 'Ade Bello Olayinka' });
    expect((await add(client, '0771234590')).data).toMatchObject({ accountName: 'ADE BELLO OLAYINKA', lastFour: '4590' });
  });

  it('refuses what is no account, a form that it did not open, and too many', async () => {
    const client = ayo.client();
    expect((await open(client, { number: '12345', holder: 'Ada' })).status).toBe(400);
    expect((await open(client, { number: '0123456789', holder: ' \n ' })).status).toBe(400);
    expect((await open(client, { number: '0123456789', holder: 'Ada Obi', token: 'x' })).status).toBe(403);
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await open(client, { number: '0123456789', holder: 'Ada Obi' })).status);
    expect(statuses.at(-1)).toBe(429);
  });

  it('knows a holder for every number, and gives the endings that its page names', () => {
    expect(bankKnows('0000000000')).toEqual({ holder: 'OBI ADA' });
    expect(bankKnows('1234569900')).toEqual({ holder: 'DANJUMA IBRAHIM' });
    expect([bankKnows('0000000090'), bankKnows('0000000092')]).toEqual(['unknown', 'silent']);
    expect(['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((ending) => payoutOutcomeOf(`00000000${ending}`))).toEqual([
      'paid', 'late', 'failed', 'reversed', 'never', 'answer-lost', 'call-lost', 'failed-later', 'paid-then-reversed', 'twice', 'paid',
    ]);
  });
});
