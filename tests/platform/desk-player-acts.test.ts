/** What the operator's people do about a player: locks, signing out, tighter protection, and a value shown in full. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { findViolations } from '../../server/ledger/invariants';
import type { AdminRole } from '../../src/core/admin-roles';
import { listAudit } from '../../src/core/contract/admin';
import { createDeposit } from '../../src/core/contract/cashier';
import {
  breakForPlayer, lockPlayer, lowerPlayerLimit, resendPlayerActivation, revealPlayer, signPlayerOut, unlockPlayer,
} from '../../src/core/contract/desk-player-acts';
import { addPlayerNote, openPlayer, readPlayerSessions } from '../../src/core/contract/desk-players';
import { playAction, playRound } from '../../src/core/contract/games';
import { getProfile } from '../../src/core/contract/player';
import { getProtection, setLimit } from '../../src/core/contract/protection';
import { signIn } from '../../src/core/contract/auth';
import { statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { CASH_OUT, givePair, open } from '../support/stepped-rounds';
import type { Json } from '../support/stepped-rounds';
import { MINES_SEED } from '../support/stepped-stage';
import { ask, invariantsOfGivenMoney, paidPlayer } from '../support/withdrawals';

const REASON = 'The card that paid was reported stolen.';

let ayo: TestPlatform;
let owner: TestClient;
let risk: TestClient;
let support: TestClient;
let payments: TestClient;

async function makeAdmin(...roles: AdminRole[]): Promise<TestClient> {
  const client = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await insertAdmin(ayo.pool, userIdOf(client), { roles });
  return client;
}

beforeAll(async () => {
  ayo = await testPlatform({ config: { publicUrl: 'https://play.example' } });
  [owner, risk, support, payments] = [await ayo.signUpAdmin(), await makeAdmin('risk'), await makeAdmin('support'), await makeAdmin('payments')];
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const params = (player: TestClient) => ({ playerId: userIdOf(player) });
const lock = (by: TestClient, player: TestClient, what: 'play' | 'sign-in') => by.call(lockPlayer, { params: params(player), body: { what, reason: REASON } });
async function unlock(by: TestClient, player: TestClient, what: 'play' | 'sign-in') {
  const { rows } = await ayo.pool.query<{ lock_id: string }>(
    'SELECT lock_id::text FROM account_lock WHERE user_id = $1 AND what = $2 AND ended_at IS NULL', [userIdOf(player), what],
  );
  return by.call(unlockPlayer, { params: params(player), body: { lockId: rows[0]?.lock_id ?? '0', reason: 'The bank has cleared it up.' } });
}
const play = (player: TestClient, gameId = 'adire-gold', bet: Record<string, unknown> = {}) =>
  player.call(playRound, { params: { userId: userIdOf(player), gameId }, key: newKey(), body: { stake: 100, currency: 'NGN', bet } });
const payIn = (player: TestClient) =>
  player.call(createDeposit, { params: { userId: userIdOf(player) }, key: newKey(), body: { method: 'mobile-money', amount: 500, currency: 'NGN' } });
const newestLine = async (player: TestClient) => (await owner.call(listAudit, { query: { subject: userIdOf(player) } })).data.items[0];
/** All mails to the player, the newest first. */
async function mailsOf(player: TestClient): Promise<string> {
  const { rows } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userIdOf(player)]);
  const mails = await readMailbox(ayo.pool, rows[0]?.email ?? '');
  return mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n');
}

describe('a lock of play', () => {
  it('stops stakes and deposits, says whom to write to, lets an open round end and a payout go, and ends with a reason', async () => {
    const player = await paidPlayer(ayo, { naira: 100_000 });
    await givePair(ayo.pool, player.userId, MINES_SEED, ayo.platform.now());
    const started = await play(player.client, 'mines', { mines: 3 });
    expect(started.status, started.text).toBe(201);
    const step = (number: number, action: Json) => {
      const ids = { userId: player.userId, roundId: started.data.roundId };
      return player.client.call(playAction, { params: ids, key: newKey(), body: { action, step: number } });
    };
    expect((await step(0, open(0))).status).toBe(201);
    expect((await lock(risk, player.client, 'play')).status).toBe(204);
    ayo.pass(60_000);
    const paidIn = await payIn(player.client);
    expect((await ask(player, 5_000)).status).toBe(201);
    const ended = await step(1, CASH_OUT);
    expect(ended.status, ended.text).toBe(201);
    expect(ended.data.win).toBeGreaterThan(100);
    ayo.pass(60_000);
    for (const answer of [paidIn, await play(player.client)]) {
      expect([answer.status, answer.problem?.code, answer.problem?.reason]).toEqual([403, 'forbidden', 'play-locked']);
      expect(answer.problem?.detail).toMatch(/^We have locked play and deposits.*You can still withdraw\. Write to \S+@\S+\.$/);
    }
    const { data } = await support.call(openPlayer, { params: params(player.client) });
    expect(data.locks).toEqual([expect.objectContaining({ what: 'play', reason: REASON })]);
    expect(data.acts).toEqual(['sign-out', 'limit', 'break', 'mail']);
    expect(await newestLine(player.client)).toMatchObject({ action: 'player-read' });
    expect(await mailsOf(player.client)).toContain('Play is locked');
    expect(await mailsOf(player.client)).not.toContain(REASON);
    expect(statusAndCode(await lock(risk, player.client, 'play'))).toEqual([409, 'conflict']);
    expect(statusAndCode(await unlock(support, player.client, 'play'))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await unlock(payments, player.client, 'play'))).toEqual([403, 'forbidden']);
    expect((await unlock(owner, player.client, 'play')).status).toBe(204);
    expect(await newestLine(player.client)).toMatchObject({
      action: 'player-unlocked', before: { lock: 'play', reason: REASON }, after: { lock: null, reason: 'The bank has cleared it up.' },
    });
    ayo.pass(60_000);
    expect((await play(player.client)).status).toBe(201);
    expect(statusAndCode(await unlock(owner, player.client, 'play'))).toEqual([409, 'conflict']);
  });

  it('and a stake at the same moment: one is before the other, and no stake comes after', async () => {
    const player = await paidPlayer(ayo, { naira: 10_000 });
    const answers = await Promise.all([play(player.client), lock(risk, player.client, 'play'), play(player.client)]);
    expect(answers[1].status).toBe(204);
    const staked = [answers[0], answers[2]].filter(({ status }) => status === 201).length;
    const refused = [answers[0], answers[2]].filter(({ problem }) => problem?.reason === 'play-locked' || problem?.code === 'cycle-too-short').length;
    expect(staked + refused).toBe(2);
    const rounds = async () => (await ayo.pool.query('SELECT FROM round WHERE user_id = $1', [player.userId])).rowCount;
    expect(await rounds()).toBe(staked);
    ayo.pass(60_000);
    for (const answer of await Promise.all([play(player.client), play(player.client)])) expect(answer.problem?.reason).toBe('play-locked');
    expect(await rounds()).toBe(staked);
  });

  it('ends three times a day at most, because each end is mailed', async () => {
    const player = await ayo.signUp();
    const ends: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await lock(risk, player, 'play');
      ends.push((await unlock(risk, player, 'play')).status);
    }
    expect(ends).toEqual([204, 204, 204]);
    expect((await lock(risk, player, 'play')).status).toBe(204);
    expect(statusAndCode(await unlock(risk, player, 'play'))).toEqual([429, 'too-many-requests']);
  });

  it('stays in its table: nobody takes it away or changes its reason', async () => {
    const player = await ayo.signUp();
    await lock(risk, player, 'play');
    for (const sql of [`UPDATE account_lock SET reason = 'x'`, 'DELETE FROM account_lock']) await expect(ayo.pool.query(sql)).rejects.toThrow('a lock of an account stays');
    await expect(ayo.pool.query('TRUNCATE account_lock CASCADE')).rejects.toThrow('only ever added');
  });
});

describe('a lock of signing in', () => {
  it('ends every session, and refuses the right password with whom to write to, and no wrong one with that', async () => {
    const person = newPlayer();
    const player = await ayo.signUp(person);
    expect((await lock(risk, player, 'sign-in')).status).toBe(204);
    const gone = await player.call(getProfile, { params: { userId: userIdOf(player) } });
    expect([gone.status, gone.problem?.code, gone.problem?.reason, gone.problem?.endedFrom]).toEqual([401, 'session-ended', 'revoked', 'our team']);
    const again = (password: string) => ayo.client().call(signIn, { body: { username: person.username, password } });
    const answer = await again(PASSWORD);
    expect([...statusAndCode(answer), answer.problem?.reason]).toEqual([403, 'forbidden', 'sign-in-locked']);
    expect(answer.problem?.detail).toMatch(/Your money stays yours\. Write to \S+@\S+\.$/);
    expect(statusAndCode(await again('not the right one'))).toEqual([401, 'invalid-credentials']);
    await unlock(risk, player, 'sign-in');
    expect((await again(PASSWORD)).status).toBe(200);
  });
});

describe('signing a player out', () => {
  it('ends all sessions, and tells the player why', async () => {
    const player = await ayo.signUp();
    const { data } = await support.call(signPlayerOut, { params: params(player), body: { reason: 'You told us that your phone was lost.' } });
    expect(data).toEqual({ ended: 1 });
    expect(await mailsOf(player)).toContain('You told us that your phone was lost.');
    expect((await player.call(getProfile, { params: { userId: userIdOf(player) } })).status).toBe(401);
    expect(await newestLine(player)).toMatchObject({ action: 'player-signed-out', after: { sessions: 1 } });
  });
});

describe('a mail in the words of one of the team', () => {
  const signOut = (player: TestClient, reason = 'You told us that your phone was lost.') => support.call(signPlayerOut, { params: params(player), body: { reason } });

  it('does not go where nothing changed, and at most three times a day to one player by one admin', async () => {
    const person = newPlayer();
    const player = await ayo.signUp(person);
    const mails = async () => (await mailsOf(player)).split('We signed you out').length - 1;
    const signInAgain = () => ayo.client().call(signIn, { body: { username: person.username, password: PASSWORD } });
    for (const ended of [1, 0, 0]) expect((await signOut(player)).data).toEqual({ ended });
    expect(await mails()).toBe(1);
    for (let time = 0; time < 2; time += 1) {
      await signInAgain();
      expect((await signOut(player)).status).toBe(200);
    }
    await signInAgain();
    const [refused] = [await signOut(player)];
    expect(statusAndCode(refused)).toEqual([429, 'too-many-requests']);
    expect(await mails()).toBe(3);
    expect((await risk.call(signPlayerOut, { params: params(player), body: { reason: 'A colleague asked me for it.' } })).data).toEqual({ ended: 1 });
  });

  it('sends nobody elsewhere: links, addresses and phone numbers are refused', async () => {
    const player = await ayo.signUp();
    for (const reason of ['Verify at https://ayo-secure.example', 'Call us on 0803 123 4321 now.', 'Write to help@elsewhere.example', 'Open ayo。help to be paid.']) {
      expect(statusAndCode(await signOut(player, reason))).toEqual([400, 'validation']);
    }
    expect(await mailsOf(player)).not.toContain('We signed you out');
  });
});

describe('tighter protection', () => {
  const lower = (player: TestClient, amount: number) =>
    support.call(lowerPlayerLimit, { params: params(player), body: { kind: 'deposit', period: 'day', amount, currency: 'NGN', reason: 'You asked for it on the phone.' } });
  const limitOf = async (player: TestClient) =>
    (await player.call(getProtection, { params: { userId: userIdOf(player) } })).data.limits.find(({ kind, period }) => kind === 'deposit' && period === 'day')?.amount;

  it('is a lower limit at once, and never a higher one', async () => {
    const player = await ayo.signUp();
    expect((await lower(player, 20_000)).status).toBe(204);
    expect(await limitOf(player)).toBe(20_000);
    for (const amount of [20_000, 30_000]) expect(statusAndCode(await lower(player, amount))).toEqual([409, 'conflict']);
    expect(await limitOf(player)).toBe(20_000);
    expect(await mailsOf(player)).toMatch(/Deposits, at most ₦20,000[^]*You asked for it on the phone\./);
    await player.call(setLimit, { params: { userId: userIdOf(player), kind: 'deposit', period: 'day' }, key: newKey(), body: { amount: 50_000, currency: 'NGN' } });
    expect(await limitOf(player)).toBe(20_000);
    expect((await newestLine(player))?.action).toBe('player-limit-lowered');
  });

  it('is a break at once, which a shorter one does not shorten', async () => {
    const player = await ayo.signUp();
    const begin = (length: '24-hours' | '7-days') => support.call(breakForPlayer, { params: params(player), body: { length, reason: 'You asked for it on the phone.' } });
    expect((await begin('7-days')).status).toBe(204);
    expect(await mailsOf(player)).toMatch(/Our team began a break for you\.[^]*You asked for it on the phone\./);
    const until = new Date(ayo.platform.now().getTime() + 7 * 24 * 60 * 60_000).toISOString();
    const mails = await mailsOf(player);
    expect((await begin('24-hours')).status).toBe(204);
    expect(await mailsOf(player)).toBe(mails);
    expect((await player.call(getProtection, { params: { userId: userIdOf(player) } })).data).toMatchObject({ state: 'cool-off', until });
    expect((await payIn(player)).problem?.code).toBe('cool-off');
  });
});

describe('the mail that confirms an address', () => {
  it('is sent again where it is not confirmed', async () => {
    const player = await ayo.signUp({ activated: false });
    expect((await support.call(resendPlayerActivation, { params: params(player) })).status).toBe(204);
    expect(await mailsOf(player)).toContain('Confirm your e-mail address');
    expect(statusAndCode(await support.call(resendPlayerActivation, { params: params(await ayo.signUp()) }))).toEqual([409, 'conflict']);
  });
});

describe('a value in full', () => {
  const shown = (by: TestClient, player: TestClient, what: 'name' | 'phone' | 'email' | 'birthday' | 'address', reason = 'The bank wants to call back.') =>
    by.call(revealPlayer, { params: params(player), body: { what, reason } });

  it('is shown to a role that may see it, for a reason that stays in the trail, and the value does not', async () => {
    const person = newPlayer({ phone: '08061230987' });
    const player = await ayo.signUp(person);
    expect((await shown(risk, player, 'phone')).data).toEqual({ value: '0806 123 0987' });
    expect(await newestLine(player)).toMatchObject({ action: 'player-value-shown', after: { shown: 'phone', reason: 'The bank wants to call back.' } });
    expect(JSON.stringify(await newestLine(player))).not.toContain('0987');
    expect((await shown(risk, player, 'email')).data).toEqual({ value: person.email });
    expect((await shown(payments, player, 'name')).data).toEqual({ value: 'Ada Obi' });
    expect((await shown(owner, player, 'address')).data).toEqual({ value: null });
    for (const answer of [await shown(support, player, 'name'), await shown(payments, player, 'phone'), await shown(player, player, 'name')]) expect(statusAndCode(answer)).toEqual([403, 'forbidden']);
    expect(statusAndCode(await shown(risk, player, 'phone', '  too short '))).toEqual([400, 'validation']);
  });
});

describe('a player who is the admin themselves', () => {
  it('is refused, and the trail and an alert say so', async () => {
    const player = await ayo.signUp();
    await ayo.pool.query('INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, $3, $4)', [userIdOf(risk), userIdOf(player), 'phone', ayo.platform.now()]);
    expect(statusAndCode(await unlock(risk, player, 'play'))).toEqual([403, 'own-request']);
    expect(statusAndCode(await lock(risk, player, 'play'))).toEqual([403, 'own-request']);
    const note = await risk.call(addPlayerNote, { params: params(player), key: newKey(), body: { text: 'A kind customer.' } });
    const page = await risk.call(openPlayer, { params: params(player) });
    const sessions = await risk.call(readPlayerSessions, { params: params(player) });
    for (const answer of [page, sessions, note]) expect(statusAndCode(answer)).toEqual([403, 'own-request']);
    expect((await ayo.pool.query('SELECT FROM player_note WHERE user_id = $1', [userIdOf(player)])).rowCount).toBe(0);
    expect(await newestLine(player)).toMatchObject({ action: 'player-act-refused', after: { by: 'own', kind: 'phone' } });
    expect(ayo.logs.some((line) => line.includes('desk.own-player') && line.includes('"alert":true'))).toBe(true);
    expect(statusAndCode(await lock(risk, owner, 'play'))).toEqual([404, 'not-found']);
  });
});
