/** The people on the screenshots: a player who has paid in and played, one who has just come, and the first admin. */
import { randomUUID } from 'node:crypto';
import { activateEmail, signUp } from '../../src/core/contract/auth';
import { createDeposit, getDeposit } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { verifyIdentity } from '../../src/core/contract/identity';
import { setLimit } from '../../src/core/contract/protection';
import { signInAdmin } from './first-admins';
import type { AdminCredentials } from './first-admins';
import { testClient } from './http-client';
import type { TestClient } from './http-client';
import { mailboxKeyAt } from './product';

export interface ShownSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly cookies: ReadonlyMap<string, string>;
}

const PLAYER = {
  email: 'ngozi@example.com', username: 'ngozi', password: 'harmattan tortoise', firstname: 'Ngozi', lastname: 'Okonkwo',
  dateOfBirth: '1991-03-08', phone: '08031234567', acceptTerms: true as const, consents: [],
};
/** Naira with kobo, from which the simulator chooses the result: paid, failed, paid. */
const DEPOSITS = [5_000.01, 2_000.03, 20_000.01];
const STAKES = [50, 100, 100, 200, 50, 500, 100, 100, 20, 100];
/** Naira; the last limit is a raise, which waits for a confirmation. */
const LIMITS = [
  { kind: 'deposit', period: 'week', amount: 50_000 }, { kind: 'loss', period: 'day', amount: 5_000 }, { kind: 'stake', period: 'day', amount: 2_000 },
  { kind: 'deposit', period: 'week', amount: 80_000 },
] as const;
const DEPOSIT_LIMIT_MS = 20_000;

function sessionOf({ session, cookies }: TestClient): ShownSession {
  if (session === null) throw new Error('Nobody is signed in.');
  return { ...session, cookies };
}

/** Reads the token in the newest mail to the player from the mailbox. */
async function activationToken(client: TestClient, url: string, email = PLAYER.email): Promise<string> {
  const { text } = await client.request('GET', `/api/mailbox?to=${email}&key=${mailboxKeyAt(url) ?? ''}`);
  const token = /activate-email\?token=([0-9A-Za-z_-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error('No activation mail has come.');
  return token;
}

async function payIn(client: TestClient, userId: string, amount: number): Promise<void> {
  const started = await client.call(createDeposit, {
    params: { userId }, key: randomUUID(), body: { method: 'mobile-money', amount, currency: 'NGN', again: true },
  });
  const { depositId } = started.data;
  const deadline = Date.now() + DEPOSIT_LIMIT_MS;
  while ((await client.call(getDeposit, { params: { userId, depositId } })).data.state === 'pending') {
    if (Date.now() > deadline) throw new Error('The simulator did not settle a deposit.');
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Plays a round and waits as long as the platform says, because rounds have a minimum cycle. */
async function play(client: TestClient, userId: string, stake: number): Promise<void> {
  const options = {
    params: { userId, gameId: 'adire-gold' }, key: randomUUID(), body: { stake, currency: 'NGN' as const, bet: {} },
  };
  const answer = await client.call(playRound, options);
  if (answer.status === 201) return;
  if (answer.problem?.code !== 'cycle-too-short') throw new Error(`A round was answered with ${answer.text}`);
  await new Promise((done) => setTimeout(done, Number(answer.headers.get('retry-after') ?? 1) * 1000));
  await play(client, userId, stake);
}

const OTHER_DEVICES = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
];

/** Signs the player in on another device. */
async function signInOn(url: string, userAgent: string): Promise<void> {
  const { username, password } = PLAYER;
  const client = testClient(url);
  await client.request('GET', '/api/v1/auth/anti-forgery');
  const token = decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '');
  await client.request('POST', '/api/v1/auth/sign-in', { body: { username, password }, headers: { 'user-agent': userAgent, 'x-xsrf-token': token } });
}

async function limitTo(client: TestClient, userId: string, { kind, period, amount }: (typeof LIMITS)[number]): Promise<void> {
  await client.call(setLimit, { params: { userId, kind, period }, key: randomUUID(), body: { amount, currency: 'NGN' } });
}

/** Opens an account, pays in and plays, with calls only. */
export async function makeShownPlayer(url: string): Promise<ShownSession> {
  const client = testClient(url);
  client.session = (await client.call(signUp, { body: PLAYER })).data;
  const { userId } = client.session;
  await client.call(activateEmail, { body: { token: await activationToken(client, url) } });
  for (const amount of DEPOSITS) await payIn(client, userId, amount);
  for (const stake of STAKES) await play(client, userId, stake);
  for (const userAgent of OTHER_DEVICES) await signInOn(url, userAgent);
  for (const limit of LIMITS) await limitTo(client, userId, limit);
  // Free spins and the draw ask for it.
  await client.call(verifyIdentity, { params: { userId }, body: { number: '56789012388', consent: true, wordingVersion: '1.1' } });
  return sessionOf(client);
}

/** Opens an account that has confirmed its e-mail and done nothing else. */
export async function makeNewcomer(url: string): Promise<ShownSession> {
  const client = testClient(url);
  const player = { ...PLAYER, email: 'tunde@example.com', username: 'tunde', firstname: 'Tunde', lastname: 'Bello', phone: '08037654321' };
  client.session = (await client.call(signUp, { body: player })).data;
  await client.call(activateEmail, { body: { token: await activationToken(client, url, player.email) } });
  return sessionOf(client);
}

/** Signs an admin in with both factors. */
export const makeAdmin = async (url: string, credentials: AdminCredentials): Promise<ShownSession> => sessionOf(await signInAdmin(url, credentials));
