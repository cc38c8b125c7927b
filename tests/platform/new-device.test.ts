import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, signOut, signUp } from '../../src/core/contract/auth';
import { changePassword } from '../../src/core/contract/passwords';
import { getProfile } from '../../src/core/contract/player';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { runInOrder } from '../support/one-after-the-other';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { NewPlayer, TestPlatform } from '../support/platform';

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const newDeviceMails = async (email: string) => (await readMailbox(site.pool, email)).filter(({ subject }) => subject.startsWith('New sign-in'));
const enter = async (client: TestClient, username: string, password = PASSWORD) => {
  const answer = await client.call(signIn, { body: { username, password }, headers: { 'user-agent': ANDROID } });
  if (answer.status === 200) client.session = answer.data;
  return answer;
};
async function somebody(more: NewPlayer = {}) {
  const player = newPlayer(more);
  return { player, phone: await site.signUp({ ...player, ...more }) };
}

describe('a sign-in in a browser that the player was never signed in on', () => {
  it('sends one mail with the device', async () => {
    const { player } = await somebody();
    const laptop = site.client();
    await enter(laptop, player.username);
    await laptop.call(signOut, {});
    await enter(laptop, player.username);
    const mails = await newDeviceMails(player.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Chrome on Android');
  });

  it('is not the next one in the same browser, also after signing out there', async () => {
    const { player, phone } = await somebody();
    await phone.call(signOut, {});
    expect(phone.cookies.has('ayo_device')).toBe(true);
    await enter(phone, player.username);
    expect(await newDeviceMails(player.email)).toEqual([]);
  });

  it('sends each of two players who share a phone a mail, because one’s known browser is not the other’s', async () => {
    const [ada, bola] = [await somebody(), await somebody()];
    await ada.phone.call(signOut, {});
    await enter(ada.phone, bola.player.username);
    expect(await newDeviceMails(bola.player.email)).toHaveLength(1);
    const { rows } = await site.pool.query<{ devices: number }>('SELECT count(DISTINCT device_hash)::int AS devices FROM session WHERE user_id = ANY($1)', [
      [userIdOf(bola.phone), ada.phone.session?.userId ?? '', userIdOf(ada.phone)],
    ]);
    expect(rows[0]?.devices).toBe(2);
  });

  it('sends no mail to an address that was never confirmed, nor where no browser was ever known', async () => {
    const { player } = await somebody({ activated: false });
    await enter(site.client(), player.username);
    expect(await newDeviceMails(player.email)).toEqual([]);
    const old = await somebody();
    await site.pool.query('UPDATE session SET device_hash = NULL WHERE user_id = $1', [userIdOf(old.phone)]);
    await enter(site.client(), old.player.username);
    expect(await newDeviceMails(old.player.email)).toEqual([]);
  });

  it('takes no cookie for a known browser’s that is made up, and no sign-up tells anything', async () => {
    const { player } = await somebody();
    const client = site.client();
    client.cookies.set('ayo_device', 'x'.repeat(80));
    const { data } = await client.call(signUp, { body: newPlayer() });
    expect(data.userId).not.toBe('');
    expect(client.cookies.get('ayo_device')).toMatch(/^[\w-]{43}$/);
    await enter(client, player.username);
    expect(await newDeviceMails(player.email)).toHaveLength(1);
  });
});

describe('a sign-in at the same moment as a new password', () => {
  it('gets no session that outlives the change when it uses the old password', async () => {
    const { player, phone } = await somebody();
    const thief = site.client();
    const change = () => phone.call(changePassword, { params: paramsOf(phone), body: { current: PASSWORD, password: 'quiet mango rivers' } });
    const [changed, late] = await runInOrder(site.pool, userIdOf(phone), change, () => enter(thief, player.username));
    expect([changed.status, late.problem?.code]).toEqual([200, 'invalid-credentials']);
    phone.session = changed.data;
    expect((await phone.call(getProfile, { params: paramsOf(phone) })).status).toBe(200);

    const [entered, changedAgain] = await runInOrder(
      site.pool, userIdOf(phone), () => enter(thief, player.username, 'quiet mango rivers'),
      () => phone.call(changePassword, { params: paramsOf(phone), body: { current: 'quiet mango rivers', password: PASSWORD } }),
    );
    expect([entered.status, changedAgain.status]).toEqual([200, 200]);
    expect((await thief.call(getProfile, { params: paramsOf(thief) })).problem).toMatchObject({ code: 'session-ended', reason: 'password-changed' });
  });
});
