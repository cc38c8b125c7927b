/** An admin who is a player, too, gives no approval for their own payout, from whatever browser. Over HTTP. */
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approveWithdrawal, refuseWithdrawal } from '../../src/core/contract/approvals';
import { signIn, signOut } from '../../src/core/contract/auth';
import { patchDetails } from '../../src/core/contract/details';
import { confirmCorrection, proposeAdjustment } from '../../src/core/contract/corrections';
import { lockPlayer, unlockPlayer } from '../../src/core/contract/desk-player-acts';
import { openPlayer } from '../../src/core/contract/desk-players';
import { proposeForPair } from '../../src/core/contract/lookalikes';
import { createDecisionContext, findOwnPlayers } from '../../server/four-eyes';
import { writeBankAccount } from '../support/field-keys';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { giveFactor } from '../support/insert-admin';
import { kobo } from '../../src/core/money';
import { makeLookalikes } from '../support/lookalikes';
import { makeOnePerson } from '../support/persons';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { adminInvitedBy } from '../support/refusals/admins';
import { ask, findInQueue, paidPlayer } from '../support/withdrawals';

let ayo: TestPlatform;
/** A person of their own. */
let bode: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  bode = await ayo.signUpAdmin();
});
afterAll(() => ayo.close());

const newName = (): string => `own${randomBytes(6).toString('hex')}`;

function browserOf(client: TestClient): TestClient {
  const browser = ayo.client();
  browser.cookies.set('ayo_device', client.cookies.get('ayo_device') ?? '');
  return browser;
}

async function signInAt(client: TestClient, username: string): Promise<TestClient> {
  client.session = (await client.call(signIn, { body: { username, password: PASSWORD } })).data;
  await giveFactor(ayo.pool, userIdOf(client));
  return client;
}

interface OwnPlayer {
  readonly username: string;
  readonly userId: string;
  readonly id: string;
}

/** A player with a withdrawal that waits for people. The player was opened in a browser of its own. */
async function waiting(): Promise<OwnPlayer> {
  const username = newName();
  const player = await paidPlayer(ayo, { naira: 500_000, username });
  return { username, userId: player.userId, id: (await ask(player, 150_000)).data.withdrawalId };
}

/** An admin, and the username with which they sign in on a phone. */
async function newAdmin(): Promise<{ readonly desk: TestClient; onPhone(): Promise<TestClient> }> {
  const username = newName();
  const desk = await ayo.signUp({ role: 'admin', username });
  // The first call with the role leaves the trace of the browser.
  await findInQueue(desk, 'none');
  return { desk, onPhone: () => signInAt(ayo.client(), username) };
}

const approve = async (admin: TestClient, { id }: OwnPlayer): Promise<string> => {
  const answer = await admin.call(approveWithdrawal, { params: { withdrawalId: id } });
  return answer.problem?.code ?? answer.data.state;
};

describe('nobody approves their own payout from a phone', () => {
  it('after the player was in the browser that they work with', async () => {
    const [own, { desk, onPhone }] = [await waiting(), await newAdmin()];
    await signInAt(browserOf(desk), own.username);
    expect(await approve(await onPhone(), own)).toBe('own-request');
  });

  it('after they worked in the browser that the player was in', async () => {
    const [own, { onPhone }] = [await waiting(), await newAdmin()];
    const home = await signInAt(ayo.client(), own.username);
    await home.call(signOut, {});
    const admin = await onPhone();
    admin.cookies.set('ayo_device', home.cookies.get('ayo_device') ?? '');
    ayo.pass(6 * 60_000);
    await findInQueue(admin, 'none');
    expect(await approve(await onPhone(), own)).toBe('own-request');
  });

  it('after they tried it in the shared browser, and the other admin sees why', async () => {
    const [own, { desk, onPhone }] = [await waiting(), await newAdmin()];
    const shared = browserOf(await signInAt(ayo.client(), own.username));
    shared.session = desk.session;
    for (const [name, value] of desk.cookies) if (name !== 'ayo_device') shared.cookies.set(name, value);
    expect(await approve(shared, own)).toBe('own-request');
    const phone = await onPhone();
    expect(await approve(phone, own)).toBe('own-request');
    expect(await findInQueue(phone, own.id)).toMatchObject({ locked: 'not-counted', lockedWhy: expect.stringContaining('another account') });
    expect((await findInQueue(bode, own.id))?.player.ownOf).toEqual([{ username: expect.any(String), kind: 'device' }]);
    expect(await approve(bode, own)).toBe('checking');
    expect(await approve(phone, own)).toBe('own-request');
  });

  it('after they wrote another phone number for themselves', async () => {
    const [own, { desk }] = [await waiting(), await newAdmin()];
    const { rows } = await ayo.pool.query<{ phone: string }>('SELECT phone FROM player WHERE user_id = $1', [own.userId]);
    const change = (phone: string, version: number) => desk.call(patchDetails, {
      params: { userId: userIdOf(desk) }, key: randomUUID(), headers: { 'if-match': `"${version}"` }, body: { phone: phone.replace('+234', '0') },
    });
    expect((await change(rows[0]?.phone ?? '', 1)).status).toBe(200);
    expect((await change('08031234567', 2)).status).toBe(200);
    expect(await approve(desk, own)).toBe('own-request');
  });

  it('through somebody whom they let in, who counts as one with them', async () => {
    const [own, { desk }] = [await waiting(), await newAdmin()];
    await signInAt(browserOf(desk), own.username);
    expect(await approve(await adminInvitedBy(ayo, desk), own)).toBe('own-request');
  });

  it('before it is seen: what they approved counts no more once it is', async () => {
    const [own, { desk, onPhone }] = [await waiting(), await newAdmin()];
    expect(await approve(await onPhone(), own)).toBe('checking');
    await signInAt(browserOf(desk), own.username);
    expect(await approve(bode, own)).toBe('checking');
    expect((await findInQueue(bode, own.id))?.approvals).toHaveLength(1);
    expect(await approve((await newAdmin()).desk, own)).toBe('sending');
  });
});

describe('another account of the same person', () => {
  /** A player with a withdrawal that waits for people, and the username of another account that has shown the same identity. */
  async function waitingWithSecond(): Promise<{ readonly own: OwnPlayer; readonly second: string }> {
    const [username, second] = [newName(), newName()];
    const player = await paidPlayer(ayo, { naira: 500_000, username, verified: false });
    await makeOnePerson({ ...ayo.platform, randomBytes }, player.userId, userIdOf(await ayo.signUp({ username: second })));
    return { own: { username, userId: player.userId, id: (await ask(player, 150_000)).data.withdrawalId }, second };
  }

  it('is decided about as little as the one that was seen: no payout, no credit, and the list says so', async () => {
    const [{ own, second }, { desk, onPhone }] = [await waitingWithSecond(), await newAdmin()];
    await signInAt(browserOf(desk), second);
    const phone = await onPhone();
    expect(await findInQueue(phone, own.id)).toMatchObject({ locked: 'not-counted', lockedWhy: expect.stringContaining('another account') });
    expect((await findInQueue(bode, own.id))?.player.ownOf).toEqual([{ username: expect.any(String), kind: 'device' }]);
    expect(await approve(phone, own)).toBe('own-request');
    const texts = { reasonCode: 'game-error', note: 'The round was cut off.', playerText: 'Your round was cut off.' } as const;
    const credit = { ...texts, userId: own.userId, direction: 'credit', amount: 500 } as const;
    expect((await phone.call(proposeAdjustment, { body: credit })).problem?.code).toBe('own-request');
    const { data } = await bode.call(proposeAdjustment, { body: credit });
    const confirmed = await phone.call(confirmCorrection, { params: { proposalId: data.proposalId }, key: randomUUID(), headers: { 'if-match': '"1"' } });
    expect(confirmed.problem?.code).toBe('own-request');
  });

  it('is found by what the two share only when they decide, and is kept for the account that shows it', async () => {
    const [{ own, second }, { desk }] = [await waitingWithSecond(), await newAdmin()];
    const { rows: [other] } = await ayo.pool.query<{ user_id: string }>('SELECT user_id FROM player WHERE username = $1', [second]);
    const at = ayo.platform.now();
    for (const userId of [userIdOf(desk), other?.user_id ?? '']) {
      await writeBankAccount(ayo.pool, {
        bank_account_id: randomUUID(), user_id: userId, bank_code: '058', bank_name: 'Guaranty Trust Bank', accountNumber: '0123987600', account_name: 'OBI ADA', added_at: at, used_at: at,
      });
    }
    expect(await approve(desk, own)).toBe('own-request');
    const { rows } = await ayo.pool.query('SELECT username, kind FROM admin_own_player JOIN player ON user_id = player_id WHERE admin_id = $1', [userIdOf(desk)]);
    expect(rows).toEqual([{ username: second, kind: 'payout-account' }]);
  });

  it('takes back what they approved before it was seen, also past the program', async () => {
    const [{ own, second }, { desk, onPhone }] = [await waitingWithSecond(), await newAdmin()];
    expect(await approve(await onPhone(), own)).toBe('checking');
    await signInAt(browserOf(desk), second);
    expect(await approve(bode, own)).toBe('checking');
    expect((await findInQueue(bode, own.id))?.approvals).toHaveLength(1);
    const release = ayo.pool.query(`UPDATE withdrawal SET state = 'sending', decided_at = now() WHERE withdrawal_id = $1`, [own.id]);
    await expect(release).rejects.toThrow('needs 2 approvals');
    expect(await approve((await newAdmin()).desk, own)).toBe('sending');
  });
});

describe('a player who writes an admin’s phone number', () => {
  const ownersOf = async (playerId: string) => (await ayo.pool.query('SELECT FROM admin_own_player WHERE player_id = $1', [playerId])).rowCount;
  const phoneOf = async (admin: TestClient) => {
    const { rows } = await ayo.pool.query<{ phone: string }>('SELECT phone FROM player WHERE user_id = $1', [userIdOf(admin)]);
    return (rows[0]?.phone ?? '').replace('+234', '0');
  };

  it('keeps nobody from them: the admin sees and locks them, a line says so, and only what would be a favour is left to others', async () => {
    const { desk } = await newAdmin();
    const player = await paidPlayer(ayo, { naira: 500_000 });
    const id = (await ask(player, 150_000)).data.withdrawalId;
    ayo.pass(60_000);
    const write = (phone: string, version: number) => player.client.call(patchDetails, {
      params: { userId: player.userId }, key: randomUUID(), headers: { 'if-match': `"${version}"` }, body: { phone },
    });
    expect([(await write(await phoneOf(desk), 1)).status, (await write('08031234568', 2)).status]).toEqual([200, 200]);
    const params = { playerId: player.userId };
    expect((await desk.call(lockPlayer, { params, body: { what: 'play', reason: 'A stolen card paid.' } })).status).toBe(204);
    const page = await desk.call(openPlayer, { params });
    expect(page.status).toBe(200);
    const looked = { playerIds: [player.userId], deviceCookie: null };
    expect(await findOwnPlayers(ayo.pool, createDecisionContext(ayo.platform, userIdOf(desk)), looked)).toEqual(new Set());
    const unlocked = await desk.call(unlockPlayer, { params, body: { lockId: page.data.locks[0]?.lockId ?? '', reason: 'The bank has cleared it up.' } });
    expect(unlocked.problem?.code).toBe('own-request');
    expect(await approve(desk, { username: '', userId: player.userId, id })).toBe('own-request');
    expect(await ownersOf(player.userId)).toBe(0);
    const { rowCount } = await ayo.pool.query(`SELECT FROM admin_audit WHERE subject = $1 AND user_id = $2 AND action = 'player-with-phone-of-admin'`, [player.userId, userIdOf(desk)]);
    expect(rowCount).toBe(1);
  });

  it('makes nobody else the admin’s own: not the person whose NIN the account shows as a second one', async () => {
    const { desk } = await newAdmin();
    const victim = await paidPlayer(ayo, { naira: 500_000, verified: false });
    ayo.pass(60_000);
    const stranger = await ayo.signUp({ phone: await phoneOf(desk) });
    await makeOnePerson({ ...ayo.platform, randomBytes }, victim.userId, userIdOf(stranger));
    // As it may have been stored before.
    await ayo.pool.query(`INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, 'phone', now())`, [userIdOf(desk), userIdOf(stranger)]);
    const own = { username: '', userId: victim.userId, id: (await ask(victim, 150_000)).data.withdrawalId };
    expect([await approve(desk, own), await approve(bode, own)]).toEqual(['checking', 'sending']);
  });
});

it('nobody decides about their own account and one that looks like it from a phone, after they tried it in the shared browser', async () => {
  const { newPerson, join, bar, verify } = makeLookalikes(() => ayo);
  const person = newPerson();
  const username = newName();
  const [other, player] = [await join(person), await join({ ...person, username }, ayo.client(), kobo(500_000))];
  await bar(other, 'permanent');
  expect(await verify(player)).toBe(null);
  const { desk, onPhone } = await newAdmin();
  const params = { playerId: userIdOf(player), otherId: userIdOf(other) };
  const propose = async (admin: TestClient) =>
    (await admin.call(proposeForPair, { params, body: { what: 'two-persons', reason: 'Both have sent a picture.' } })).problem?.code ?? null;
  const shared = browserOf(player);
  shared.session = desk.session;
  for (const [name, value] of desk.cookies) if (name !== 'ayo_device') shared.cookies.set(name, value);
  expect(await propose(shared)).toBe('own-request');
  expect(await propose(await onPhone())).toBe('own-request');
  const { rows } = await ayo.pool.query('SELECT action, after FROM admin_audit WHERE subject = $1 AND user_id = $2', [params.playerId, userIdOf(desk)]);
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ action: 'confirmation-not-counted', after: expect.objectContaining({ by: 'own', kind: 'device' }) })));
  expect(await propose(bode)).toBe(null);
});

it('somebody whose player it is may still refuse it, and others approve what is not theirs', async () => {
  const [own, strange, { desk, onPhone }] = [await waiting(), await waiting(), await newAdmin()];
  await signInAt(browserOf(desk), own.username);
  const phone = await onPhone();
  expect((await phone.call(refuseWithdrawal, { params: { withdrawalId: own.id }, body: { reason: 'The name is another.' } })).status).toBe(200);
  expect([await approve(phone, strange), await approve(bode, strange)]).toEqual(['checking', 'sending']);
});
