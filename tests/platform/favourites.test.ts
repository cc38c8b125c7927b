import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFavourite, listFavourites, removeFavourite } from '../../src/core/contract/favourites';
import { INITIAL_GAMES } from '../../server/games/initial-catalogue';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const GAME = 'adire-gold';

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
  await ayo.pool.query(
    `INSERT INTO game (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position, updated_at, enabled)
     VALUES ('another', 'Another', '{slots}', 10000, 1000, 10000, 1, '/a.svg', 999, now(), false)`,
  );
});
afterAll(() => ayo.close());

const heart = (client: TestClient, gameId: string) => client.call(addFavourite, { params: { ...paramsOf(client), gameId } });
const noHeart = (client: TestClient, gameId: string) => client.call(removeFavourite, { params: { ...paramsOf(client), gameId } });
const marked = async (client: TestClient) =>
  (await client.call(listFavourites, { params: paramsOf(client) })).data.items.map(({ gameId }) => gameId);

describe('favourites', () => {
  it('are listed newest first, each once, for the player alone', async () => {
    const [ada, obi] = [await ayo.signUp(), await ayo.signUp()];
    expect(await marked(ada)).toEqual([]);
    expect((await heart(ada, GAME)).status).toBe(204);
    ayo.pass(1_000);
    expect((await heart(ada, 'another')).status).toBe(204);
    ayo.pass(1_000);
    expect((await heart(ada, GAME)).status).toBe(204);
    expect(await marked(ada)).toEqual(['another', GAME]);
    expect(await marked(obi)).toEqual([]);
  });

  it('name no hidden game, and show it in its place once it is open', async () => {
    const ada = await ayo.signUp();
    await heart(ada, GAME);
    const until = new Date(ayo.platform.now().getTime() + 60_000);
    await ayo.pool.query('UPDATE game SET hidden_until = $2 WHERE game_id = $1', [GAME, until]);
    expect(await marked(ada)).toEqual([]);
    expect((await heart(ada, GAME)).status).toBe(404);
    ayo.pass(60_000);
    expect(await marked(ada)).toEqual([GAME]);
  });

  it('are sent again only when they change', async () => {
    const ada = await ayo.signUp();
    const path = `/api/v1/player/${paramsOf(ada).userId}/favourites`;
    const etag = (await ada.request('GET', path)).headers.get('etag') ?? '';
    expect((await ada.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await heart(ada, GAME);
    expect((await ada.request('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('hold the last wish, however often each one arrives', async () => {
    const ada = await ayo.signUp();
    for (const wish of [heart, heart, noHeart, noHeart]) expect((await wish(ada, GAME)).status).toBe(204);
    expect(await marked(ada)).toEqual([]);
    for (const wish of [noHeart, heart]) await wish(ada, GAME);
    expect(await marked(ada)).toEqual([GAME]);
  });

  it('two devices that ask for the same at once get one heart', async () => {
    const ada = await ayo.signUp();
    const answers = await Promise.all(Array.from({ length: 6 }, () => heart(ada, GAME)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 204));
    expect(await marked(ada)).toEqual([GAME]);
  });

  it('are games of the catalogue, also one that is switched off, and no others', async () => {
    const ada = await ayo.signUp();
    expect(INITIAL_GAMES.some(({ gameId }) => gameId === 'no-such-game')).toBe(false);
    expect((await heart(ada, 'no-such-game')).problem).toMatchObject({ status: 404, code: 'not-found' });
    expect((await noHeart(ada, 'no-such-game')).status).toBe(204);
  });

  it('are nobody else’s to change or read, nor anybody’s without the cookie of the session', async () => {
    const [ada, obi] = [await ayo.signUp(), await ayo.signUp()];
    const params = { ...paramsOf(ada), gameId: GAME };
    expect((await obi.call(addFavourite, { params })).status).toBe(403);
    expect((await obi.call(listFavourites, { params: paramsOf(ada) })).status).toBe(403);
    ada.cookies.clear();
    expect((await heart(ada, GAME)).status).toBe(401);
  });
});
