import { afterAll, beforeAll, expect, it } from 'vitest';
import { getFairness, getRound, listOpenRounds, listRounds, playAction, playRound, rotateSeeds, setClientSeed } from '../../src/core/contract/games';
import { getOperation } from '../../src/core/contract/cashier';
import { closeAccount } from '../../src/core/contract/sessions';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { richPlayer } from '../support/rich-players';
import { CASH_OUT, minesUnder, open, safeUnder, seedSteppedGames, seedWhere, givePair, findAllViolations } from '../support/stepped-rounds';

const SEED = seedWhere((seed) => safeUnder(seed, 3).includes(0));
const SAFE = safeUnder(SEED, 3);
let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(async () => {
  expect(await findAllViolations(site.pool)).toEqual([]);
  await site.close();
});

async function player(naira = 1_000): Promise<TestClient> {
  const client = await richPlayer(site, naira);
  await givePair(site.pool, userIdOf(client), SEED, site.platform.now());
  return client;
}
const begin = (client: TestClient, key = newKey()) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId: 'mines' }, body: { stake: 100, currency: 'NGN', bet: { mines: 3 } }, key });
const step = (client: TestClient, roundId: string, at: number, action: Record<string, unknown>, key = newKey()) =>
  client.call(playAction, { params: { ...paramsOf(client), roundId }, body: { action, step: at }, key });

it('a round begun on one device is found, and finished, on another, which is answered like the first', async () => {
  const phone = await player();
  const { username } = (await site.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(phone)])).rows[0]!;
  const laptop = await site.signIn(username);
  const begun = (await begin(phone)).data;
  await step(phone, begun.roundId, 0, open(SAFE[0]!));
  const found = await laptop.call(listOpenRounds, { params: paramsOf(laptop) });
  expect(found.data.items).toMatchObject([{ roundId: begun.roundId, state: 'open', step: 1, stake: 100, outcome: { opened: [SAFE[0]], pays: 11_250, laid: null } }]);
  expect(listOpenRounds.answer.safeParse(found.data).success).toBe(true);
  const tag = found.headers.get('etag') ?? '';
  const again = () => laptop.call(listOpenRounds, { params: paramsOf(laptop), headers: { 'if-none-match': tag } });
  expect((await again()).status).toBe(304);
  const [here, there] = await Promise.all([step(phone, begun.roundId, 1, open(SAFE[1]!)), step(laptop, begun.roundId, 1, open(SAFE[2]!))]);
  expect([here.status, there.status].sort()).toEqual([201, 409]);
  const [won, lost] = here.status === 201 ? [here, there] : [there, here];
  expect(lost.problem).toMatchObject({ code: 'conflict', current: won.data });
  expect((await again()).status).toBe(200);
  const ended = (await step(laptop, begun.roundId, 2, CASH_OUT)).data;
  expect(ended).toMatchObject({ state: 'ended', step: 3, win: 128.57, balance: 1_028.57 });
  const { data } = await phone.call(listRounds, { params: paramsOf(phone), query: {} });
  expect(data.items).toMatchObject([{ roundId: begun.roundId, bet: { mines: 3 }, actions: ended.actions }]);
  expect(listRounds.answer.safeParse(data).success).toBe(true);
  expect((await phone.call(getRound, { params: { ...paramsOf(phone), roundId: begun.roundId } })).data).toEqual(data.items[0]);
});

it('a lost answer comes again by its key, byte for byte, also once the round has gone on', async () => {
  const client = await player();
  const { roundId } = (await begin(client)).data;
  const key = newKey();
  const first = await step(client, roundId, 0, open(SAFE[0]!), key);
  await step(client, roundId, 1, CASH_OUT);
  expect((await step(client, roundId, 0, open(SAFE[0]!), key)).text).toBe(first.text);
  const { data } = await client.call(getOperation, { params: { ...paramsOf(client), key } });
  expect(data).toEqual({ state: 'done', answer: { status: 201, body: first.data } });
});

it('somebody else’s round is not found, and their list is not to be had', async () => {
  const [ada, obi] = [await player(), await player()];
  const { roundId } = (await begin(ada)).data;
  expect((await step(obi, roundId, 0, open(SAFE[0]!))).status).toBe(404);
  const foreign = await obi.call(playAction, { params: { ...paramsOf(ada), roundId }, body: { action: open(SAFE[0]!), step: 0 }, key: newKey() });
  expect(foreign.status).toBe(403);
  expect((await obi.call(listOpenRounds, { params: paramsOf(ada) })).status).toBe(403);
  expect((await ada.call(listOpenRounds, { params: paramsOf(ada) })).data.items).toMatchObject([{ step: 0 }]);
});

it('a second start gets the open round, and so does a request for other seeds', async () => {
  const client = await player();
  const begun = (await begin(client)).data;
  const { data } = await client.call(getFairness, { params: paramsOf(client) });
  const refusals = [
    await begin(client),
    await client.call(rotateSeeds, { params: paramsOf(client) }),
    await client.call(setClientSeed, { params: paramsOf(client), body: { clientSeed: 'mine', commit: data.commit } }),
  ];
  for (const { status, problem } of refusals) {
    expect([status, problem?.code, problem?.current]).toEqual([409, 'round-open', { roundId: begun.roundId, gameId: 'mines' }]);
  }
});

it.each([
  [{ action: open(0) }], [{ step: 0 }], [{ action: open(0), step: -1 }], [{ action: open(0), step: 0.5 }], [{ action: 'open', step: 0 }], [{ action: open(0), step: 0, more: 1 }],
])('the body %j is no action', async (body) => {
  const client = await player();
  const { roundId } = (await begin(client)).data;
  const answer = await client.request('POST', `/api/v1/player/${userIdOf(client)}/rounds/${roundId}/actions`, { body, key: newKey() });
  expect([answer.status, answer.problem?.code]).toEqual([400, 'validation']);
});

it('nothing of what is hidden in an open round leaves the platform: not in an answer, not in a log line', async () => {
  const client = await player();
  const begun = await begin(client);
  const acted = await step(client, begun.data.roundId, 0, open(SAFE[0]!));
  const texts = [begun.text, acted.text, (await client.call(listOpenRounds, { params: paramsOf(client) })).text];
  for (const text of [...texts, ...site.logs]) expect(text).not.toContain(SEED);
  for (const text of texts) expect(text).toContain('"laid":null');
});

it('an account with a round that is not finished is not closed, and the round is as it was', async () => {
  const [poor, rich] = [await player(100), await player(1_000)];
  const close = (client: TestClient) => client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
  const [lost] = minesUnder(SEED, 3);
  const gone = (await begin(poor)).data;
  await step(poor, gone.roundId, 0, open(lost!));
  expect((await close(poor)).status).toBe(204);
  const { roundId } = (await begin(rich)).data;
  await step(rich, roundId, 0, open(SAFE[0]!));
  const refused = await close(rich);
  expect(refused.problem).toMatchObject({ code: 'money-left', current: { balance: 900, openRounds: 1 } });
  expect(refused.problem?.detail).toContain('One round is not finished: finish it first.');
  expect((await rich.call(listOpenRounds, { params: paramsOf(rich) })).data.items).toMatchObject([{ roundId, step: 1, stake: 100 }]);
});
