/** A bet names the draw that its player's device wrote down; the platform draws that one, or nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHORTEST_CYCLE_MS, minimumCycleMs } from '../../server/games/pace';
import { getOperation } from '../../src/core/contract/cashier';
import { getFairness, listOpenRounds, playAction, playRound, rotateSeeds, setClientSeed } from '../../src/core/contract/games';
import type { RoundAnswer, RoundSeeds } from '../../src/core/contract/games';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { claimSpins } from '../support/bonuses';
import type { TestAnswer, TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { CASH_OUT, newKey, open, paramsOf, playerInRound, richPlayer, userIdOf } from '../support/refusals/people';
import { seedSteppedGames } from '../support/stepped-rounds';
import { SAFE } from '../support/stepped-stage';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(() => site.close());

interface Bet {
  readonly gameId?: string;
  readonly stake?: number;
  readonly bet?: Readonly<Record<string, unknown>>;
  readonly freeSpinOf?: string;
  readonly key?: string;
}
const play = (client: TestClient, seeds: RoundSeeds | undefined, { gameId = 'adire-gold', stake = 10, bet = {}, key = newKey(), ...more }: Bet = {}) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake, currency: 'NGN', bet: { ...bet }, ...more, ...(seeds && { seeds }) }, key });

const fairnessOf = async (client: TestClient) => (await client.call(getFairness, { params: paramsOf(client) })).data;

/** What the device writes down before it sends the next bet. */
async function seedsOf(client: TestClient): Promise<RoundSeeds> {
  const { commit, clientSeed, nonce } = await fairnessOf(client);
  return { commit, clientSeed, nonce };
}

/** All money and all rounds of the player, and the next nonce. */
async function standingOf(client: TestClient): Promise<unknown> {
  const { rows } = await site.pool.query(
    `SELECT (SELECT json_agg(a ORDER BY account_id) FROM ledger_account a WHERE user_id = $1) AS money, (SELECT count(*) FROM round WHERE user_id = $1) AS rounds,
       (SELECT json_agg(w ORDER BY wallet_id) FROM bonus_wallet w WHERE user_id = $1) AS wallets,
       (SELECT json_agg(o ORDER BY round_id) FROM open_round o WHERE user_id = $1) AS open`,
    [userIdOf(client)],
  );
  return [rows[0], (await fairnessOf(client)).nonce];
}

function expectSeedChanged(answer: TestAnswer, current: unknown): void {
  expect([answer.status, answer.problem?.code]).toEqual([409, 'seed-changed']);
  expect(answer.problem?.current).toEqual(current);
}

const MINES = { gameId: 'mines', stake: 100, bet: { mines: 3 } };
const OTHER = '0'.repeat(64);

describe('a bet that names its draw', () => {
  it.each([['adire-gold', {}], ['mines', MINES]])('is drawn with exactly that one: %s', async (gameId, how) => {
    const client = await richPlayer(site);
    const seeds = await seedsOf(client);
    const { status, data } = await play(client, seeds, how);
    expect([status, data.fairness]).toEqual([201, { ...seeds, rules: RULES_VERSIONS[gameId] }]);
  });

  it.each<[string, (next: RoundSeeds) => RoundSeeds]>([
    ['another commit', (next) => ({ ...next, commit: OTHER })],
    ['another client seed', (next) => ({ ...next, clientSeed: 'of-nobody' })],
    ['a nonce that was played: what is known to win can’t be bet on again', (next) => ({ ...next, nonce: next.nonce - 1 })],
    ['a nonce that is not next: no draw can be kept for later', (next) => ({ ...next, nonce: next.nonce + 1 })],
  ])('is refused when it names %s: nothing is taken, and the key has that answer for ever', async (_, change) => {
    const client = await richPlayer(site);
    await play(client, await seedsOf(client));
    site.pass(minimumCycleMs('slots'));
    const before = await standingOf(client);
    const key = newKey();
    const seeds = change(await seedsOf(client));
    for (const how of [{}, MINES]) expectSeedChanged(await play(client, seeds, how), await fairnessOf(client));
    const first = await play(client, seeds, { key });
    expectSeedChanged(first, await fairnessOf(client));
    expect(await standingOf(client)).toEqual(before);
    expect((await play(client, seeds, { key })).text).toBe(first.text);
    const { data: told } = await client.call(getOperation, { params: { ...paramsOf(client), key } });
    expect(told).toEqual({ state: 'done', answer: { status: 409, body: JSON.parse(first.text) } });
    // The player looks at what it is now, and plays.
    expect((await play(client, await seedsOf(client))).status).toBe(201);
  });

  it('is refused after another device had the seeds rotated: a pair that was put in the place of the one seen is not drawn from', async () => {
    const client = await richPlayer(site);
    const seen = await seedsOf(client);
    await client.call(rotateSeeds, { params: paramsOf(client) });
    const now = await fairnessOf(client);
    expect(now.previous?.commit).toBe(seen.commit);
    expectSeedChanged(await play(client, seen), now);
  });

  it('is refused after the client seed was changed on another device', async () => {
    const client = await richPlayer(site);
    const seen = await seedsOf(client);
    const body = { clientSeed: 'of-the-other-phone', commit: seen.commit };
    expect((await client.call(setClientSeed, { params: paramsOf(client), body })).data).toMatchObject({ ...body, clientSeedBy: 'player' });
    expectSeedChanged(await play(client, seen), await fairnessOf(client));
  });

  it('is refused of a player who has no seeds yet, and tells the first ones, which stay', async () => {
    const client = await richPlayer(site);
    const answer = await play(client, { commit: OTHER, clientSeed: 'x', nonce: 0 });
    expectSeedChanged(answer, await fairnessOf(client));
  });

  it('is one of two windows of play: what the other one played in between is refused here', async () => {
    const phone = await richPlayer(site);
    const laptop = await site.signIn(await nameOf(phone));
    const [here, there] = [await seedsOf(phone), await seedsOf(laptop)];
    expect(there).toEqual(here);
    expect((await play(phone, here)).status).toBe(201);
    for (let n = 0; n < 3; n += 1) {
      site.pass(minimumCycleMs('slots'));
      expectSeedChanged(await play(laptop, there), await fairnessOf(laptop));
      expect((await play(phone, await seedsOf(phone))).status).toBe(201);
    }
  });

  it('plays once when many name the same draw at once, each under its own key', async () => {
    const client = await richPlayer(site);
    const seeds = await seedsOf(client);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => play(client, seeds, n % 2 === 0 ? {} : MINES)));
    const codes = answers.map(({ status, problem }) => problem?.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    for (const code of codes) expect([201, 'cycle-too-short', 'round-open', 'too-many-requests', 'unavailable']).toContain(code);
  });

  it.each([
    ['a commit that is none', { commit: 'x', clientSeed: 'x', nonce: 0 }], ['a nonce below zero', { commit: OTHER, clientSeed: 'x', nonce: -1 }],
    ['half a nonce', { commit: OTHER, clientSeed: 'x', nonce: 0.5 }], ['a client seed of two words', { commit: OTHER, clientSeed: 'x y', nonce: 0 }],
    ['no nonce', { commit: OTHER, clientSeed: 'x' }], ['more', { commit: OTHER, clientSeed: 'x', nonce: 0, serverSeed: OTHER }],
  ])('is no bet with %s', async (_, seeds) => {
    const client = await richPlayer(site);
    const { status, problem } = await play(client, seeds as RoundSeeds);
    expect([status, problem?.code]).toEqual([400, 'validation']);
  });
});

const nameOf = async (client: TestClient): Promise<string> =>
  (await site.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(client)])).rows[0]?.username ?? '';

describe('a free spin', () => {
  it('names its draw like any bet, and stays the player’s when that is another one', async () => {
    const client = await site.signUp();
    const freeSpinOf = await claimSpins(site.platform, userIdOf(client));
    const seeds = await seedsOf(client);
    const before = await standingOf(client);
    expectSeedChanged(await play(client, { ...seeds, nonce: 1 }, { stake: 20, freeSpinOf }), await fairnessOf(client));
    expect(await standingOf(client)).toEqual(before);
    const { status, data } = await play(client, seeds, { stake: 20, freeSpinOf });
    expect([status, data.fairness]).toEqual([201, { ...seeds, rules: RULES_VERSIONS['adire-gold'] }]);
  });
});

describe('a step of an open round', () => {
  type Action = Readonly<Record<string, unknown>>;
  const step = (client: TestClient, { roundId }: RoundAnswer, at: number, action: Action, seeds?: RoundSeeds, key = newKey()) =>
    client.call(playAction, { params: { ...paramsOf(client), roundId }, body: { action: { ...action }, step: at, ...(seeds && { seeds }) }, key });

  it('names the round’s own draw, also when the player’s next one is another; any other is refused with the round as it is', async () => {
    const { client, round } = await playerInRound(site);
    const { fairness } = round;
    const next = await seedsOf(client);
    expect(next.nonce).toBe(fairness.nonce + 1);
    const [current] = (await client.call(listOpenRounds, { params: paramsOf(client) })).data.items;
    const { settlesAt: _, ...shown } = current ?? { settlesAt: '' };
    const before = await standingOf(client);
    const key = newKey();
    for (const other of [next, { ...fairness, commit: OTHER }, { ...fairness, clientSeed: 'of-nobody' }]) {
      expectSeedChanged(await step(client, round, 0, open(SAFE[0]!), other), shown);
    }
    const first = await step(client, round, 0, open(SAFE[0]!), next, key);
    expect((await step(client, round, 0, open(SAFE[0]!), next, key)).text).toBe(first.text);
    expect(await standingOf(client)).toEqual(before);
    expect((await step(client, round, 0, open(SAFE[0]!), fairness)).data).toMatchObject({ state: 'open', step: 1, fairness });
    expect((await step(client, round, 1, CASH_OUT, fairness)).data).toMatchObject({ state: 'ended', fairness });
  });
});

describe('who chose the client seed', () => {
  it('is the platform, until the player has; a rotation without a choice is the platform’s again', async () => {
    const client = await site.signUp();
    const params = paramsOf(client);
    const first = await fairnessOf(client);
    expect(first.clientSeedBy).toBe('platform');
    const { data: chosen } = await client.call(rotateSeeds, { params, body: { clientSeed: 'of-this-phone', commit: first.nextCommit ?? '' } });
    expect(chosen).toMatchObject({ commit: first.nextCommit, clientSeed: 'of-this-phone', clientSeedBy: 'player' });
    const blind = await client.call(rotateSeeds, { params, body: { clientSeed: 'blind', commit: first.nextCommit ?? '' } });
    expect([blind.status, blind.problem?.code]).toEqual([409, 'conflict']);
    const { data: after } = await client.call(rotateSeeds, { params });
    expect(after).toMatchObject({ commit: chosen.nextCommit, clientSeedBy: 'platform' });
    expect(after.clientSeed).not.toBe('of-this-phone');
  });

  it('is not said of a pair from before that was written down', async () => {
    const client = await site.signUp();
    await fairnessOf(client);
    await site.pool.query('ALTER TABLE seed_pair DISABLE TRIGGER seed_pair_is_kept');
    await site.pool.query(`UPDATE seed_pair SET client_seed_by = NULL WHERE user_id = $1`, [userIdOf(client)]);
    await site.pool.query('ALTER TABLE seed_pair ENABLE TRIGGER seed_pair_is_kept');
    expect(await fairnessOf(client)).not.toHaveProperty('clientSeedBy');
  });
});

it('a client that names no draw plays with the next one, as before', async () => {
  const client = await richPlayer(site);
  const next = await seedsOf(client);
  expect((await play(client, undefined)).data.fairness).toEqual({ ...next, rules: RULES_VERSIONS['adire-gold'] });
  site.pass(SHORTEST_CYCLE_MS);
  expect((await play(client, undefined)).data.fairness).toEqual({ ...next, nonce: 1, rules: RULES_VERSIONS['adire-gold'] });
});
