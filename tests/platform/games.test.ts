import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getFairness, getGame, getRound, listGames, listRounds, playRound, rotateSeeds, setClientSeed,
} from '../../src/core/contract/games';
import { getOperation } from '../../src/core/contract/cashier';
import { fractionToNumber } from '../../src/core/fraction';
import { engines } from '../../src/core/games/registry';
import { INITIAL_GAMES } from '../../server/games/initial-catalogue';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { minimumCycleMs } from '../../src/core/play-times';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { serverSeedOf } from '../../server/games/server-seed';
import type { StoredSeed } from '../../server/games/server-seed';
import { richPlayer } from '../support/rich-players';
import { TEST_SEED_KEYS } from '../support/seed-keys';

const GAME = 'adire-gold';
let site: TestPlatform;
let keys = 0;

beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  await site.close();
});

const newKey = (): string => `games-test-key-${(keys += 1)}`;
const BODY = { stake: 10, currency: 'NGN', bet: {} } as const;
const play = (client: TestClient, key = newKey()) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId: GAME }, body: BODY, key });
/** In the order of the lobby. */
const OTHERS = INITIAL_GAMES.map(({ gameId }) => gameId).filter((gameId) => gameId !== GAME);
const nextCycle = () => site.pass(minimumCycleMs('slots'));

describe('the catalogue', () => {
  it('offers thirteen games, Adire Gold first, with the return its engine declares, to guests', async () => {
    const { data, headers } = await site.client().call(listGames, {});
    const engine = engines.get(GAME);
    expect(data.items.map(({ gameId }) => gameId)).toEqual(INITIAL_GAMES.map(({ gameId }) => gameId));
    expect(data.items).toHaveLength(13);
    expect(data.items[0]).toEqual({
      gameId: GAME, name: 'Adire Gold', kind: 'slots', categories: ['slots', 'made-in-naija'],
      rtp: engine && fractionToNumber(engine.rtp), contribution: 1, minStake: 10, maxStake: 7_500,
      bytes: expect.any(Number), art: '/games/adire-gold.svg', enabled: true,
    });
    expect((await site.client().call(getGame, { params: { gameId: GAME } })).data).toEqual(data.items[0]);
    const again = await site.client().call(listGames, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('has no game under another id, whatever ETag the caller sends', async () => {
    const { headers } = await site.client().call(listGames, {});
    for (const tag of [undefined, '*', headers.get('etag') ?? '']) {
      const { status, problem } = await site.client().request('GET', '/api/v1/games/unknown', { headers: { 'if-none-match': tag } });
      expect({ tag, status, code: problem?.code }).toEqual({ tag, status: 404, code: 'not-found' });
    }
  });

  it('hides a disabled game from the list and by its address, within one poll', async () => {
    const { headers } = await site.client().call(listGames, {});
    const setEnabled = async (enabled: boolean) => {
      await site.pool.query('UPDATE game SET enabled = $2 WHERE game_id = $1', [GAME, enabled]);
      await site.pool.query('UPDATE catalogue SET version = version + 1');
    };
    await setEnabled(false);
    const poll = await site.client().call(listGames, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    const direct = await site.client().call(getGame, { params: { gameId: GAME } });
    await setEnabled(true);
    expect([poll.status, poll.data.items.map(({ gameId }) => gameId), direct.status]).toEqual([200, OTHERS, 404]);
  });
});

describe('a round over HTTP', () => {
  it('is answered with 201, and byte for byte the same when its key is sent again', async () => {
    const client = await richPlayer(site, 1_000);
    const key = newKey();
    const first = await play(client, key);
    const again = await play(client, key);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    const operation = await client.call(getOperation, { params: { ...paramsOf(client), key } });
    expect(operation.data).toEqual({ state: 'done', answer: { status: 201, body: first.data } });
  });

  it('inside the minimum cycle is answered with 429 and Retry-After, and nothing is debited', async () => {
    const client = await richPlayer(site, 1_000);
    const first = await play(client);
    const key = newKey();
    const early = await play(client, key);
    expect([early.status, early.problem?.code, early.headers.get('retry-after')]).toEqual([429, 'cycle-too-short', '3']);
    expect((await client.call(getOperation, { params: { ...paramsOf(client), key } })).status).toBe(404);
    const { data } = await client.call(listRounds, { params: paramsOf(client), query: {} });
    expect(data.items).toMatchObject([{ roundId: first.data.roundId, balanceAfter: first.data.balance }]);
  });

  it('with the key of another body is 422, and another player’s key is another key', async () => {
    const [client, other] = [await richPlayer(site, 1_000), await richPlayer(site, 1_000)];
    const key = newKey();
    await play(client, key);
    const params = { ...paramsOf(client), gameId: GAME };
    const reused = await client.call(playRound, { params, body: { ...BODY, stake: 20 }, key });
    expect([reused.status, reused.problem?.code]).toEqual([422, 'key-reused']);
    expect((await play(other, key)).status).toBe(201);
  });

  it.each([undefined, 'short', 'x'.repeat(65), 'sixteen letters!', '0123456789abcde;'])('with the key %s is 400', async (key) => {
    const client = await richPlayer(site, 1_000);
    const headers = { 'idempotency-key': key };
    const path = `/api/v1/player/${paramsOf(client).userId}/games/${GAME}/rounds`;
    const answer = await client.request('POST', path, { body: BODY, headers });
    expect([answer.status, answer.problem?.code]).toEqual([400, 'key-missing']);
  });

  it.each([
    '0', '-1', '0.001', '"100"', '1e21', 'null', '9007199254740992', '[10]', 'NaN', '{}', 'true', '10.0000001',
  ])('with the stake %s is 400 and moves nothing', async (stake) => {
    const client = await richPlayer(site, 1_000);
    const path = `/api/v1/player/${paramsOf(client).userId}/games/${GAME}/rounds`;
    const answer = await client.request('POST', path, { body: `{"stake":${stake},"currency":"NGN","bet":{}}`, key: newKey() });
    expect(answer.status).toBe(400);
    expect((await client.call(getFairness, { params: paramsOf(client) })).data.nonce).toBe(0);
  });

  it.each([
    { currency: 'USD' }, { bet: undefined }, { bet: [] }, { stake: undefined }, { win: 5 }, { bet: { autoplay: true } },
  ])('changed by %o is 400', async (changes) => {
    const client = await richPlayer(site, 1_000);
    const path = `/api/v1/player/${paramsOf(client).userId}/games/${GAME}/rounds`;
    const answer = await client.request('POST', path, { body: { ...BODY, ...changes }, key: newKey() });
    expect([answer.status, answer.problem?.code]).toEqual([400, 'validation']);
  });

  it('of a player without the money is 422 and holds nothing', async () => {
    const answer = await play(await site.signUp());
    expect([answer.status, answer.problem?.code]).toEqual([422, 'insufficient-funds']);
  });

  it('of a player whose e-mail is not activated is 403', async () => {
    const answer = await play(await site.signUp({ activated: false }));
    expect([answer.status, answer.problem?.code]).toEqual([403, 'email-not-activated']);
  });
});

describe('fairness over HTTP', () => {
  it('shows the commit, takes the player’s seed, and reveals the server seed only by rotation', async () => {
    const client = await richPlayer(site, 1_000);
    const params = paramsOf(client);
    const { data: shown } = await client.call(getFairness, { params });
    const body = { clientSeed: 'my~seed', commit: shown.commit };
    const chosen = await client.call(setClientSeed, { params, body });
    expect(chosen.data).toMatchObject(body);
    const round = (await play(client)).data;
    expect(round.fairness).toEqual({ commit: shown.commit, clientSeed: 'my~seed', nonce: 0, rules: RULES_VERSIONS[round.gameId] });
    const { rows: [pair] } = await site.pool.query<StoredSeed>(
      'SELECT seed_pair_id, server_seed, key_id, commit_hash FROM seed_pair WHERE commit_hash = $1',
      [shown.commit],
    );
    if (pair === undefined) throw new Error('The pair is stored.');
    const serverSeed = await serverSeedOf(TEST_SEED_KEYS, pair);
    const fairness = (await client.call(getFairness, { params })).data;
    const history = (await client.call(listRounds, { params, query: {} })).data;
    const everything = JSON.stringify([fairness, round, history]);
    expect(everything).not.toContain(serverSeed);
    const { data: rotated } = await client.call(rotateSeeds, { params });
    expect(rotated.previous).toMatchObject({ commit: shown.commit, serverSeed });
  });

  it.each(['', 'two words', 'Adé', 'x'.repeat(65)])('refuses %j as a client seed', async (clientSeed) => {
    const client = await site.signUp();
    const { data } = await client.call(getFairness, { params: paramsOf(client) });
    const body = { clientSeed, commit: data.commit };
    const answer = await client.call(setClientSeed, { params: paramsOf(client), body });
    expect([answer.status, answer.problem?.code]).toEqual([400, 'validation']);
  });
});

describe('the history of rounds over HTTP', () => {
  it('is read page by page, answered with 304 until a round is added, and one round by its id', async () => {
    const client = await richPlayer(site, 1_000);
    const params = paramsOf(client);
    for (let n = 0; n < 3; n += 1) {
      await play(client);
      nextCycle();
    }
    const first = await client.call(listRounds, { params, query: { limit: 2 } });
    const second = await client.call(listRounds, { params, query: { limit: 2, cursor: first.data.next ?? '' } });
    expect([first.data.items.length, second.data.items.length, second.data.next]).toEqual([2, 1, null]);
    expect([first.data.totals.rounds, first.data.totals.staked]).toEqual([3, 30]);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await client.call(listRounds, { params, query: { limit: 2 }, headers })).status).toBe(304);
    await play(client);
    expect((await client.call(listRounds, { params, query: { limit: 2 }, headers })).status).toBe(200);
    const [round] = second.data.items;
    const one = await client.call(getRound, { params: { ...params, roundId: round?.roundId ?? '' } });
    expect(one.data).toEqual(round);
    const stranger = await site.signUp();
    const theirs = await stranger.call(getRound, { params: { ...paramsOf(stranger), roundId: round?.roundId ?? '' } });
    expect(theirs.status).toBe(404);
  });

  it.each(['from=2026-13-01', 'from=2026-11-22&to=2026-11-01', 'from=2020-01-01', 'cursor=%00', 'limit=0', 'limit=101', 'gameId=A%2FB'])(
    'refuses %s',
    async (query) => {
      const client = await site.signUp();
      const answer = await client.request('GET', `/api/v1/player/${paramsOf(client).userId}/rounds?${query}`);
      expect([answer.status, answer.problem?.code]).toEqual([400, 'validation']);
    },
  );
});
