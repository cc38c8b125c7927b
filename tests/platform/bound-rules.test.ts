/** A bet names the version of the rules by which its player's app shows the game; the platform plays by that one, or not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getFairness, playAction, playRound } from '../../src/core/contract/games';
import type { RoundSeeds } from '../../src/core/contract/games';
import { listRefusedBets } from '../../src/core/contract/refused-bets';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { newKey, open, paramsOf, playerInRound, richPlayer, userIdOf } from '../support/refusals/people';
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
  readonly key?: string;
}
const play = (client: TestClient, seeds: RoundSeeds, { gameId = 'adire-gold', stake = 10, bet = {}, key = newKey() }: Bet = {}) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake, currency: 'NGN', bet: { ...bet }, seeds }, key });

const fairnessOf = async (client: TestClient) => (await client.call(getFairness, { params: paramsOf(client) })).data;

async function seedsOf(client: TestClient): Promise<RoundSeeds> {
  const { commit, clientSeed, nonce } = await fairnessOf(client);
  return { commit, clientSeed, nonce };
}

/** All money and all rounds of the player, and the next nonce. */
async function standingOf(client: TestClient): Promise<unknown> {
  const { rows } = await site.pool.query(
    `SELECT (SELECT json_agg(a ORDER BY account_id) FROM ledger_account a WHERE user_id = $1) AS money, (SELECT count(*) FROM round WHERE user_id = $1) AS rounds,
       (SELECT json_agg(o ORDER BY round_id) FROM open_round o WHERE user_id = $1) AS open`,
    [userIdOf(client)],
  );
  return [rows[0], (await fairnessOf(client)).nonce];
}

const PART = '0123456789abcdef0123456789abcdef';
const MINES = { gameId: 'mines', stake: 100, bet: { mines: 3 } };
const OTHER = '0'.repeat(64);

describe('a bet that names its rules', () => {
  it('is told that it may', async () => {
    expect(await fairnessOf(await site.signUp())).toMatchObject({ takesRules: true });
  });

  it.each([['adire-gold', {}], ['mines', MINES]])('is played by exactly those: %s', async (gameId, how) => {
    const client = await richPlayer(site);
    const [seeds, rules] = [await seedsOf(client), RULES_VERSIONS[gameId]!];
    const { status, data } = await play(client, { ...seeds, rules }, how);
    expect([status, data.fairness]).toEqual([201, { ...seeds, rules }]);
  });

  it.each([['adire-gold', {}], ['mines', MINES]])('is refused where the game has others: nothing is taken, the key has that answer for ever, the bet stays: %s', async (gameId, how) => {
    const client = await richPlayer(site);
    const [seeds, key] = [await seedsOf(client), newKey()];
    const before = await standingOf(client);
    const first = await play(client, { ...seeds, part: PART, rules: OTHER }, { ...how, key });
    expect([first.status, first.problem?.code, first.problem?.current]).toEqual([409, 'rules-changed', { rules: RULES_VERSIONS[gameId] }]);
    expect(await standingOf(client)).toEqual(before);
    expect((await play(client, { ...seeds, part: PART, rules: OTHER }, { ...how, key })).text).toBe(first.text);
    // Nobody tries one bet with several rules.
    expect((await play(client, { ...seeds, part: PART, rules: RULES_VERSIONS[gameId]! }, { ...how, key })).problem?.code).toBe('key-reused');
    const { items } = (await client.call(listRefusedBets, { params: paramsOf(client), query: {} })).data;
    expect(items).toMatchObject([{ key, gameId, ...seeds, clientSeed: `${seeds.clientSeed} ${PART}`, code: 'rules-changed' }]);
    // An app that has the rules of now plays the same draw.
    expect((await play(client, { ...seeds, rules: RULES_VERSIONS[gameId]! }, how)).status).toBe(201);
  });

  it('is played by no other game’s', async () => {
    const client = await richPlayer(site);
    expect((await play(client, { ...(await seedsOf(client)), rules: RULES_VERSIONS['dice']! })).problem?.code).toBe('rules-changed');
  });

  it('goes on by them: a step that names others is refused with the round as it is', async () => {
    const { client, round } = await playerInRound(site);
    const { roundId, fairness } = round;
    const before = await standingOf(client);
    const step = (rules: string) => {
      const body = { action: { ...open(SAFE[0]!) }, step: 0, seeds: { ...fairness, rules } };
      return client.call(playAction, { params: { ...paramsOf(client), roundId }, body, key: newKey() });
    };
    const refused = await step(OTHER);
    expect([refused.status, refused.problem?.code, refused.problem?.current]).toMatchObject([409, 'seed-changed', { roundId, fairness }]);
    expect(await standingOf(client)).toEqual(before);
    expect((await step(RULES_VERSIONS['mines']!)).data).toMatchObject({ roundId, state: 'open', step: 1, fairness });
  });
});
