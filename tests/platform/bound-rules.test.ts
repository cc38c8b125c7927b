/** A bet names the version of the rules by which its player's app shows the game; the platform plays by that one, or not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playAction } from '../../src/core/contract/games';
import type { RoundSeeds } from '../../src/core/contract/games';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { newKey, open, paramsOf, playerInRound, richPlayer } from '../support/refusals/people';
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

const play = (client: TestClient, seeds: RoundSeeds, bet: TestBet = {}) => placeBet(client, { ...bet, seeds });

/** Reads the player’s money and the next nonce, to show that a refusal changed neither. */
const readStanding = async (client: TestClient): Promise<unknown> => [await readHoldings(site.pool, client), (await readFairness(client)).nonce];

const PART = '0123456789abcdef0123456789abcdef';
const MINES = { gameId: 'mines', stake: 100, bet: { mines: 3 } };
const OTHER = '0'.repeat(64);

describe('a bet that names its rules', () => {
  it('is welcome where the platform says `takesRules`', async () => {
    expect(await readFairness(await site.signUp())).toMatchObject({ takesRules: true });
  });

  it.each([['adire-gold', {}], ['mines', MINES]])('is played by exactly those: %s', async (gameId, how) => {
    const client = await richPlayer(site);
    const [seeds, rules] = [await readSeeds(client), RULES_VERSIONS[gameId]!];
    const { status, data } = await play(client, { ...seeds, rules }, how);
    expect([status, data.fairness]).toEqual([201, { ...seeds, rules }]);
  });

  it.each([['adire-gold', {}], ['mines', MINES]])('is refused where the game has others: nothing is taken, the key has that answer for ever, the bet stays: %s', async (gameId, how) => {
    const client = await richPlayer(site);
    const [seeds, key] = [await readSeeds(client), newKey()];
    const before = await readStanding(client);
    const first = await play(client, { ...seeds, part: PART, rules: OTHER }, { ...how, key });
    expect([first.status, first.problem?.code, first.problem?.current]).toEqual([409, 'rules-changed', { rules: RULES_VERSIONS[gameId] }]);
    expect(await readStanding(client)).toEqual(before);
    expect((await play(client, { ...seeds, part: PART, rules: OTHER }, { ...how, key })).text).toBe(first.text);
    // The key keeps its refusal, so nobody tries one bet under several rules.
    expect((await play(client, { ...seeds, part: PART, rules: RULES_VERSIONS[gameId]! }, { ...how, key })).problem?.code).toBe('key-reused');
    const items = await readRefusedBets(client);
    expect(items).toMatchObject([{ key, gameId, ...seeds, clientSeed: `${seeds.clientSeed} ${PART}`, code: 'rules-changed' }]);
    // An app that has the rules of now plays the same draw.
    expect((await play(client, { ...seeds, rules: RULES_VERSIONS[gameId]! }, how)).status).toBe(201);
  });

  it('is played by no other game’s', async () => {
    const client = await richPlayer(site);
    expect((await play(client, { ...(await readSeeds(client)), rules: RULES_VERSIONS['dice']! })).problem?.code).toBe('rules-changed');
  });

  it('goes on by them: a step that names others is refused with the round as it is', async () => {
    const { client, round } = await playerInRound(site);
    const { roundId, fairness } = round;
    const before = await readStanding(client);
    const step = (rules: string) => {
      const body = { action: { ...open(SAFE_CELLS[0]!) }, step: 0, seeds: { ...fairness, rules } };
      return client.call(playAction, { params: { ...paramsOf(client), roundId }, body, key: newKey() });
    };
    const refused = await step(OTHER);
    expect([refused.status, refused.problem?.code, refused.problem?.current]).toMatchObject([409, 'seed-changed', { roundId, fairness }]);
    expect(await readStanding(client)).toEqual(before);
    expect((await step(RULES_VERSIONS['mines']!)).data).toMatchObject({ roundId, state: 'open', step: 1, fairness });
  });
});
