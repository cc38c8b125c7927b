/** Where a provider shows one of its rounds again: who may ask for it, what the link says, how long, and that it plays nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GameProvider } from '../../server/config/frames';
import { seedFramedGames } from '../../server/frames/seed-framed-games';
import { isSignedCall, SIGNATURE_HEADER } from '../../server/frames/signature';
import { getRoundReplay } from '../../src/core/contract/frames';
import { listRounds, playRound } from '../../src/core/contract/games';
import { callPlatform, GAME, providerAt, readReplay } from '../support/frame-provider/provider';
import { callFrom, seatNewPlayer } from '../support/frame-provider/seats';
import type { Seat } from '../support/frame-provider/seats';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const ORIGIN = 'http://127.0.0.1:9';
const OTHER_PAGE = `${ORIGIN}/play/other-drum?lang=en`;
const LIFETIME_MS = 300_000;
const base = providerAt(ORIGIN);
const drums = { ...base, games: [...base.games, ...base.games.map((game) => ({ ...game, gameId: 'other-drum', url: OTHER_PAGE }))] };
const PAGE = drums.games[0]?.url ?? '';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { gameProviders: [drums] } });
});
afterAll(() => site.close());

const at = () => site.platform.now().getTime();
const call = (name: string, body: unknown) => callFrom(site, drums, name, body);

const seat = (gameId = GAME): Promise<Seat> => seatNewPlayer(site, drums, 1_000, gameId);

async function newestOf(client: TestClient): Promise<string> {
  const { data } = await client.call(listRounds, { params: paramsOf(client), query: {} });
  return data.items[0]?.roundId ?? '';
}

/** The provider's id of it. */
async function moved(name: string, { session }: Seat, roundId: string, amount: number): Promise<string> {
  const transactionId = newKey();
  expect((await call(name, { session, transactionId, roundId, amount, currency: 'NGN' })).status).toBe(200);
  return transactionId;
}

/** A round that is over; its id here. */
async function played(seated: Seat, roundId: string): Promise<string> {
  await moved('debit', seated, roundId, 100);
  await moved('credit', seated, roundId, 30);
  return newestOf(seated.client);
}

const ask = (client: TestClient, roundId: string) => client.call(getRoundReplay, { params: { ...paramsOf(client), roundId } });
const fragmentOf = (url: string): string => new URL(url).hash;

it('the link says the provider’s own ids of the player, the game and the round, and nothing else of the player', async () => {
  const seated = await seat();
  const { client, session, playerId } = seated;
  const roundId = await played(seated, 'drum/1');
  const { status, data, headers } = await ask(client, roundId);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(data.url.startsWith(`${PAGE}#replay=`)).toBe(true);
  const read = readReplay(drums, PAGE, fragmentOf(data.url), at());
  expect(read).toEqual({ gameId: GAME, playerId, roundId: 'drum/1' });
  const sentText = data.url + JSON.stringify(read);
  for (const own of [userIdOf(client), session, roundId, drums.secret]) expect(sentText).not.toContain(own);
});

it('a link works for 300 s from the second in which it was signed, and not a millisecond longer', async () => {
  const seated = await seat();
  const roundId = await played(seated, 'r1');
  // The clock does not stand on a whole second.
  site.pass(1_000 - (at() % 1_000) + 250);
  const { data } = await ask(seated.client, roundId);
  const fragment = fragmentOf(data.url);
  const until = at() - 250 + LIFETIME_MS;
  expect(Date.parse(data.expiresAt)).toBe(until);
  expect(readReplay(drums, PAGE, fragment, until)).not.toBeNull();
  expect(readReplay(drums, PAGE, fragment, until + 1)).toBeNull();
});

it('a link does not work when any part of it was changed, with another secret, or on another game’s page', async () => {
  const seated = await seat('other-drum');
  const other = await played(seated, 'r1');
  const { data } = await ask(seated.client, other);
  const fragment = fragmentOf(data.url);
  expect(readReplay(drums, OTHER_PAGE, fragment, at())).toMatchObject({ gameId: 'other-drum' });
  const [text = '', signature = ''] = fragment.slice('#replay='.length).split(/\.(.*)/s);
  const forged = Buffer.from(JSON.stringify({ gameId: 'other-drum', playerId: 'another', roundId: 'r1' })).toString('base64url');
  const [, t = '', mac = ''] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? [];
  const wrong = [
    `#replay=${forged}.${signature}`, `#replay=${text}A.${signature}`, `#replay=${text}.t=${Number(t) + 1},v1=${mac}`,
    `#replay=${text}.t=${t},v1=${mac.slice(1)}${mac.startsWith('0') ? '1' : '0'}`, `#replay=${text}.`, `#replay=${text}`, '#replay=', '',
  ];
  for (const each of wrong) expect(readReplay(drums, OTHER_PAGE, each, at()), each).toBeNull();
  expect(readReplay({ secret: 'x'.repeat(40) }, OTHER_PAGE, fragment, at())).toBeNull();
  for (const page of [PAGE, `${ORIGIN}/play/other-drum`, `${ORIGIN}/play/other-drum?lang=yo`]) expect(readReplay(drums, page, fragment, at())).toBeNull();
});

it('only the player of the round gets a link; a guest, another player and the platform’s own rounds get none', async () => {
  const [ada, obi] = [await seat(), await seat()];
  const roundId = await played(ada, 'r1');
  expect(await played(obi, 'r1')).not.toBe(roundId);
  expect((await ask(obi.client, roundId)).problem?.code).toBe('not-found');
  expect((await obi.client.call(getRoundReplay, { params: { ...paramsOf(ada.client), roundId } })).status).toBe(403);
  expect((await site.client().call(getRoundReplay, { params: { ...paramsOf(ada.client), roundId } })).problem?.code).toBe('unauthorised');
  site.pass(2_500);
  const body = { stake: 20, currency: 'NGN', bet: {} } as const;
  const own = await ada.client.call(playRound, { params: { ...paramsOf(ada.client), gameId: 'adire-gold' }, body, key: newKey() });
  expect(own.status).toBe(201);
  for (const id of [own.data.roundId, 'no-such-round']) {
    const answer = await ask(ada.client, id);
    expect([answer.status, answer.problem?.code]).toEqual([404, 'not-found']);
  }
});

it('a round that is not over is not shown again yet', async () => {
  const seated = await seat();
  await moved('debit', seated, 'r1', 100);
  const roundId = await newestOf(seated.client);
  const early = await ask(seated.client, roundId);
  expect([early.status, early.problem?.code]).toEqual([409, 'round-open']);
  await moved('credit', seated, 'r1', 0);
  expect((await ask(seated.client, roundId)).status).toBe(200);
});

it('a round whose stake was given back is over, and is shown', async () => {
  const seated = await seat();
  const debitId = await moved('debit', seated, 'r1', 100);
  const back = await call('rollback', { session: seated.session, transactionId: newKey(), debitId, currency: 'NGN' });
  expect(back.status).toBe(200);
  expect((await ask(seated.client, await newestOf(seated.client))).status).toBe(200);
});

it('where the provider or its game is not configured any more nobody is sent there; a game that is switched off is shown', async () => {
  const [first, second] = [await seat(), await seat('other-drum')];
  const [roundId, otherId] = [await played(first, 'r1'), await played(second, 'r1')];
  const askForReplay = async (place: TestPlatform, { client }: Seat, id: string) => {
    const there = place.client();
    there.session = client.session;
    const { status, problem } = await ask(there, id);
    return [status, problem?.code];
  };
  /** The same site after a start with other providers. */
  const after = (gameProviders: readonly GameProvider[]) => testPlatform({ config: { gameProviders }, database: site.database, startMs: at() });
  const without = await after([]);
  expect(await askForReplay(without, first, roundId)).toEqual([404, 'not-found']);
  await without.close();
  const fewer = await after([base]);
  expect(await askForReplay(fewer, first, roundId)).toEqual([200, undefined]);
  expect(await askForReplay(fewer, second, otherId)).toEqual([404, 'not-found']);
  await fewer.close();
  await seedFramedGames(site.pool, [drums], site.platform.now);
  await site.pool.query('UPDATE game SET enabled = false WHERE game_id = $1', [GAME]);
  expect(await askForReplay(site, first, roundId)).toEqual([200, undefined]);
  await site.pool.query('UPDATE game SET enabled = true WHERE game_id = $1', [GAME]);
});

it('nobody can play with a link: it is no token, its signature signs no call, and it makes no launch', async () => {
  const seated = await seat();
  const roundId = await played(seated, 'r1');
  const launches = async () => (await site.pool.query('SELECT 1 FROM frame_launch WHERE user_id = $1', [userIdOf(seated.client)])).rowCount;
  const before = await launches();
  const { data } = await ask(seated.client, roundId);
  expect(await launches()).toBe(before);
  const [text = '', signature = ''] = fragmentOf(data.url).slice('#replay='.length).split(/\.(.*)/s);
  expect((await call('exchange', { token: text.slice(0, 43).padEnd(43, 'A'), gameId: GAME })).problem.code).toBe('token-invalid');
  site.pass(2_500);
  const { session, playerId } = seated;
  const body = { session, transactionId: newKey(), roundId: 'r2', amount: 100, currency: 'NGN' };
  for (const header of [signature, `${signature}0`]) {
    const answer = await callPlatform(site.baseUrl, drums, 'debit', body, { at: at(), header });
    expect([answer.status, answer.problem.code]).toEqual([401, 'unauthorised']);
  }
  const raw = await fetch(`${site.baseUrl}/api/providers/${drums.id}/debit`, { method: 'POST', body: text, headers: { [SIGNATURE_HEADER]: signature } });
  expect(raw.status).toBe(401);
  // Nor is it a call to the provider: not even to the path of its page.
  for (const path of ['/play/lucky-drum', '/notices']) expect(isSignedCall(drums.secret, path, Buffer.from(text), signature, at())).toBe(false);
  // A player's id opens no session.
  expect((await call('debit', { ...body, session: playerId })).problem.code).toBe('not-found');
});
