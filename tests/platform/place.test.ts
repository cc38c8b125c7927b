/** Where players are, as a proxy tells it, and what that forbids (rows 14 and 32). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, signUp } from '../../src/core/contract/auth';
import { createDeposit, listDeposits } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { getPlace } from '../../src/core/contract/place';
import { getBalance } from '../../src/core/contract/player';
import { exclude, setLimit } from '../../src/core/contract/protection';
import { listSessions } from '../../src/core/contract/sessions';
import { createWithdrawal } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { transaction } from '../../server/db/transaction';
import { post } from '../../server/ledger/post';
import type { Posting } from '../../server/ledger/post';
import { parsePlaces } from '../../server/place/place-file';
import type { PlaceBook } from '../../server/place/rules';
import { ELSEWHERE, HERE } from '../support/caller-places';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { openBankAccount } from '../support/payable-players';
import { newPlayer, PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney, makePlayer } from '../support/players';
import { browserOf, makeSignedInPlayer } from '../support/signed-in-players';

const FILE = {
  default: { served: true, minimumAge: 18, licence: 'Licensed.', ceilings: {}, realityCheckMinutes: 60 },
  states: { LA: { licence: 'Licensed in Lagos.' }, RI: { minimumAge: 21 }, KN: { served: false } },
};
const PROXY = { allowedCountries: ['NG', 'GH'], countryHeader: 'cf-ipcountry', regionHeader: 'cf-region', trustProxy: ['127.0.0.1'] };

function book(): PlaceBook {
  const read = parsePlaces(JSON.stringify(FILE));
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  return read.book;
}

type Headers = Readonly<Record<string, string>>;
const NIGERIA: Headers = { 'cf-ipcountry': 'NG' };
const ABROAD: Headers = { 'cf-ipcountry': 'GB' };
const inState = (region: string): Headers => ({ ...NIGERIA, 'cf-region': region });

let ayo: TestPlatform;
/** The same platform, reached past its proxy: nothing that comes from this machine is believed. */
let past: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform({ config: PROXY, parts: { places: book() } });
  past = await testPlatform({ config: { ...PROXY, trustProxy: ['10.0.0.1'] }, parts: { places: book() }, database: ayo.database });
});
afterAll(async () => {
  await past.close();
  await ayo.close();
});

const placeAt = async (headers: Headers, on = ayo) => (await on.client().call(getPlace, { headers })).data;
const join = (headers: Headers, more = {}, on = ayo) => on.client().call(signUp, { body: newPlayer(more), headers });
const stake = (client: TestClient, headers: Headers, key = newKey()) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {} }, key, headers });
const deposit = (client: TestClient, headers: Headers) =>
  client.call(createDeposit, { params: paramsOf(client), body: { method: 'mobile-money', amount: 5_000, currency: 'NGN' }, key: newKey(), headers });
const realOf = async (client: TestClient) =>
  (await client.call(getBalance, { params: paramsOf(client), headers: ABROAD })).data.items.find(({ type }) => type === 'Real')?.amount;
const refused = ({ status, problem }: { status: number; problem: { code: string } | null }) => ({ status, code: problem?.code });
const NOT_SERVED = { status: 451, code: 'place-not-served' };

/** With ₦1,000 and an own state, signed in already. */
async function player(state: string | null = null, born = '1990-05-17', on = ayo): Promise<TestClient> {
  const seated = await makeSignedInPlayer(ayo.pool, { now: ayo.platform.now, money: kobo(1_000_00) });
  await ayo.pool.query(
    'UPDATE player SET date_of_birth = $2, state = $3, street = $4, city = $4 WHERE user_id = $1',
    [seated.userId, born, state, state],
  );
  return browserOf(seated, on.baseUrl);
}

describe('where a call comes from', () => {
  it('is what the proxy says, whatever the case, and decides which rules apply', async () => {
    expect(await placeAt(inState('LA'))).toEqual({ country: 'NG', state: 'LA', served: true, reason: null, minimumAge: 18, licence: 'Licensed in Lagos.' });
    expect(await placeAt({ 'cf-ipcountry': 'ng', 'cf-region': 'rivers state' })).toMatchObject({ country: 'NG', state: 'RI', minimumAge: 21 });
    expect(await placeAt(inState('NG-KN'))).toMatchObject({ state: 'KN', served: false, reason: 'state' });
    expect(await placeAt(ABROAD)).toMatchObject({ country: 'GB', served: false, reason: 'country' });
    expect(await placeAt({ 'cf-ipcountry': 'GH', 'cf-region': 'LA' })).toEqual({ country: 'GH', state: null, served: true, reason: null, minimumAge: 18, licence: 'Licensed.' });
  });

  it.each([[{}], [{ 'cf-ipcountry': '' }], [{ 'cf-ipcountry': 'XX' }], [{ 'cf-ipcountry': 'T1' }], [{ 'cf-ipcountry': 'NG, NG' }], [{ 'x-country': 'NG' }]] as const)(
    'is unknown, and so not served, with %j',
    async (headers) => {
      expect(await placeAt(headers)).toMatchObject({ country: null, served: false, reason: 'country-unknown' });
      expect(refused(await join(headers))).toEqual(NOT_SERVED);
    },
  );

  it('is not read from the headers of a caller who bypasses the proxy', async () => {
    expect(await placeAt(inState('LA'), past)).toEqual({ country: null, state: null, served: false, reason: 'country-unknown', minimumAge: 18, licence: 'Licensed.' });
    expect(refused(await join(NIGERIA, {}, past))).toEqual(NOT_SERVED);
    const client = await player(null, '1990-05-17', past);
    expect(refused(await stake(client, { ...inState('LA'), 'x-forwarded-for': '10.0.0.1' }))).toEqual(NOT_SERVED);
  });

  it('is answered for a player with the rules of the state they live in, too, and with a tag of its own', async () => {
    const client = await player('KN');
    const answer = await client.call(getPlace, { headers: inState('LA') });
    expect(answer.data).toEqual({ country: 'NG', state: 'LA', served: false, reason: 'home', minimumAge: 18, licence: 'Licensed in Lagos.' });
    const tag = answer.headers.get('etag') ?? '';
    expect((await client.call(getPlace, { headers: { ...inState('LA'), 'if-none-match': tag } })).status).toBe(304);
    expect((await ayo.client().call(getPlace, { headers: { ...inState('LA'), 'if-none-match': tag } })).status).toBe(200);
  });

  it('is stored with the session for the list of devices', async () => {
    const { username } = newPlayer();
    const { data } = await join(inState('Oyo'), { username });
    const client = ayo.client();
    const again = await client.call(signIn, { body: { username, password: PASSWORD }, headers: ABROAD });
    client.session = { sessionId: again.data.sessionId, userId: data.userId };
    const { data: sessions } = await client.call(listSessions, { params: paramsOf(client), headers: ABROAD });
    expect(sessions.items.map(({ place }) => place).sort()).toEqual(['Oyo, Nigeria', 'United Kingdom']);
  });

  it('is always served where the operator names no countries', async () => {
    const open = await testPlatform({ database: ayo.database });
    expect(await placeAt(ABROAD, open)).toEqual({ country: null, state: null, served: true, reason: null, minimumAge: 18, licence: '' });
    await open.close();
  });
});

describe('a stake from a place not served (row 32)', () => {
  it.each([
    ['another country', ABROAD, null], ['a state that is not served', inState('Kano'), null], ['a state that is, by a player who lives in one that is not', inState('LA'), 'KN'],
  ])('is refused with 451 and debits nothing: %s', async (_, headers, home) => {
    const client = await player(home);
    const key = newKey();
    const answer = await stake(client, headers, key);
    expect(refused(answer)).toEqual(NOT_SERVED);
    expect(answer.problem?.title).toBe('We don’t serve the place you are in.');
    expect(await realOf(client)).toBe(1_000);
    const { rows } = await ayo.pool.query('SELECT count(*)::int AS rounds FROM round WHERE user_id = $1', [paramsOf(client).userId]);
    expect(rows).toEqual([{ rounds: 0 }]);
    // The key keeps its refusal, also when the player is home again.
    expect(refused(await stake(client, NIGERIA, key))).toEqual(NOT_SERVED);
  });

  it('is taken where it is served', async () => {
    const client = await player('LA');
    expect((await stake(client, inState('LA'))).status).toBe(201);
    expect((await stake(await player(), { 'cf-ipcountry': 'GH' })).status).toBe(201);
  });

  it('starts no deposit either', async () => {
    const client = await player();
    expect(refused(await deposit(client, ABROAD))).toEqual(NOT_SERVED);
    expect((await client.call(listDeposits, { params: paramsOf(client), headers: ABROAD })).data.items).toEqual([]);
    expect((await deposit(client, NIGERIA)).status).toBe(201);
  });

  it('leaves signing in, reading and withdrawing open', async () => {
    const { username } = newPlayer();
    const { data } = await join(NIGERIA, { username });
    const client = ayo.client();
    const signedIn = await client.call(signIn, { body: { username, password: PASSWORD }, headers: ABROAD });
    expect(signedIn.status).toBe(200);
    client.session = { sessionId: signedIn.data.sessionId, userId: data.userId };
    await ayo.pool.query(`UPDATE player SET email_activated_at = $2, verification = 'verified' WHERE user_id = $1`, [data.userId, ayo.platform.now()]);
    await giveMoney(ayo.pool, data.userId, kobo(5_000_00), ayo.platform.now());
    const bankAccountId = await openBankAccount(ayo.pool, data.userId);
    const answer = await client.call(createWithdrawal, { params: paramsOf(client), body: { bankAccountId, amount: 2_000, currency: 'NGN' }, key: newKey(), headers: ABROAD });
    expect(answer.status).toBe(201);
    expect(await realOf(client)).toBe(3_000);
  });

  it('leaves excluding oneself open, and lowering a limit', async () => {
    const client = await player();
    const limit = { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 1_000, currency: 'NGN' } } as const;
    expect((await client.call(setLimit, { ...limit, key: newKey(), headers: ABROAD })).status).toBe(200);
    const excluded = await client.call(exclude, { params: paramsOf(client), body: { length: '6-months' }, key: newKey(), headers: ABROAD });
    expect(excluded.data.state).toBe('excluded');
    // The answer names the exclusion and not the place, because the exclusion refuses the stake at home, too.
    expect(refused(await stake(client, ABROAD))).toEqual({ status: 403, code: 'self-excluded' });
  });
});

describe('the age of the place (row 14)', () => {
  // It is 21 November 2026 in Lagos.
  it.each([
    ['18 in Lagos', 'LA', '2008-11-21', '2008-11-22', 18], ['21 in Rivers', 'RI', '2005-11-21', '2005-11-22', 21],
  ])('is %s: exactly that is accepted, a day short refused before an account exists', async (_, region, old, young, years) => {
    const email = `${newKey()}@player.example`;
    const answer = await join(inState(region), { dateOfBirth: young, email });
    expect(refused(answer)).toEqual({ status: 400, code: 'under-age' });
    expect(answer.problem?.errors).toEqual([{ field: 'dateOfBirth', message: `You must be ${years} or older to open an account.` }]);
    const { rowCount } = await ayo.pool.query('SELECT FROM player WHERE email = $1', [email]);
    expect(rowCount).toBe(0);
    expect((await join(inState(region), { dateOfBirth: old, email })).status).toBe(201);
  });

  it('holds for play, too: at home and where the player is', async () => {
    const atNineteen = '2007-01-01';
    const [visitor, resident, elsewhere] = [await player(null, atNineteen), await player('RI', atNineteen), await player('LA', atNineteen)];
    const answer = await stake(visitor, inState('RI'));
    expect(refused(answer)).toEqual(NOT_SERVED);
    expect(answer.problem?.detail).toContain('Players must be 21 or older');
    expect(refused(await deposit(resident, inState('LA')))).toEqual(NOT_SERVED);
    expect((await resident.call(getPlace, { headers: inState('LA') })).data).toMatchObject({ served: false, reason: 'age', minimumAge: 21 });
    expect((await stake(elsewhere, inState('LA'))).status).toBe(201);
  });
});

describe('the debit itself', () => {
  const posting = (userId: string, more: Partial<Posting>): Posting =>
    ({ userId, kind: 'round', reference: newKey(), at: ayo.platform.now(), place: ELSEWHERE, moves: [{ kind: 'stake', from: 'real', to: 'house', amount: kobo(100) }], ...more });
  const submit = (userId: string, more: Partial<Posting> = {}) => transaction(ayo.pool, (tx) => post(tx, posting(userId, more)));

  it('refuses a stake and a bonus from a place not served, and lets the rest of what began before through', async () => {
    const userId = await makePlayer(ayo.pool);
    await giveMoney(ayo.pool, userId, kobo(500));
    expect((await refusalOf(submit(userId))).code).toBe('place-not-served');
    const bonus = { kind: 'bonus', moves: [{ kind: 'bonus', from: 'bonus-cost', to: { bonus: 'w1' }, amount: kobo(100) }] } as Partial<Posting>;
    expect((await refusalOf(submit(userId, bonus))).code).toBe('place-not-served');
    await submit(userId, { moves: [{ kind: 'win', from: 'house', to: 'real', amount: kobo(100) }] });
    await submit(userId, { place: HERE });
  });

  it('refuses a stake without a place, whatever the posting calls itself', async () => {
    const userId = await makePlayer(ayo.pool);
    await giveMoney(ayo.pool, userId, kobo(500));
    const { place: _, ...placeless } = posting(userId, { kind: 'adjustment' });
    await expect(transaction(ayo.pool, (tx) => post(tx, placeless as Posting))).rejects.toThrow(RangeError);
  });
});
