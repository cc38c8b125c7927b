import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminGame, listAdminGames, patchAdminGame } from '../../src/core/contract/admin';
import { setOwnPassword } from '../../src/core/contract/admins';
import { getGame, listGames } from '../../src/core/contract/games';
import { ensureFirstAdmin } from '../../server/accounts/first-admin';
import type { TestClient } from '../support/http-client';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const params = { gameId: 'adire-gold' };
let site: TestPlatform;
let admin: TestClient;

beforeAll(async () => {
  site = await testPlatform();
  admin = await site.signUpAdmin();
});
afterAll(async () => {
  await site.close();
});

async function gameNow() {
  const { data } = await admin.call(listAdminGames, {});
  const game = data.items.find(({ gameId }) => gameId === params.gameId);
  if (game === undefined) throw new Error('the game is there');
  return game;
}
const patch = (client: TestClient, body: object, ifMatch: string | undefined) =>
  client.request('PATCH', `/api/v1/admin/games/${params.gameId}`, { body, headers: { 'if-match': ifMatch } });

describe('whoever makes an admin’s call', () => {
  it('must be an admin: a player gets 403 and a guest 401, and neither gets any data', async () => {
    const player = await site.signUp();
    const guest = site.client();
    await guest.request('GET', '/api/v1/auth/anti-forgery');
    for (const [client, status] of [[player, 403], [guest, 401]] as const) {
      const answers = [await client.call(listAdminGames, {}), await patch(client, { enabled: false }, '"1"')];
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      for (const answer of answers) expect(answer.text).not.toContain('adire');
    }
    expect((await gameNow()).enabled).toBe(true);
  });

  it('must have the cookie, too: an admin’s stolen id reads nothing', async () => {
    const thief = site.client();
    thief.session = admin.session;
    const answer = await thief.call(listAdminGames, {});
    expect([answer.status, answer.problem?.code]).toEqual([401, 'binding-missing']);
  });

  it('is refused from the moment in which the role is taken away', async () => {
    const former = await site.signUpAdmin();
    expect((await former.call(listAdminGames, {})).status).toBe(200);
    await site.pool.query(`UPDATE player SET role = 'player' WHERE user_id = $1`, [former.session?.userId]);
    expect((await former.call(listAdminGames, {})).status).toBe(403);
  });

  it('may be the first admin, who signed in with the printed password', async () => {
    site.pass(60_000);
    await site.pool.query(`UPDATE player SET role = 'player' WHERE user_id = $1`, [admin.session?.userId]);
    const { signIn: first, release } = await ensureFirstAdmin(site.platform);
    await release();
    await site.pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [admin.session?.userId]);
    const client = await site.signIn(first?.username ?? '', first?.password);
    client.session = (await client.call(setOwnPassword, { body: { password: PASSWORD } })).data;
    expect((await client.call(listAdminGames, {})).status).toBe(200);
    const headers = { 'if-match': `"${(await gameNow()).version}"` };
    await client.call(patchAdminGame, { params, body: { contribution: 0.12 }, headers });
    expect((await gameNow()).updatedBy).toBe('admin');
  });
});

describe('changing a game', () => {
  it('is seen by players with their next poll', async () => {
    const before = await site.client().call(listGames, {});
    const { version } = await gameNow();
    const answer = await patch(admin, { minStake: 20, contribution: 0.5, categories: ['slots', 'slots', 'night'] }, `"${version}"`);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, `"${version + 1}"`]);
    expect(adminGame.parse(answer.data)).toMatchObject({ minStake: 20, contribution: 0.5, categories: ['slots', 'night'] });
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const poll = await site.client().call(listGames, { headers });
    expect([poll.status, poll.data.items[0]?.minStake]).toEqual([200, 20]);
  });

  it('answers 412 with the game as it is when another admin was quicker', async () => {
    const { version } = await gameNow();
    await patch(admin, { name: 'Theirs' }, `"${version}"`);
    const late = await patch(admin, { name: 'Mine' }, `"${version}"`);
    expect([late.status, late.problem?.code]).toEqual([412, 'version-conflict']);
    expect(late.problem?.current).toMatchObject({ name: 'Theirs', version: version + 1 });
  });

  it.each([undefined, '*', 'abc', '3', 'W/"3"', '"three"'])('says what it needs when If-Match is %s', async (ifMatch) => {
    const answer = await patch(admin, { name: 'x' }, ifMatch);
    expect([answer.status, answer.problem?.code]).toEqual([400, 'bad-request']);
    expect(answer.problem?.detail).toContain('If-Match');
  });

  it.each([
    { minStake: 30_000 }, { maxStake: 7_600 }, { minStake: 0 }, { maxStake: -5 }, { minStake: 10.005 }, { contribution: 1.1 }, { name: '' }, { rtp: 0.99 },
    { categories: ['Big Wins'] }, { position: 3 }, { newFrom: '2026-02-30' }, { hiddenUntil: '2026-02-30T09:00:00Z' }, { hiddenUntil: 'soon' }, { enabled: 'no' }, { gameId: 'x' },
  ])('refuses %o with words at the field', async (body) => {
    const { version } = await gameNow();
    const answer = await patch(admin, body, `"${version}"`);
    expect([answer.status, answer.problem?.code]).toEqual([400, 'validation']);
    expect(answer.problem?.errors?.length).toBeGreaterThan(0);
    expect((await gameNow()).version).toBe(version);
  });

  it('can disable the game at once', async () => {
    await patch(admin, { enabled: false }, `"${(await gameNow()).version}"`);
    expect((await site.client().call(getGame, { params })).status).toBe(404);
    await patch(admin, { enabled: true }, `"${(await gameNow()).version}"`);
    expect((await site.client().call(getGame, { params })).status).toBe(200);
  });

  it('answers 404 for a game that is not there', async () => {
    const headers = { 'if-match': '"1"' };
    const answer = await admin.request('PATCH', '/api/v1/admin/games/nothing', { body: { name: 'x' }, headers });
    expect(answer.status).toBe(404);
  });
});
