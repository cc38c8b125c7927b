import { afterAll, beforeAll, expect, it } from 'vitest';
import { ABSENT_AFTER_MS, sweepFrames } from '../../server/frames/sweep-launches';
import { listGames as listAdminGames, patchGame } from '../../server/admin/games';
import { seedFramedGames } from '../../server/frames/seed-framed-games';
import { isSignedCall, SIGNATURE_HEADER } from '../../server/frames/signature';
import { findViolations } from '../../server/ledger/invariants';
import { signOut } from '../../src/core/contract/auth';
import { endLaunch, getLaunch, launchGame } from '../../src/core/contract/frames';
import { getGame, listGames, playRound } from '../../src/core/contract/games';
import { exclude } from '../../src/core/contract/protection';
import { callPlatform, GAME, providerAt } from '../support/frame-provider/provider';
import type { CallAnswer, SendOptions } from '../support/frame-provider/provider';
import { callFrom, seatNewPlayer, tokenOf } from '../support/frame-provider/seats';
import type { Seat } from '../support/frame-provider/seats';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { makePlayer } from '../support/players';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { richPlayer } from '../support/rich-players';
import { invariantsOfGivenMoney } from '../support/withdrawals';

const CYCLE_MS = 2_500;
const MINUTE_MS = 60_000;
const drums = providerAt('http://127.0.0.1:9');
const other = providerAt('http://127.0.0.1:8', { id: 'otherhouse', secret: 'another secret, of forty characters too.' });
const providers = [drums, { ...other, games: other.games.map((game) => ({ ...game, gameId: 'other-drum' })) }];

let site: TestPlatform;
let second: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { gameProviders: providers } });
  second = await testPlatform({ config: { gameProviders: providers }, database: site.database });
});
afterAll(async () => {
  expect(await findViolations(site.pool, invariantsOfGivenMoney())).toEqual([]);
  await second.close();
  await site.close();
});

const at = () => site.platform.now().getTime();
const call = (name: string, body: unknown, more: Partial<SendOptions> = {}, on = site) => callFrom(on, drums, name, body, more);
const open = (client: TestClient) => client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });

const player = (naira = 1_000): Promise<TestClient> => richPlayer(site, naira);
const seat = (naira?: number): Promise<Seat> => seatNewPlayer(site, drums, naira);

const silent: typeof fetch = async () => new Response(null, { status: 204 });
const textOf = (init: RequestInit | undefined): string => (typeof init?.body === 'string' ? init.body : '');

let count = 0;
const newId = (): string => `tx-${(count += 1)}`;
const debitOf = ({ session }: Seat, roundId: string, amount: number, transactionId = newId()) => ({ session, transactionId, roundId, amount, currency: 'NGN' });
const debit = (...args: Parameters<typeof debitOf>) => call('debit', debitOf(...args));
const credit = (seated: Seat, roundId: string, amount: number, transactionId = newId()) => call('credit', debitOf(seated, roundId, amount, transactionId));
const rollback = ({ session }: Seat, debitId: string, transactionId = newId()) => call('rollback', { session, transactionId, debitId, currency: 'NGN' });
const verdictOf = ({ status, problem }: CallAnswer): readonly unknown[] => [status, problem.code, problem.reason];
const stateOf = async ({ client, session }: Seat) => (await client.call(getLaunch, { params: { ...paramsOf(client), launchId: session } })).data;

it('the catalogue has a framed game with its provider and its size, and the game is not played like the others', async () => {
  const client = await player();
  const { data } = await client.call(listGames, {});
  expect(data.items.find(({ gameId }) => gameId === GAME)).toMatchObject({ provider: 'Drumhouse', bytes: 640_000, rtp: 0.955, contribution: 0, kind: 'slots' });
  const answer = await client.call(playRound, { params: { ...paramsOf(client), gameId: GAME }, body: { stake: 100, currency: 'NGN', bet: {} }, key: newKey() });
  expect(answer.problem?.code).toBe('validation');
  const own = await client.call(launchGame, { params: { ...paramsOf(client), gameId: 'adire-gold' } });
  expect(own.problem?.code).toBe('not-found');
});

it('a token is taken once, within its minute, by its own provider and for its own game', async () => {
  const client = await player();
  const { data } = await open(client);
  expect(new URL(data.url).origin).toBe('http://127.0.0.1:9');
  expect(new URL(data.url).search).toBe('');
  const token = tokenOf(data.url);
  const wrong = [
    await call('exchange', { token, gameId: 'other-drum' }),
    await callPlatform(site.baseUrl, other, 'exchange', { token, gameId: GAME }, { at: at() }),
    await call('exchange', { token: 'x'.repeat(43), gameId: GAME }),
  ];
  for (const answer of wrong) expect(verdictOf(answer)).toEqual([400, 'token-invalid', undefined]);
  const both = await Promise.all([site, second].map((on) => call('exchange', { token, gameId: GAME }, {}, on)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(verdictOf(await call('exchange', { token, gameId: GAME }))).toEqual([400, 'token-invalid', undefined]);
  const { rows } = await site.pool.query<{ all: string }>('SELECT string_agg(l::text, chr(10)) AS all FROM frame_launch l');
  for (const text of [rows[0]?.all ?? '', ...site.logs]) expect(text).not.toContain(token);
  const late = tokenOf((await open(client)).data.url);
  site.pass(MINUTE_MS + 1);
  expect(verdictOf(await call('exchange', { token: late, gameId: GAME }))).toEqual([400, 'token-invalid', undefined]);
});

it('the player’s id tells nothing, and is the same each time', async () => {
  const client = await player();
  const ids: unknown[] = [];
  for (const _ of [1, 2]) ids.push((await call('exchange', { token: tokenOf((await open(client)).data.url), gameId: GAME })).data['playerId']);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[0]).not.toContain(userIdOf(client));
});

it('a second launch ends the first, also when both come at once; nobody else can read or end a player’s launch', async () => {
  const seated = await seat();
  const { client } = seated;
  const launches = await Promise.all([open(client), open(client)]);
  expect(launches.map(({ status }) => status)).toEqual([201, 201]);
  const { rows } = await site.pool.query('SELECT 1 FROM frame_launch WHERE user_id = $1 AND ended_at IS NULL', [userIdOf(client)]);
  expect(rows).toHaveLength(1);
  expect(verdictOf(await debit(seated, 'r1', 100))).toEqual([409, 'conflict', 'session-ended']);
  const stranger = await player();
  expect((await stranger.call(getLaunch, { params: { ...paramsOf(stranger), launchId: seated.session } })).problem?.code).toBe('not-found');
  await stranger.call(endLaunch, { params: { ...paramsOf(stranger), launchId: launches[0].data.launchId } });
  await stranger.call(endLaunch, { params: { ...paramsOf(stranger), launchId: launches[1].data.launchId } });
  expect((await site.pool.query('SELECT 1 FROM frame_launch WHERE user_id = $1 AND ended_at IS NULL', [userIdOf(client)])).rows).toHaveLength(1);
});

it('stakes and wins move the player’s own money once each, and the page gets the net', async () => {
  const seated = await seat();
  const body = debitOf(seated, 'r1', 100.5);
  const first = await call('debit', body);
  expect([first.status, first.data]).toEqual([200, { balance: 899.5, currency: 'NGN' }]);
  const copies = await Promise.all([site, second, site, second].map((on) => call('debit', body, {}, on)));
  for (const { status, text } of copies) if (status === 200) expect(text).toBe(first.text);
  for (const answer of copies.filter(({ status }) => status !== 200)) expect(verdictOf(answer)).toEqual([409, 'key-running', undefined]);
  expect((await debit(seated, 'r1', 50)).data['balance']).toBe(849.5);
  const paid = await credit(seated, 'r1', 400);
  expect(paid.data['balance']).toBe(1_249.5);
  expect(await stateOf(seated)).toMatchObject({ state: 'open', staked: 150.5, won: 400, rounds: 1, balance: 1_249.5 });
  expect(verdictOf(await debit(seated, 'r1', 50))).toEqual([409, 'conflict', 'round-settled']);
});

it('two processes that are asked for the same stakes and wins at once move each once', async () => {
  const seated = await seat();
  const body = debitOf(seated, 'race', 100);
  await Promise.all([site, second, site, second].map((on) => call('debit', body, {}, on)));
  const win = debitOf(seated, 'race', 30);
  await Promise.all([site, second, site, second].map((on) => call('credit', win, {}, on)));
  expect(await stateOf(seated)).toMatchObject({ staked: 100, won: 30, rounds: 1, balance: 930 });
});

it('a call that is forged, replayed elsewhere or too old moves nothing', async () => {
  const seated = await seat();
  const body = debitOf(seated, 'r1', 100);
  const forged = [
    { secret: 'x'.repeat(40) }, { header: '' }, { header: `t=1,v1=${'0'.repeat(64)}` }, { at: at() - 301_000 }, { at: at() + 301_000 },
    { signedPath: '/api/providers/drumhouse/credit' }, { secret: other.secret },
  ];
  for (const more of forged) expect(verdictOf(await call('debit', body, more))).toEqual([401, 'unauthorised', undefined]);
  const foreign = await callPlatform(site.baseUrl, other, 'debit', body, { at: at() });
  expect(verdictOf(foreign)).toEqual([404, 'not-found', undefined]);
  expect(await stateOf(seated)).toMatchObject({ staked: 0, balance: 1_000 });
});

it.each([
  [{ amount: 0 }], [{ amount: -1 }], [{ amount: '100' }], [{ amount: 0.001 }], [{ currency: 'USD' }], [{ more: 1 }], [{ roundId: '' }], [{ transactionId: 'a b' }], [{ amount: 1e21 }],
])('the stake %j is refused', async (wrong) => {
  const seated = await seat();
  expect(verdictOf(await call('debit', { ...debitOf(seated, 'r1', 100), ...wrong }))).toEqual([400, 'validation', undefined]);
});

it('an id that was used for something else is refused, whether by this player or by another', async () => {
  const [ada, obi] = [await seat(), await seat()];
  await debit(ada, 'r1', 100, 'the-id');
  expect(verdictOf(await debit(ada, 'r1', 101, 'the-id'))).toEqual([422, 'key-reused', undefined]);
  expect(verdictOf(await debit(obi, 'r1', 100, 'the-id'))).toEqual([409, 'conflict', 'id-used']);
  expect(verdictOf(await credit(ada, 'r1', 100, 'the-id'))).toEqual([422, 'key-reused', undefined]);
  expect(await stateOf(obi)).toMatchObject({ staked: 0, balance: 1_000 });
});

it('a stake is given back once, and never taken when it was to be given back before it came', async () => {
  const seated = await seat();
  await debit(seated, 'r1', 100, 'back-1');
  const first = await rollback(seated, 'back-1', 'rb-1');
  expect(first.data['balance']).toBe(1_000);
  expect((await rollback(seated, 'back-1', 'rb-1')).text).toBe(first.text);
  expect((await rollback(seated, 'back-1', 'rb-2')).data['balance']).toBe(1_000);
  expect(verdictOf(await credit(seated, 'r1', 50))).toEqual([409, 'conflict', 'rolled-back']);
  expect((await rollback(seated, 'never', 'rb-3')).status).toBe(200);
  site.pass(CYCLE_MS);
  expect(verdictOf(await debit(seated, 'r2', 100, 'never'))).toEqual([409, 'conflict', 'rolled-back']);
  await debit(seated, 'r3', 100, 'played');
  await credit(seated, 'r3', 0);
  expect(verdictOf(await rollback(seated, 'played'))).toEqual([409, 'conflict', 'round-settled']);
  expect(await stateOf(seated)).toMatchObject({ staked: 100, won: 0, rounds: 1, balance: 900 });
});

it('a stake and its rollback at the same moment end with the stake back or never taken', async () => {
  const seated = await seat();
  for (let n = 0; n < 5; n += 1) {
    const id = newId();
    const [taken, back] = await Promise.all([debit(seated, `both-${n}`, 100, id), rollback(seated, id)]);
    expect([200, 409]).toContain(taken.status);
    expect(back.status).toBe(200);
    site.pass(CYCLE_MS);
  }
  expect(await stateOf(seated)).toMatchObject({ staked: 0, balance: 1_000 });
});

it('a payment whose stake is not known yet can be sent again once it is', async () => {
  const seated = await seat();
  const win = debitOf(seated, 'late', 70);
  expect(verdictOf(await call('credit', win))).toEqual([404, 'not-found', undefined]);
  await debit(seated, 'late', 100);
  expect((await call('credit', win)).data['balance']).toBe(970);
});

it('a round pays no more than what is certified of the game', async () => {
  const seated = await seat();
  await debit(seated, 'much', 10);
  expect(verdictOf(await credit(seated, 'much', 5_000.01))).toEqual([400, 'validation', undefined]);
  expect((await credit(seated, 'much', 5_000)).data['balance']).toBe(5_990);
});

it('inside the shortest cycle no round begins and nothing is taken, and the same stake can be taken after it (row 31)', async () => {
  const seated = await seat();
  await debit(seated, 'c1', 100);
  const next = debitOf(seated, 'c2', 100);
  site.pass(CYCLE_MS - 1);
  const early = await call('debit', next);
  expect([...verdictOf(early), early.headers.get('retry-after')]).toEqual([429, 'cycle-too-short', undefined, '1']);
  expect(await stateOf(seated)).toMatchObject({ staked: 100, balance: 900 });
  site.pass(1);
  expect((await call('debit', next)).data['balance']).toBe(800);
});

it('limits of the game and the player’s money hold, and their refusals tell nothing else of the player', async () => {
  const seated = await seat(200);
  for (const amount of [9.99, 5_000.01]) expect(verdictOf(await debit(seated, `odd-${amount}`, amount))).toEqual([422, 'stake-out-of-range', undefined]);
  const poor = await debit(seated, 'poor', 201);
  expect(verdictOf(poor)).toEqual([422, 'insufficient-funds', undefined]);
  expect(Object.keys(poor.data).sort()).toEqual(['code', 'status', 'title', 'type']);
  await site.pool.query('UPDATE player SET reality_minutes = 15 WHERE user_id = $1', [userIdOf(seated.client)]);
  await debit(seated, 'first', 50);
  site.pass(15 * MINUTE_MS);
  const due = await debit(seated, 'second', 50);
  expect(verdictOf(due)).toEqual([403, 'reality-check-due', undefined]);
  expect(due.data['current']).toBeUndefined();
  expect((await open(seated.client)).problem?.code).toBe('reality-check-due');
});

it('an exclusion between a stake and its win stops stakes, pays the win and ends the game, and the provider gets the end until it confirms it', async () => {
  while ((await sweepFrames(site.platform, silent)).notifiedCount > 0);
  const seated = await seat();
  const { client, session } = seated;
  await debit(seated, 'r1', 100);
  await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
  site.pass(CYCLE_MS);
  expect(verdictOf(await debit(seated, 'r2', 100))).toEqual([403, 'cool-off', undefined]);
  expect((await credit(seated, 'r1', 250)).data['balance']).toBe(1_150);
  const notices: { url: string; body: string; header: string }[] = [];
  const answers = [503, 200];
  const provider: typeof fetch = async (url, init) => {
    const body = textOf(init);
    const status = (JSON.parse(body) as { session: string }).session === session ? (answers.shift() ?? 200) : 200;
    if (body.includes(session)) notices.push({ url: typeof url === 'string' ? url : '', body, header: new Headers(init?.headers).get(SIGNATURE_HEADER) ?? '' });
    return new Response(null, { status });
  };
  await sweepFrames(site.platform, provider);
  expect(notices).toHaveLength(1);
  site.pass(5_000);
  await sweepFrames(site.platform, provider);
  site.pass(60 * MINUTE_MS);
  await sweepFrames(site.platform, provider);
  expect(notices).toHaveLength(2);
  const [, last] = notices;
  expect(last?.url).toBe(drums.noticeUrl);
  expect(JSON.parse(last?.body ?? '')).toMatchObject({ event: 'session-ended', session, reason: 'protected' });
  expect(isSignedCall(drums.secret, '/notices', Buffer.from(last?.body ?? ''), last?.header, at() - 60 * MINUTE_MS)).toBe(true);
  expect((await open(client)).status).toBeGreaterThanOrEqual(400);
});

it('a launch ends when its player is gone or its game is closed; what was won is paid all the same', async () => {
  const [gone, here] = [await seat(), await seat()];
  await debit(gone, 'r1', 100);
  await debit(here, 'r1', 100);
  site.pass(ABSENT_AFTER_MS);
  await stateOf(here);
  site.pass(1);
  await sweepFrames(site.platform, silent);
  expect([(await stateOf(gone)).endReason, (await stateOf(here)).state]).toEqual(['gone', 'open']);
  await site.pool.query('UPDATE game SET enabled = false WHERE game_id = $1', [GAME]);
  expect(verdictOf(await debit(here, 'r2', 100))).toEqual([409, 'game-disabled', undefined]);
  expect((await open(here.client)).problem?.code).toBe('game-disabled');
  await sweepFrames(site.platform, silent);
  expect((await stateOf(here)).endReason).toBe('disabled');
  expect((await credit(gone, 'r1', 300)).data['balance']).toBe(1_200);
  expect((await credit(here, 'r1', 300)).data['balance']).toBe(1_200);
  await site.pool.query('UPDATE game SET enabled = true WHERE game_id = $1', [GAME]);
});

it('a game that is hidden until an instant is unknown and closed before it, and is listed and played from that instant on', async () => {
  const adminId = await makePlayer(site.pool, { role: 'admin', username: 'GamesDesk' });
  const [seated, guest, until] = [await seat(), await player(), new Date(Math.ceil(at() / MINUTE_MS + 2) * MINUTE_MS)];
  await debit(seated, 'h1', 100);
  for (const gameId of [GAME, 'dice']) {
    const version = (await listAdminGames(site.pool)).items.find((game) => game.gameId === gameId)?.version ?? NaN;
    await patchGame(site.platform, { adminId, gameId, version, patch: { hiddenUntil: until.toISOString() } });
  }
  const look = async () => {
    const listed = (await guest.call(listGames, {})).data.items.map(({ gameId }) => gameId);
    const dice = await guest.call(playRound, {
      params: { ...paramsOf(guest), gameId: 'dice' }, body: { stake: 100, currency: 'NGN', bet: { under: 5_000 } }, key: newKey(),
    });
    return {
      listed: [GAME, 'dice'].map((gameId) => listed.includes(gameId)), address: (await guest.call(getGame, { params: { gameId: 'dice' } })).status,
      round: dice.problem?.code ?? dice.status, launch: (await open(guest)).problem?.code ?? 'launched',
    };
  };
  site.pass(until.getTime() - 1 - at());
  expect(await look()).toEqual({ listed: [false, false], address: 404, round: 'game-disabled', launch: 'game-disabled' });
  expect(verdictOf(await debit(seated, 'h2', 100))).toEqual([409, 'game-disabled', undefined]);
  await sweepFrames(site.platform, silent);
  expect((await stateOf(seated)).endReason).toBe('disabled');
  expect((await credit(seated, 'h1', 300)).data['balance']).toBe(1_200);
  site.pass(1);
  expect(await look()).toEqual({ listed: [true, true], address: 200, round: 201, launch: 'launched' });
});

it('a due reality check and a session that is over end the game, and the provider learns which of the two', async () => {
  const [due, out] = [await seat(), await seat()];
  await site.pool.query('UPDATE player SET reality_minutes = 15 WHERE user_id = $1', [userIdOf(due.client)]);
  await debit(due, 'r1', 50);
  const reasons = new Map<string, string>();
  const provider: typeof fetch = async (_url, init) => {
    const { session, reason } = JSON.parse(textOf(init)) as { session: string; reason: string };
    reasons.set(session, reason);
    return new Response(null, { status: 200 });
  };
  for (let minute = 0; minute < 15; minute += 1) {
    await sweepFrames(site.platform, provider);
    expect([reasons.get(due.session), reasons.get(out.session)]).toEqual([undefined, undefined]);
    site.pass(MINUTE_MS);
    for (const each of [due, out]) await stateOf(each);
  }
  await out.client.call(signOut, {});
  await sweepFrames(site.platform, provider);
  expect([reasons.get(due.session), reasons.get(out.session)]).toEqual(['reality-check', 'left']);
  expect(verdictOf(await debit(out, 'r2', 50))).toEqual([409, 'conflict', 'session-ended']);
});

it('the games of a provider that is taken out of the configuration leave the catalogue, and come back with it', async () => {
  const client = await player();
  const status = async () => (await client.call(getGame, { params: { gameId: 'other-drum' } })).status;
  expect(await status()).toBe(200);
  await seedFramedGames(site.pool, [drums], site.platform.now);
  expect(await status()).toBe(404);
  await seedFramedGames(site.pool, providers, site.platform.now);
  expect(await status()).toBe(200);
});
