import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_LIFETIME_MS, endSession, endSessions } from '../../server/accounts/sessions';
import { secretHash } from '../../server/secrets';
import { antiForgery } from '../../src/core/contract/anti-forgery';
import { confirmPassword, revokeByHash, signIn, signOut } from '../../src/core/contract/auth';
import { deleteConsent } from '../../src/core/contract/consents';
import { playRound } from '../../src/core/contract/games';
import { getAccount, getProfile } from '../../src/core/contract/player';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { CHROME_ON_ANDROID } from '../support/logins';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { richPlayer } from '../support/rich-players';

const MINUTE_MS = 60_000;
let site: TestPlatform;
let keys = 0;

beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  await site.close();
});

const readAs = (client: TestClient) => client.call(getProfile, { params: paramsOf(client) });
const stakeAs = (client: TestClient, { stake = 10, key = `sessions-test-key-${(keys += 1)}` } = {}) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, body: { stake, currency: 'NGN', bet: {} }, key });

describe('signing out', () => {
  it('ends the session for good: the id replayed is refused, with the reason', async () => {
    const client = await site.signUp();
    const { session } = client;
    expect((await client.call(signOut, {})).status).toBe(204);
    expect(client.cookies.has('ayo_bind')).toBe(false);
    client.session = session;
    const replayed = await readAs(client);
    expect([replayed.status, replayed.problem?.code, replayed.problem?.reason]).toEqual([401, 'session-ended', 'signed-out']);
  });

  it('answers 204 for an id that is gone, malformed or missing', async () => {
    const client = await site.signUp();
    const statuses = [];
    for (const sessionId of [client.session?.sessionId, client.session?.sessionId, 'nonsense', 'A'.repeat(43), undefined]) {
      statuses.push((await client.call(signOut, { headers: { 'x-sessionid': sessionId } })).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204]);
  });

  it('sent again for a session that has ended leaves the cookies of the next player in this browser alone', async () => {
    const first = await site.signUp();
    const ended = first.session;
    await first.call(signOut, {});
    const next = await site.signUp();
    const own = next.session;
    next.session = ended;
    await next.call(signOut, {});
    expect(next.cookies.has('ayo_bind')).toBe(true);
    next.session = own;
    expect((await readAs(next)).status).toBe(200);
  });

  it('sent again for a session that has ended makes the browser that still has its cookies a guest’s', async () => {
    const client = await site.signUp();
    const { session } = client;
    const binding = client.cookies.get('ayo_bind') ?? '';
    await client.call(signOut, {});
    client.session = session;
    client.cookies.set('ayo_bind', binding);
    await client.call(antiForgery, {});
    expect((await client.call(signOut, {})).status).toBe(204);
    expect(client.cookies.has('ayo_bind')).toBe(false);
  });

  it('with a stolen id ends that session and leaves this browser’s own cookies alone', async () => {
    const [mine, theirs] = [await site.signUp(), await site.signUp()];
    await mine.call(signOut, { headers: { 'x-sessionid': theirs.session?.sessionId } });
    expect([(await readAs(mine)).status, (await readAs(theirs)).status]).toEqual([200, 401]);
    expect(mine.cookies.has('ayo_bind')).toBe(true);
  });

  it('can be sent later by the hash alone, without a session', async () => {
    const client = await site.signUp();
    const hash = secretHash(client.session?.sessionId ?? '');
    const tell = () => site.client().call(revokeByHash, { body: { hash } });
    expect([(await tell()).status, (await tell()).status]).toEqual([204, 204]);
    expect((await readAs(client)).problem?.reason).toBe('signed-out');
  });
});

describe('A-28: the end of a session', () => {
  const from = { userAgent: CHROME_ON_ANDROID, address: '10.0.0.1' };

  it.each(['revoked', 'password-changed', 'excluded'] as const)('comes with its reason (%s), its time and the device that ended it', async (reason) => {
    const client = await site.signUp();
    const now = site.platform.now();
    await endSessions(site.pool, paramsOf(client).userId, null, reason, now, from);
    const { status, problem } = await readAs(client);
    expect(status).toBe(401);
    expect(problem).toMatchObject({ code: 'session-ended', reason, endedAt: now.toISOString(), endedFrom: 'Chrome on Android' });
  });

  it('stays as it was first, and names no device where no other one ended it', async () => {
    const client = await site.signUp();
    const hash = secretHash(client.session?.sessionId ?? '');
    const now = site.platform.now();
    await endSession(site.pool, hash, 'signed-out', now);
    await endSession(site.pool, hash, 'revoked', new Date(now.getTime() + MINUTE_MS), from);
    const { problem } = await readAs(client);
    expect(problem).toMatchObject({ reason: 'signed-out', endedAt: now.toISOString() });
    expect(problem).not.toHaveProperty('endedFrom');
  });

  it('leaves the session of the device alone that ended the others', async () => {
    const client = await site.signUp();
    await endSessions(site.pool, paramsOf(client).userId, secretHash(client.session?.sessionId ?? ''), 'revoked', site.platform.now(), from);
    expect((await readAs(client)).status).toBe(200);
  });
});

describe('a session id', () => {
  it('is new at each sign-in, and the one the same browser had before ends', async () => {
    const player = newPlayer();
    const client = await site.signUp(player);
    const first = client.session;
    const { data } = await client.call(signIn, { body: { username: player.username, password: PASSWORD } });
    expect(data.sessionId).not.toBe(first?.sessionId);
    expect((await readAs(client)).status).toBe(401);
    client.session = data;
    expect((await readAs(client)).status).toBe(200);
  });

  it('does not end another device’s session', async () => {
    const player = newPlayer();
    const phone = await site.signUp(player);
    const laptop = await site.signIn(player.username);
    expect([(await readAs(phone)).status, (await readAs(laptop)).status]).toEqual([200, 200]);
  });

  it('is worth nothing changed in case, cut, doubled, in the query or in the body', async () => {
    const client = await site.signUp();
    const { sessionId = '', userId = '' } = client.session ?? {};
    const flip = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());
    const swapped = sessionId.replace(/[a-z]/i, flip);
    for (const id of [swapped, sessionId.slice(0, -1), `${sessionId}, ${sessionId}`, '', undefined]) {
      const answer = await client.request('GET', `/api/v1/player/${userId}/profile`, { headers: { 'x-sessionid': id } });
      expect(answer.status, id).toBe(401);
    }
    const path = `/api/v1/player/${userId}/profile?X-SessionId=${sessionId}`;
    const query = await client.request('GET', path, { headers: { 'x-sessionid': undefined } });
    expect(query.status).toBe(401);
  });

  it('reads for 30 days and then says that it expired', async () => {
    const client = await site.signUp();
    site.pass(SESSION_LIFETIME_MS - 1);
    expect((await readAs(client)).status).toBe(200);
    site.pass(1);
    const late = await readAs(client);
    expect([late.status, late.problem?.code, late.problem?.reason]).toEqual([401, 'session-ended', 'expired']);
  });

  it('that expired stays expired at that time, whoever ends it later', async () => {
    const client = await site.signUp();
    const { rows } = await site.pool.query<{ expires_at: Date }>('SELECT expires_at FROM session WHERE session_hash = $1', [
      secretHash(client.session?.sessionId ?? ''),
    ]);
    const expiresAt = rows[0]?.expires_at;
    site.pass(SESSION_LIFETIME_MS + MINUTE_MS);
    const { session } = client;
    await client.call(signOut, {});
    await client.call(revokeByHash, { body: { hash: secretHash(session?.sessionId ?? '') } });
    client.session = session;
    expect((await readAs(client)).problem).toMatchObject({ reason: 'expired', endedAt: expiresAt?.toISOString() });
  });

  it('of a closed account is over', async () => {
    const client = await site.signUp();
    await site.pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [paramsOf(client).userId, site.platform.now()]);
    expect((await readAs(client)).problem?.reason).toBe('account-closed');
  });

  it('of one player opens nothing of another, with the same words as for nobody', async () => {
    const [mine, theirs] = [await site.signUp(), await site.signUp()];
    const [existing, nobody] = [
      await mine.call(getAccount, { params: paramsOf(theirs) }),
      await mine.call(getAccount, { params: { userId: 'nobody' } }),
    ];
    expect([existing.status, nobody.status]).toEqual([403, 403]);
    expect({ ...existing.problem, requestId: '' }).toEqual({ ...nobody.problem, requestId: '' });
  });
});

describe('the binding cookie', () => {
  it('is required where money moves, and another player’s is refused', async () => {
    const [mine, theirs] = [await richPlayer(site, 1_000), await richPlayer(site, 1_000)];
    const binding = mine.cookies.get('ayo_bind') ?? '';
    mine.cookies.delete('ayo_bind');
    expect((await stakeAs(mine)).problem?.code).toBe('binding-missing');
    mine.cookies.set('ayo_bind', theirs.cookies.get('ayo_bind') ?? '');
    expect([(await stakeAs(mine)).status, (await stakeAs(mine)).problem?.code]).toEqual([401, 'binding-missing']);
    mine.cookies.set('ayo_bind', binding);
    expect((await stakeAs(mine)).status).toBe(201);
  });
});

describe('half an hour without an action', () => {
  it('makes money ask for the password although the page polled, and giving it goes on where the player was', async () => {
    const client = await richPlayer(site, 1_000);
    for (let minute = 0; minute < 31; minute += 1) {
      site.pass(MINUTE_MS);
      expect((await readAs(client)).status).toBe(200);
    }
    const stale = await stakeAs(client);
    expect([stale.status, stale.problem?.code]).toEqual([401, 'password-needed']);
    const confirm = (password: string) => client.call(confirmPassword, { params: paramsOf(client), body: { password } });
    const wrong = await confirm('not this one');
    expect([wrong.status, wrong.problem?.code]).toEqual([401, 'invalid-credentials']);
    expect((await stakeAs(client)).problem?.code).toBe('password-needed');
    expect((await confirm(PASSWORD)).status).toBe(204);
    expect((await stakeAs(client)).status).toBe(201);
  });

  it('starts anew with every action', async () => {
    const client = await richPlayer(site, 1_000);
    for (let n = 0; n < 3; n += 1) {
      site.pass(20 * MINUTE_MS);
      expect((await stakeAs(client)).status).toBe(201);
    }
  });

  it('starts anew also with a round that is refused, and with one that was played before', async () => {
    const client = await richPlayer(site, 1_000);
    const key = 'sessions-test-key-repeated';
    expect((await stakeAs(client, { key })).status).toBe(201);
    for (const [options, status] of [[{ stake: 5_000 }, 422], [{ key }, 201], [{ stake: 5_000 }, 422], [{}, 201]] as const) {
      site.pass(20 * MINUTE_MS);
      expect((await stakeAs(client, options)).status).toBe(status);
    }
  });

  it('can’t be ended by guessing: wrong passwords slow the session down, and do nothing else', async () => {
    site.pass(MINUTE_MS);
    const player = newPlayer();
    const client = await site.signUp(player);
    const confirm = (password: string) => client.call(confirmPassword, { params: paramsOf(client), body: { password } });
    for (let n = 0; n < 5; n += 1) expect((await confirm('wrong')).status).toBe(401);
    const delayed = await confirm(PASSWORD);
    expect([delayed.status, delayed.headers.get('retry-after')]).toEqual([429, '5']);
    const body = { username: player.username, password: PASSWORD };
    expect((await site.client().call(signIn, { body })).status).toBe(200);
  });

  it('does not matter to calls that move no money', async () => {
    const client = await site.signUp({ consents: ['sms'] });
    site.pass(31 * MINUTE_MS);
    expect((await client.call(deleteConsent, { params: { ...paramsOf(client), tagCode: 'sms' } })).status).toBe(204);
  });
});
