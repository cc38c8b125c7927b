import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPassword, signOut } from '../../src/core/contract/auth';
import { getProfile } from '../../src/core/contract/player';
import { listSessions, revokeOtherSessions, revokeSession } from '../../src/core/contract/sessions';
import type { DeviceSession } from '../../src/core/contract/sessions';
import { secretHash } from '../../server/secrets';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const readAs = (client: TestClient) => client.call(getProfile, { params: paramsOf(client) });
const listOf = async (client: TestClient) => (await client.call(listSessions, { params: paramsOf(client) })).data;
const othersOf = async (client: TestClient): Promise<DeviceSession[]> => (await listOf(client)).items.filter(({ current }) => !current);

/** One player on a phone and on laptops that sign in a minute apart each. */
async function onDevices(laptops: number): Promise<{ phone: TestClient; others: TestClient[] }> {
  const player = newPlayer();
  const phone = await site.signUp(player);
  const others: TestClient[] = [];
  for (let n = 0; n < laptops; n += 1) {
    site.pass(MINUTE_MS);
    others.push(await site.signIn(player.username));
  }
  return { phone, others };
}

describe('the list of sessions', () => {
  it('begins with this one, then the open ones by their last sign of life, then those that ended', async () => {
    const { phone, others: [first, second, gone] } = await onDevices(3);
    await gone!.call(signOut, {});
    site.pass(10 * MINUTE_MS);
    await readAs(first!);
    const { items, previousSignIn } = await listOf(phone);
    expect(items.map(({ current, endReason }) => [current, endReason])).toEqual([
      [true, null], [false, null], [false, null], [false, 'signed-out'],
    ]);
    expect(Date.parse(items[1]!.lastSeenAt)).toBeGreaterThan(Date.parse(items[2]!.lastSeenAt));
    expect(previousSignIn).toBeNull();
    const seenBySecond = await listOf(second!);
    expect(seenBySecond.items[0]).toMatchObject({ current: true });
    expect(seenBySecond.previousSignIn).not.toBeNull();
  });

  it('says neither the id of a session nor its hash, in any form', async () => {
    const { phone, others: [laptop] } = await onDevices(1);
    const { text } = await phone.call(listSessions, { params: paramsOf(phone) });
    for (const { session } of [phone, laptop!]) {
      const id = session!.sessionId;
      const hash = secretHash(id);
      const forms = [id, hash, hash.slice(0, 32), Buffer.from(hash, 'hex').toString('base64url'), secretHash(hash), secretHash(hash).slice(0, 32)];
      expect(forms.filter((form) => text.includes(form))).toEqual([]);
    }
  });

  it('shows nothing of another player', async () => {
    const [mine, theirs] = [await site.signUp(), await site.signUp()];
    expect((await listOf(mine)).items).toHaveLength(1);
    const [ref] = (await listOf(theirs)).items.map(({ sessionRef }) => sessionRef);
    expect((await mine.call(revokeSession, { params: { ...paramsOf(mine), sessionRef: ref! } })).status).toBe(404);
    expect((await readAs(theirs)).status).toBe(200);
  });

  it('is answered with 304 until something that it tells has changed', async () => {
    const { phone, others: [laptop] } = await onDevices(1);
    const first = await phone.call(listSessions, { params: paramsOf(phone) });
    const again = () => phone.call(listSessions, { params: paramsOf(phone), headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect((await again()).status).toBe(304);
    await laptop!.call(signOut, {});
    expect((await again()).status).toBe(200);
  });

  it('knows a session that ran out without anybody coming back, and forgets it 30 days later', async () => {
    const player = newPlayer();
    await site.signUp(player);
    site.pass(20 * DAY_MS);
    const second = await site.signIn(player.username);
    site.pass(10 * DAY_MS);
    expect((await othersOf(second))[0]).toMatchObject({ endReason: 'expired', current: false });
    const third = await site.signIn(player.username);
    site.pass(30 * DAY_MS - 1);
    expect((await othersOf(third)).map(({ endReason }) => endReason)).toEqual(['expired', 'expired']);
    const fourth = await site.signIn(player.username);
    site.pass(1);
    expect((await othersOf(fourth)).map(({ endReason }) => endReason)).toEqual(['expired', 'expired']);
    site.pass(20 * DAY_MS);
    expect(await othersOf(fourth)).toHaveLength(1);
  });
});

describe('signing another device out', () => {
  it('ends that session at once, for every process, and tells it from where', async () => {
    const elsewhere = await testPlatform({ database: site.database, startMs: site.platform.now().getTime() });
    const { phone, others: [laptop, tablet] } = await onDevices(2);
    const stranger = elsewhere.client();
    stranger.session = laptop!.session;
    expect((await readAs(stranger)).status).toBe(200);
    const ref = (await othersOf(phone)).find(({ signedInAt }) => signedInAt < site.platform.now().toISOString())!.sessionRef;
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36' };
    expect((await phone.call(revokeSession, { params: { ...paramsOf(phone), sessionRef: ref }, headers })).status).toBe(204);
    const over = await readAs(stranger);
    expect(over.problem).toMatchObject({ status: 401, code: 'session-ended', reason: 'revoked', endedFrom: 'Chrome on Android' });
    expect([(await readAs(phone)).status, (await readAs(tablet!)).status]).toEqual([200, 200]);
    expect((await othersOf(phone)).find(({ sessionRef }) => sessionRef === ref)).toMatchObject({ endReason: 'revoked' });
    await elsewhere.close();
  });

  it('is done also where the session is gone, and is refused for one that never was and for the one in use', async () => {
    const { phone, others: [laptop] } = await onDevices(1);
    const [mine, other] = (await listOf(phone)).items;
    const revoke = (sessionRef: string) => phone.call(revokeSession, { params: { ...paramsOf(phone), sessionRef } });
    await laptop!.call(signOut, {});
    expect([(await revoke(other!.sessionRef)).status, (await revoke('nothing-of-this-name')).status]).toEqual([204, 404]);
    expect((await readAs(laptop!)).problem?.reason).toBe('signed-out');
    expect(await revoke(mine!.sessionRef)).toMatchObject({ status: 409, problem: { code: 'conflict' } });
    expect((await readAs(phone)).status).toBe(200);
  });

  it('ends all others together and says how many there were', async () => {
    const { phone, others } = await onDevices(3);
    await others[0]!.call(signOut, {});
    expect((await phone.call(revokeOtherSessions, { params: paramsOf(phone) })).data).toEqual({ ended: 2 });
    expect((await phone.call(revokeOtherSessions, { params: paramsOf(phone) })).data).toEqual({ ended: 0 });
    expect(await Promise.all(others.map(async (client) => (await readAs(client)).problem?.reason))).toEqual(['signed-out', 'revoked', 'revoked']);
    expect((await readAs(phone)).status).toBe(200);
  });
});

describe('wrong passwords in a session', () => {
  it('slow that session down alone: whoever sits at one that was left open keeps the player waiting in no other', async () => {
    const { phone, others: [library] } = await onDevices(1);
    const give = async (client: TestClient, password: string) =>
      (await client.call(confirmPassword, { params: paramsOf(client), body: { password } })).status;
    for (let n = 0; n < 5; n += 1) expect(await give(library!, 'a wrong one')).toBe(401);
    expect(await give(library!, PASSWORD)).toBe(429);
    expect(await give(phone, PASSWORD)).toBe(204);
  });
});
