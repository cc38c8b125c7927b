/** Bank accounts: asking the bank whose one is, keeping it, and the simulated bank itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BANK_ACCOUNTS } from '../../server/cashier/withdrawals/bank-accounts/bank-accounts';
import { GatewayUnavailableError } from '../../server/gateways/payment/port';
import { findSimulatedHolder, payoutOutcomeOf } from '../../server/gateways/payment/simulator/payouts/payout-outcomes';
import { addBankAccount, enquireAccount, getWithdrawalOptions, listBankAccounts, removeBankAccount } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { leaveEnquiries } from '../support/enquiries';
import { paramsOf, userIdOf, type TestClient } from '../support/http-client';
import { testPlatform, type NewPlayer, type TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { isLong } from '../support/seeds';
import { GTBANK, accountOfAda, ask, paidPlayer, readWithdrawal, wrapPayouts } from '../support/withdrawals';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { transaction } from '../../server/db/transaction';
import { post } from '../../server/ledger/post';
import { readAccountNumbers } from '../support/field-keys';

const MINUTE_MS = 60_000;

let ayo: TestPlatform;
/** How often a bank was asked. */
let enquiryCount = 0;
let isSilent = false;
beforeAll(async () => {
  ayo = await testPlatform({
    parts: {
      wrapGateway: wrapPayouts((payouts) => ({
        resolveAccount: async (place) => {
          enquiryCount += 1;
          if (isSilent) throw new GatewayUnavailableError('silent');
          return payouts.resolveAccount(place);
        },
      })),
    },
  });
});
afterAll(() => ayo.close());

/** Signs up a player whose first deposit has arrived, at a network address that no other test uses. */
async function depositor(details: NewPlayer = {}): Promise<TestClient> {
  const client = await ayo.signUp(details);
  await giveMoney(ayo.pool, userIdOf(client), kobo(100_00), ayo.platform.now());
  return client;
}
const enquire = (client: TestClient, accountNumber: string, bankCode = GTBANK) =>
  client.call(enquireAccount, { params: paramsOf(client), body: { bankCode, accountNumber } });
const add = (client: TestClient, accountNumber: string, bankCode = GTBANK) =>
  client.call(addBankAccount, { params: paramsOf(client), body: { bankCode, accountNumber } });
const list = async (client: TestClient) => (await client.call(listBankAccounts, { params: paramsOf(client) })).data.items;

describe('an enquiry', () => {
  it('tells nobody the name of a stranger, nor whether an account exists: only whether it is the player’s own', async () => {
    const ada = await depositor();
    expect((await enquire(ada, accountOfAda())).data).toEqual({ accountName: 'OBI ADA', matches: true });
    const strangers = ['0000001200', '000-000 0091', '0000000090'];
    const answers = [];
    for (const number of strangers) answers.push(await enquire(ada, number), await add(ada, number));
    expect(answers.map((answer) => answer.problem?.code ?? answer.data)).toEqual(
      strangers.flatMap(() => [{ accountName: null, matches: false }, 'name-mismatch']),
    );
    // The answers about the three accounts, one of which nobody has, differ in nothing but the request's id.
    expect(new Set(answers.map(({ text }) => text.replace(/"requestId":"[^"]+"/, ''))).size).toBe(2);
  });

  it('says when the bank does not answer, and when there is no such bank', async () => {
    const ada = await depositor();
    const silent = await enquire(ada, '0000000092');
    expect([silent.problem?.code, silent.headers.get('retry-after')]).toEqual(['gateway-unavailable', '5']);
    expect((await enquire(ada, accountOfAda(), '999')).problem).toMatchObject({ status: 400, errors: [{ field: 'bankCode' }] });
  });

  it('takes a number whose check digit does not fit: the bank’s word decides', async () => {
    const ada = await depositor();
    const answers = await Promise.all(['0000000010', '0000000011', '0000000012'].map((number) => enquire(ada, number)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('nobody asks a bank about strangers', () => {
  const needsOf = async (client: TestClient) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.accountNeeds;

  it('with accounts that were made a moment ago: the first deposit comes first, and a refused question costs no try', async () => {
    const [before, fresh] = [enquiryCount, await Promise.all(Array.from({ length: 4 }, () => ayo.signUp()))];
    const answers = await Promise.all(fresh.flatMap((client) => Array.from({ length: 20 }, () => enquire(client, accountOfAda()))));
    expect(new Set(answers.map(({ status, problem }) => `${status} ${problem?.code}`))).toEqual(new Set(['403 deposit-needed']));
    expect((await add(fresh[0] ?? ayo.client(), accountOfAda())).problem?.code).toBe('deposit-needed');
    expect(enquiryCount).toBe(before);
    const [ada] = fresh;
    if (ada === undefined) throw new Error('four were made');
    expect(await needsOf(ada)).toEqual(['deposit']);
    await giveMoney(ayo.pool, userIdOf(ada), kobo(100_00), ayo.platform.now());
    expect([await needsOf(ada), (await enquire(ada, accountOfAda())).status]).toEqual([[], 200]);
  });

  it('with an e-mail that was never confirmed', async () => {
    const ada = await depositor();
    await ayo.pool.query('UPDATE player SET email_activated_at = NULL WHERE user_id = $1', [userIdOf(ada)]);
    expect((await enquire(ada, accountOfAda())).problem?.code).toBe('email-not-activated');
  });

  it('more than 10 times in ten minutes and 20 times a day as one person, from however many processes', async () => {
    const ada = await depositor();
    const other = await testPlatform({ database: ayo.database });
    const elsewhere = other.client();
    elsewhere.session = ada.session;
    for (const [name, value] of ada.cookies) elsewhere.cookies.set(name, value);
    const many = await Promise.all(Array.from({ length: 15 }, (_, index) => enquire(index % 2 === 0 ? ada : elsewhere, accountOfAda())));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(10);
    const late = await enquire(ada, accountOfAda());
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await add(ada, accountOfAda())).status).toBe(429);
    ayo.pass(10 * MINUTE_MS);
    const more = await Promise.all(Array.from({ length: 12 }, () => enquire(ada, accountOfAda())));
    expect(more.filter(({ status }) => status === 200)).toHaveLength(10);
    ayo.pass(10 * MINUTE_MS);
    expect((await enquire(ada, accountOfAda())).status).toBe(429);
    await other.close();
  });

  it('with two accounts of one identity: they share their tries', async () => {
    const [ada, twin] = [await depositor(), await depositor()];
    await ayo.pool.query(
      `INSERT INTO identity (user_id, person_hash, gateway, kind, wording_version, verified_at) VALUES ($1, sha256(convert_to($1, 'UTF8')), 'simulator', 'virtual-nin', '1', now())`,
      [userIdOf(ada)],
    );
    await ayo.pool.query(
      `INSERT INTO identity_check (user_id, at, gateway, kind, wording_version, outcome, person_hash)
       VALUES ($1, now(), 'simulator', 'virtual-nin', '1', 'in-use', sha256(convert_to($2, 'UTF8')))`,
      [userIdOf(twin), userIdOf(ada)],
    );
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(await enquire(ada, accountOfAda()), await enquire(twin, accountOfAda()));
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  /** Two people ask about an account until what all share of it is used up. */
  async function useUp(number: string): Promise<void> {
    const statuses: number[] = [];
    for (const guesser of [await depositor(), await depositor()]) {
      for (let guess = 0; guess < 8; guess += 1) statuses.push((await enquire(guesser, number)).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  }
  const dayLater = () => ayo.pass(24 * 60 * MINUTE_MS);

  it('by changing the own name until it fits: beside 10 a day of all together each has 2 a day at one account', async () => {
    dayLater();
    const number = '0000001200';
    await useUp(number);
    const next = await depositor();
    expect([(await enquire(next, number)).status, (await enquire(next, number)).status]).toEqual([200, 200]);
    expect((await enquire(next, number)).status).toBe(429);
    expect((await enquire(next, accountOfAda())).status).toBe(200);
  });

  it('so that its owner can’t add it: what others asked keeps nobody from their own, unverified or proven', async () => {
    dayLater();
    const number = '0000001200';
    await useUp(number);
    const owner = await depositor({ firstname: 'Chinedu', lastname: 'Adeyemi' });
    expect([(await enquire(owner, number)).data.matches, (await add(owner, number)).status]).toEqual([true, 201]);
    const proven = await depositor({ firstname: 'Chinedu', lastname: 'Adeyemi' });
    await ayo.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [userIdOf(proven)]);
    for (let n = 0; n < 4; n += 1) expect((await enquire(proven, number)).status).toBe(200);
  });

  it('so that whoever kept it before can’t make it usable again', async () => {
    dayLater();
    const number = '0000001200';
    const owner = await depositor({ firstname: 'Chinedu', lastname: 'Adeyemi' });
    expect((await add(owner, number)).status).toBe(201);
    await useUp(number);
    for (let n = 0; n < 4; n += 1) expect((await enquire(owner, number)).status).toBe(200);
  });

  it('more than 120 times an hour from one address, beside two a day of each person', async () => {
    ayo.pass(60 * MINUTE_MS);
    const left = await leaveEnquiries(ayo, isLong ? 120 : 40);
    const people = await Promise.all(Array.from({ length: isLong ? 16 : 6 }, () => depositor()));
    const answers = await Promise.all(people.flatMap((client) => Array.from({ length: 10 }, () => enquire(client, accountOfAda()))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(left + 2 * people.length);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
    ayo.pass(60 * MINUTE_MS);
  });

  it('so that people behind an address keep their neighbours from adding an account: to look and to keep stays each one’s own', async () => {
    ayo.pass(60 * MINUTE_MS);
    const [left, people] = [await leaveEnquiries(ayo, isLong ? 120 : 50), isLong ? 7 : 3];
    const flooders = await Promise.all(Array.from({ length: people }, () => depositor()));
    const flood = async () => {
      for (const { status } of await Promise.all(flooders.flatMap((client) => Array.from({ length: 10 }, () => enquire(client, accountOfAda()))))) {
        statuses.push(status);
      }
    };
    const statuses: number[] = [];
    await flood();
    ayo.pass(10 * MINUTE_MS);
    await flood();
    expect([statuses.length, statuses.filter((status) => status === 200).length]).toEqual([20 * flooders.length, left + 2 * flooders.length]);
    const [neighbour, number] = [await depositor(), accountOfAda()];
    expect([(await enquire(neighbour, number)).data.matches, (await add(neighbour, number)).status]).toEqual([true, 201]);
    expect((await enquire(neighbour, accountOfAda())).status).toBe(429);
    ayo.pass(60 * MINUTE_MS);
    expect((await enquire(neighbour, accountOfAda())).status).toBe(200);
  });

  it('while a player who holds money and may not pay in reaches it with a proven identity', async () => {
    const ada = await ayo.signUp();
    const userId = userIdOf(ada);
    await transaction(ayo.pool, (tx) =>
      post(tx, { userId, kind: 'adjustment', reference: `won-${userId}`, at: ayo.platform.now(), moves: [{ kind: 'win', from: 'house', to: 'real', amount: kobo(5_000_00) }] }),
    );
    expect((await enquire(ada, accountOfAda())).problem?.code).toBe('deposit-needed');
    await ayo.pool.query(`UPDATE player SET protection = 'excluded', protection_since = now() WHERE user_id = $1`, [userId]);
    expect((await enquire(ada, accountOfAda())).problem?.code).toBe('deposit-needed');
    await ayo.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [userId]);
    expect([await needsOf(ada), (await add(ada, accountOfAda())).status]).toEqual([[], 201]);
  });
});

describe('adding a bank account', () => {
  it('answers with its last four digits and the bank’s name, and again with the same one, without asking the bank', async () => {
    const ada = await depositor();
    const number = accountOfAda('34');
    const first = await add(ada, number);
    expect([first.status, first.data]).toEqual([
      201,
      {
        bankAccountId: first.data.bankAccountId, bankCode: GTBANK, bankName: 'Guaranty Trust Bank (GTBank)', lastFour: '0034',
        accountName: 'OBI ADA', addedAt: ayo.platform.now().toISOString(), used: false,
      },
    ]);
    const before = enquiryCount;
    const again = await Promise.all(Array.from({ length: 8 }, () => add(ada, number)));
    expect(again.map(({ data }) => data.bankAccountId)).toEqual(Array.from({ length: 8 }, () => first.data.bankAccountId));
    expect([enquiryCount, (await list(ada)).length]).toEqual([before, 1]);
  });

  it('again after both the player and the bank changed the name makes it usable again', async () => {
    const ada = await paidPlayer(ayo);
    const [number = ''] = await readAccountNumbers(ayo.pool, ada.userId);
    await ayo.pool.query(`UPDATE player SET lastname = 'Eze' WHERE user_id = $1`, [ada.userId]);
    expect((await ask(ada, 5_000)).problem?.code).toBe('name-mismatch');
    expect((await add(ada.client, number)).problem?.code).toBe('name-mismatch');
    await ayo.pool.query(`INSERT INTO simulator_account VALUES ($1, 'EZE ADA', now())`, [number]);
    expect((await add(ada.client, number)).data).toMatchObject({ bankAccountId: ada.account.bankAccountId, accountName: 'EZE ADA' });
    expect((await ask(ada, 5_000)).status).toBe(201);
  });

  it('stores one when several tabs do it at the same moment', async () => {
    const ada = await depositor();
    const number = accountOfAda();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(ada, number)));
    expect(new Set(answers.map(({ data }) => data.bankAccountId)).size).toBe(1);
  });

  it('is refused in another name and for an unknown account, and stores nothing', async () => {
    ayo.pass(24 * 60 * MINUTE_MS);
    const ada = await depositor();
    expect((await add(ada, '0000001200')).problem).toMatchObject({ status: 422, code: 'name-mismatch' });
    expect((await add(ada, '0000000090')).problem).toMatchObject({ status: 422, code: 'name-mismatch' });
    isSilent = true;
    expect((await add(ada, accountOfAda())).problem).toMatchObject({ status: 503, code: 'gateway-unavailable' });
    isSilent = false;
    expect(await list(ada)).toEqual([]);
  });

  it('is possible for five, newest first, also when more come at once; a removed one makes room', async () => {
    const ada = await depositor();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(ada, accountOfAda())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_BANK_ACCOUNTS);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.problem?.code, refused?.problem?.title]).toEqual(['conflict', 'You can keep 5 bank accounts. Remove one first.']);
    const accounts = await list(ada);
    const params = { ...paramsOf(ada), bankAccountId: accounts[0]?.bankAccountId ?? '' };
    expect((await ada.call(removeBankAccount, { params })).status).toBe(204);
    expect((await ada.call(removeBankAccount, { params })).status).toBe(404);
    ayo.pass(1_000);
    const newest = (await add(ada, accountOfAda())).data;
    expect((await list(ada)).map(({ bankAccountId }) => bankAccountId)[0]).toBe(newest.bankAccountId);
  });

  it('concerns its own player alone: B neither sees nor removes A’s', async () => {
    const [ada, bola] = [await depositor(), await depositor()];
    const number = accountOfAda();
    const { data } = await add(ada, number);
    expect((await bola.call(removeBankAccount, { params: { ...paramsOf(bola), bankAccountId: data.bankAccountId } })).status).toBe(404);
    expect(await list(ada)).toHaveLength(1);
    expect((await add(bola, number)).data.bankAccountId).not.toBe(data.bankAccountId);
  });

  it('can be undone without a trace of the number, and withdrawals under way to it go on', async () => {
    const ada = await paidPlayer(ayo);
    const { data } = await ask(ada, 5_000);
    await ada.client.call(removeBankAccount, { params: { userId: ada.userId, bankAccountId: ada.account.bankAccountId } });
    expect((await ayo.pool.query('SELECT 1 FROM bank_account WHERE user_id = $1', [ada.userId])).rowCount).toBe(0);
    await sweepPayouts(ayo.platform);
    expect(await readWithdrawal(ada, data.withdrawalId)).toMatchObject({ state: 'paid', lastFour: ada.account.lastFour });
  });

  it('needs the session’s cookie: a stolen id adds none (row 6)', async () => {
    const ada = await depositor();
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
    const client = await depositor({ firstname: 'Ọláyínká', lastname: 'Adé-Bello' });
    expect((await add(client, '0771234590')).problem?.code).toBe('name-mismatch');
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
    expect(findSimulatedHolder('0000000000')).toEqual({ holder: 'OBI ADA' });
    expect(findSimulatedHolder('1234569900')).toEqual({ holder: 'DANJUMA IBRAHIM' });
    expect([findSimulatedHolder('0000000090'), findSimulatedHolder('0000000092')]).toEqual(['unknown', 'silent']);
    expect(['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10'].map((ending) => payoutOutcomeOf(`00000000${ending}`))).toEqual([
      'paid', 'late', 'failed', 'reversed', 'never', 'answer-lost', 'call-lost', 'failed-later', 'paid-then-reversed', 'twice', 'paid',
    ]);
  });
});
