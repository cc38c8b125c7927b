/** A bet names the draw that its player's device wrote down; the platform draws that one, or nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHORTEST_CYCLE_MS, minimumCycleMs } from '../../src/core/play-times';
import { getOperation } from '../../src/core/contract/cashier';
import { listOpenRounds, playAction, rotateSeeds, setClientSeed } from '../../src/core/contract/games';
import type { RoundAnswer, RoundSeeds } from '../../src/core/contract/games';
import { drawsFrom } from '../../src/core/fairness/draws';
import { engines } from '../../src/core/games/registry';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { kobo } from '../../src/core/money';
import { claimSpins } from '../support/bonuses';
import type { TestAnswer, TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { CASH_OUT, newKey, open, paramsOf, playerInRound, richPlayer, signInElsewhere, userIdOf } from '../support/refusals/people';
import { placeBet, readFairness, readHoldings, readRefusedBets, readSeeds } from '../support/sealed-bets';
import type { TestBet } from '../support/sealed-bets';
import { seedSteppedGames } from '../support/stepped-rounds';
import { SAFE_CELLS } from '../support/stepped-stage';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(() => site.close());

const play = (client: TestClient, seeds: RoundSeeds | undefined, bet: TestBet = {}) => placeBet(client, { ...bet, seeds });

/** Reads the player’s money and the next nonce, to show that a refusal changed neither. */
const readStanding = async (client: TestClient): Promise<unknown> => [await readHoldings(site.pool, client), (await readFairness(client)).nonce];

function expectSeedChanged(answer: TestAnswer, current: unknown): void {
  expect([answer.status, answer.problem?.code]).toEqual([409, 'seed-changed']);
  expect(answer.problem?.current).toEqual(current);
}

const PART = '0123456789abcdef0123456789abcdef';
/** The client seed of a round whose bet brought that part. */
const withPart = ({ clientSeed }: Pick<RoundSeeds, 'clientSeed'>, part = PART) => `${clientSeed} ${part}`;

const MINES = { gameId: 'mines', stake: 100, bet: { mines: 3 } };
const OTHER = '0'.repeat(64);
const DICE = engines.get('dice');

describe('a bet that names its draw', () => {
  it.each([['adire-gold', {}], ['mines', MINES]])('is drawn with exactly that one: %s', async (gameId, how) => {
    const client = await richPlayer(site);
    const seeds = await readSeeds(client);
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
    await play(client, await readSeeds(client));
    site.pass(minimumCycleMs('slots'));
    const before = await readStanding(client);
    const key = newKey();
    const seeds = change(await readSeeds(client));
    for (const how of [{}, MINES]) expectSeedChanged(await play(client, seeds, how), await readFairness(client));
    const first = await play(client, seeds, { key });
    expectSeedChanged(first, await readFairness(client));
    expect(await readStanding(client)).toEqual(before);
    expect((await play(client, seeds, { key })).text).toBe(first.text);
    const { data: operation } = await client.call(getOperation, { params: { ...paramsOf(client), key } });
    expect(operation).toEqual({ state: 'done', answer: { status: 409, body: JSON.parse(first.text) } });
    // The player looks at the draw that is next now, and plays it.
    expect((await play(client, await readSeeds(client))).status).toBe(201);
  });

  it('is refused after another device had the seeds rotated: a pair that was put in the place of the one seen is not drawn from', async () => {
    const client = await richPlayer(site);
    const seeds = await readSeeds(client);
    await client.call(rotateSeeds, { params: paramsOf(client) });
    const now = await readFairness(client);
    expect(now.previous?.commit).toBe(seeds.commit);
    expectSeedChanged(await play(client, seeds), now);
  });

  it('is refused after the client seed was changed on another device', async () => {
    const client = await richPlayer(site);
    const seeds = await readSeeds(client);
    const body = { clientSeed: 'of-the-other-phone', commit: seeds.commit };
    expect((await client.call(setClientSeed, { params: paramsOf(client), body })).data).toMatchObject({ ...body, clientSeedBy: 'player' });
    expectSeedChanged(await play(client, seeds), await readFairness(client));
  });

  it('is refused of a player who has no seeds yet, and tells the first ones, which stay', async () => {
    const client = await richPlayer(site);
    const answer = await play(client, { commit: OTHER, clientSeed: 'x', nonce: 0 });
    expectSeedChanged(answer, await readFairness(client));
  });

  it('is refused where another window of play has played a round in between', async () => {
    const phone = await richPlayer(site);
    const laptop = await signInElsewhere(site, phone);
    const [here, there] = [await readSeeds(phone), await readSeeds(laptop)];
    expect(there).toEqual(here);
    expect((await play(phone, here)).status).toBe(201);
    for (let n = 0; n < 3; n += 1) {
      site.pass(minimumCycleMs('slots'));
      // The laptop asks to take over, so the bet is refused for the draw that it names, and not because of its window.
      expectSeedChanged(await play(laptop, there, { takesOver: true }), await readFairness(laptop));
      expect((await play(phone, await readSeeds(phone))).status).toBe(201);
    }
  });

  it('plays once when many name the same draw at once, each under its own key', async () => {
    const client = await richPlayer(site);
    const seeds = await readSeeds(client);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => play(client, seeds, n % 2 === 0 ? {} : MINES)));
    const codes = answers.map(({ status, problem }) => problem?.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    for (const code of codes) expect([201, 'cycle-too-short', 'round-open', 'too-many-requests', 'unavailable']).toContain(code);
  });

  it.each([
    ['a commit that is none', { commit: 'x', clientSeed: 'x', nonce: 0 }], ['a nonce below zero', { commit: OTHER, clientSeed: 'x', nonce: -1 }],
    ['half a nonce', { commit: OTHER, clientSeed: 'x', nonce: 0.5 }], ['a client seed of two words', { commit: OTHER, clientSeed: 'x y', nonce: 0 }],
    ['a part of another length', { commit: OTHER, clientSeed: 'x', nonce: 0, part: PART.slice(1) }], ['a part in capitals', { commit: OTHER, clientSeed: 'x', nonce: 0, part: PART.toUpperCase() }],
    ['the part in the client seed of the pair', { commit: OTHER, clientSeed: `x ${PART}`, nonce: 0 }], ['no nonce', { commit: OTHER, clientSeed: 'x' }], ['more', { commit: OTHER, clientSeed: 'x', nonce: 0, serverSeed: OTHER }],
    ['rules that are no version', { commit: OTHER, clientSeed: 'x', nonce: 0, rules: 'any' }],
  ])('is no bet with %s', async (_, seeds) => {
    const client = await richPlayer(site);
    const { status, problem } = await play(client, seeds as RoundSeeds);
    expect([status, problem?.code]).toEqual([400, 'validation']);
  });
});

describe('a bet that brings a part of its own', () => {
  it('is welcome where the platform says `takesParts`', async () => {
    expect(await readFairness(await site.signUp())).toMatchObject({ takesParts: true });
  });

  it.each([['adire-gold', {}], ['mines', MINES]])('is drawn with it, and the pair keeps its client seed: %s', async (gameId, how) => {
    const client = await richPlayer(site);
    const seeds = await readSeeds(client);
    const { status, data } = await play(client, { ...seeds, part: PART }, how);
    expect([status, data.fairness]).toEqual([201, { ...seeds, clientSeed: withPart(seeds), rules: RULES_VERSIONS[gameId] }]);
    expect(await readFairness(client)).toMatchObject({ ...seeds, nonce: 1 });
  });

  it('has the result of exactly that client seed, and another one with another part', async () => {
    const client = await richPlayer(site, 100_000);
    const bet = { gameId: 'dice', stake: 100, bet: { under: 5_000 } };
    const rounds: RoundAnswer[] = [];
    for (let n = 0; n < 8; n += 1) {
      rounds.push((await play(client, { ...(await readSeeds(client)), part: n.toString(16).repeat(32) }, bet)).data);
      site.pass(minimumCycleMs('dice'));
    }
    const { previous } = (await client.call(rotateSeeds, { params: paramsOf(client) })).data;
    const { serverSeed = '', clientSeed = '' } = previous ?? {};
    const parts = rounds.map((_, n) => withPart({ clientSeed }, n.toString(16).repeat(32)));
    expect(rounds.map(({ fairness }) => fairness.clientSeed)).toEqual(parts);
    const drawn = (seeds: readonly string[]) => seeds.map((each, nonce) => {
      const draws = drawsFrom({ serverSeed, clientSeed: each, nonce });
      return DICE?.playUnchecked({ stake: kobo(10_000), bet: bet.bet, draws });
    });
    const outcomes = rounds.map(({ outcome }) => ({ ok: true, outcome }));
    expect(drawn(parts)).toMatchObject(outcomes);
    expect(drawn(rounds.map(() => clientSeed))).not.toMatchObject(outcomes);
  });

  it('is refused like any bet for another draw, and the list of refused bets has its part', async () => {
    const client = await richPlayer(site);
    const seeds = { ...(await readSeeds(client)), nonce: 3 };
    expectSeedChanged(await play(client, { ...seeds, part: PART }), await readFairness(client));
    expect(await readRefusedBets(client)).toMatchObject([{ ...seeds, clientSeed: withPart(seeds), code: 'seed-changed' }]);
  });

  it('is refused under its key with another part: nobody tries one bet with several', async () => {
    const client = await richPlayer(site);
    const [seeds, key] = [await readSeeds(client), newKey()];
    const first = await play(client, { ...seeds, part: PART }, { key });
    expect((await play(client, { ...seeds, part: 'f'.repeat(32) }, { key })).problem?.code).toBe('key-reused');
    expect((await play(client, { ...seeds, part: PART }, { key })).text).toBe(first.text);
  });

  it('is kept with a client seed of 64 characters, too', async () => {
    const client = await richPlayer(site);
    const clientSeed = 'x'.repeat(64);
    await client.call(setClientSeed, { params: paramsOf(client), body: { clientSeed, commit: (await readSeeds(client)).commit } });
    const seeds = await readSeeds(client);
    expect((await play(client, { ...seeds, part: PART })).data.fairness.clientSeed).toBe(`${clientSeed} ${PART}`);
    expect((await play(client, { ...seeds, part: PART })).problem?.code).toBe('cycle-too-short');
    expect(await readRefusedBets(client)).toMatchObject([{ clientSeed: `${clientSeed} ${PART}` }]);
  });
});

describe('a free spin', () => {
  it('names its draw like any bet, and stays the player’s when that is another one', async () => {
    const client = await site.signUp();
    const freeSpinOf = await claimSpins(site.platform, userIdOf(client));
    const seeds = await readSeeds(client);
    const before = await readStanding(client);
    expectSeedChanged(await play(client, { ...seeds, nonce: 1 }, { stake: 20, freeSpinOf }), await readFairness(client));
    expect(await readStanding(client)).toEqual(before);
    const { status, data } = await play(client, { ...seeds, part: PART }, { stake: 20, freeSpinOf });
    expect([status, data.fairness]).toEqual([201, { ...seeds, clientSeed: withPart(seeds), rules: RULES_VERSIONS['adire-gold'] }]);
  });
});

describe('a step of an open round', () => {
  type Action = Readonly<Record<string, unknown>>;
  const step = (client: TestClient, { roundId }: RoundAnswer, at: number, action: Action, seeds?: RoundSeeds, key = newKey()) =>
    client.call(playAction, { params: { ...paramsOf(client), roundId }, body: { action: { ...action }, step: at, ...(seeds && { seeds }) }, key });

  it('names the round’s own draw, also when the player’s next one is another; any other is refused with the round as it is', async () => {
    const { client, round } = await playerInRound(site);
    const { fairness } = round;
    const next = await readSeeds(client);
    expect(next.nonce).toBe(fairness.nonce + 1);
    const [current] = (await client.call(listOpenRounds, { params: paramsOf(client) })).data.items;
    const { settlesAt: _, ...shown } = current ?? { settlesAt: '' };
    const before = await readStanding(client);
    const key = newKey();
    for (const other of [next, { ...fairness, commit: OTHER }, { ...fairness, clientSeed: 'of-nobody' }]) {
      expectSeedChanged(await step(client, round, 0, open(SAFE_CELLS[0]!), other), shown);
    }
    const first = await step(client, round, 0, open(SAFE_CELLS[0]!), next, key);
    expect((await step(client, round, 0, open(SAFE_CELLS[0]!), next, key)).text).toBe(first.text);
    expect(await readStanding(client)).toEqual(before);
    expect((await step(client, round, 0, open(SAFE_CELLS[0]!), fairness)).data).toMatchObject({ state: 'open', step: 1, fairness });
    expect((await step(client, round, 1, CASH_OUT, fairness)).data).toMatchObject({ state: 'ended', fairness });
  });
});

it('a step of a round whose bet brought a part names the round’s client seed with it, and no other', async () => {
  const client = await richPlayer(site);
  const seeds = await readSeeds(client);
  const { data: { roundId, fairness } } = await play(client, { ...seeds, part: PART }, MINES);
  expect(fairness.clientSeed).toBe(withPart(seeds));
  const step = (clientSeed: string) => {
    const body = { action: { ...open(SAFE_CELLS[0]!) }, step: 0, seeds: { ...fairness, clientSeed } };
    return client.call(playAction, { params: { ...paramsOf(client), roundId }, body, key: newKey() });
  };
  for (const other of [seeds.clientSeed, withPart(seeds, 'f'.repeat(32))]) expect((await step(other)).problem?.code).toBe('seed-changed');
  expect((await step(fairness.clientSeed)).data).toMatchObject({ roundId, fairness });
});

describe('who chose the client seed', () => {
  it('is the platform, until the player has; a rotation without a choice is the platform’s again', async () => {
    const client = await site.signUp();
    const params = paramsOf(client);
    const first = await readFairness(client);
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
    await readFairness(client);
    await site.pool.query('ALTER TABLE seed_pair DISABLE TRIGGER seed_pair_is_kept');
    await site.pool.query(`UPDATE seed_pair SET client_seed_by = NULL WHERE user_id = $1`, [userIdOf(client)]);
    await site.pool.query('ALTER TABLE seed_pair ENABLE TRIGGER seed_pair_is_kept');
    expect(await readFairness(client)).not.toHaveProperty('clientSeedBy');
  });
});

it('a client that names no draw plays with the next one, as before', async () => {
  const client = await richPlayer(site);
  const next = await readSeeds(client);
  expect((await play(client, undefined)).data.fairness).toEqual({ ...next, rules: RULES_VERSIONS['adire-gold'] });
  site.pass(SHORTEST_CYCLE_MS);
  expect((await play(client, undefined)).data.fairness).toEqual({ ...next, nonce: 1, rules: RULES_VERSIONS['adire-gold'] });
});
