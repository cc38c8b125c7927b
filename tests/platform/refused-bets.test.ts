/** Bets that were refused after they named their draw stay, so that a platform that refuses winners becomes visible. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NEW_KEYS_OF_PLAYER } from '../../server/ledger/key-rate';
import { SHORTEST_CYCLE_MS, minimumCycleMs } from '../../src/core/play-times';
import { UNANSWERED_REFUSALS } from '../../server/games/refused-bets';
import { ROTATIONS } from '../../server/games/seed-pairs';
import { rotateSeeds } from '../../src/core/contract/games';
import type { RoundSeeds } from '../../src/core/contract/games';
import { setLimit } from '../../src/core/contract/protection';
import { listRefusedBets } from '../../src/core/contract/refused-bets';
import type { RefusedBet } from '../../src/core/contract/refused-bets';
import { drawsFrom } from '../../src/core/fairness/draws';
import { engines } from '../../src/core/games/registry';
import { kobo } from '../../src/core/money';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { newKey, paramsOf, playerInRound, playerOnBreak, richPlayer, userIdOf } from '../support/refusals/people';
import { placeBet, readRefusedBets, readSeeds } from '../support/sealed-bets';
import type { TestBet } from '../support/sealed-bets';
import { seedSteppedGames } from '../support/stepped-rounds';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(() => site.close());

const play = (client: TestClient, seeds: RoundSeeds | undefined, bet: TestBet = {}) => placeBet(client, { ...bet, seeds });
const countStored = async (client: TestClient): Promise<number> =>
  (await site.pool.query('SELECT FROM refused_bet WHERE user_id = $1', [userIdOf(client)])).rowCount ?? 0;

/** Refuses the next bet of a player for another reason than its draw. */
type Arranged = { readonly client: TestClient; readonly how?: TestBet };
const REASONS: readonly (readonly [code: string, arrange: () => Promise<Arranged>])[] = [
  ['insufficient-funds', async () => ({ client: await richPlayer(site, 5) })],
  ['stake-out-of-range', async () => ({ client: await richPlayer(site), how: { stake: 5 } })],
  ['cool-off', async () => ({ client: await playerOnBreak(site) })],
  ['self-excluded', async () => ({ client: await playerOnBreak(site, '6-months') })],
  ['email-not-activated', async () => ({ client: await richPlayer(site, 1_000, { activated: false }) })],
  ['round-open', async () => ({ client: (await playerInRound(site)).client })],
  ['limit-exceeded', async () => {
    const client = await richPlayer(site);
    const body = { amount: 1_000, currency: 'NGN' } as const;
    expect((await client.call(setLimit, { params: { ...paramsOf(client), kind: 'stake', period: 'day' }, body, key: newKey() })).status).toBe(200);
    return { client, how: { stake: 1_010 } };
  }],
  ['game-disabled', async () => {
    await site.pool.query(`UPDATE game SET enabled = false WHERE game_id = 'dice'`);
    return { client: await richPlayer(site), how: { gameId: 'dice', stake: 100, bet: { under: 5_000 } } };
  }],
  ['cycle-too-short', async () => {
    const client = await richPlayer(site);
    expect((await play(client, await readSeeds(client))).status).toBe(201);
    return { client };
  }],
  ['money-unavailable', async () => {
    const client = await richPlayer(site);
    await readSeeds(client);
    await site.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    return { client };
  }],
  ['seed-changed', async () => {
    const client = await richPlayer(site);
    await readSeeds(client);
    await site.pool.query(`UPDATE seed_pair SET client_seed = 'changed-after', client_seed_by = 'player' WHERE user_id = $1 AND state = 'active'`, [userIdOf(client)]);
    return { client };
  }],
];

describe('a bet that is refused after it named its draw', () => {
  it.each(REASONS)('stays under its key: %s', async (code, arrange) => {
    const { client, how = {} } = await arrange();
    const seeds = code === 'seed-changed' ? { ...(await readSeeds(client)), clientSeed: 'seen-before' } : await readSeeds(client);
    const key = newKey();
    const answer = await play(client, seeds, { ...how, key });
    await site.pool.query('UPDATE money_switch SET open = true, reason = NULL');
    await site.pool.query('UPDATE game SET enabled = true WHERE NOT enabled');
    expect(answer.problem?.code, answer.text).toBe(code);
    const { gameId = 'adire-gold', stake = 10, bet = {} } = how;
    const expected = { key, gameId, stake, bet, ...seeds, code, at: site.platform.now().toISOString() };
    expect(await readRefusedBets(client)).toEqual([expected]);
  });

  it('is listed for its player alone, newest first and page by page', async () => {
    const client = await richPlayer(site, 5);
    const seeds = await readSeeds(client);
    const keys = [newKey(), newKey(), newKey()];
    for (const key of keys) await play(client, seeds, { key });
    const query = { limit: 2 };
    const { data: first } = await client.call(listRefusedBets, { params: paramsOf(client), query });
    const { data: rest } = await client.call(listRefusedBets, { params: paramsOf(client), query: { ...query, cursor: first.next ?? '' } });
    expect([...first.items, ...rest.items].map(({ key }) => key)).toEqual(keys.toReversed());
    expect(rest.next).toBeNull();
    const stranger = await site.signUp();
    expect(await readRefusedBets(stranger)).toEqual([]);
    expect((await stranger.call(listRefusedBets, { params: paramsOf(client), query: {} })).status).toBe(403);
  });

  it('is listed with the version of the rules that it named, so that it is worked out by these', async () => {
    const client = await richPlayer(site, 5);
    const rules = RULES_VERSIONS['adire-gold'];
    expect((await play(client, { ...(await readSeeds(client)), rules })).problem?.code).toBe('insufficient-funds');
    expect(await readRefusedBets(client)).toMatchObject([{ rules }]);
    const other = 'f'.repeat(64);
    expect((await play(client, { ...(await readSeeds(client)), rules: other })).problem?.code).toBe('rules-changed');
    expect(await readRefusedBets(client)).toMatchObject([{ rules: other }, { rules }]);
  });

  it('is in the list no more once it was sent again under its key and played', async () => {
    const client = await richPlayer(site);
    await play(client, await readSeeds(client));
    const [seeds, key] = [await readSeeds(client), newKey()];
    expect((await play(client, seeds, { key })).problem?.code).toBe('cycle-too-short');
    expect(await readRefusedBets(client)).toMatchObject([{ key, nonce: 1 }]);
    site.pass(minimumCycleMs('slots'));
    expect((await play(client, seeds, { key })).data.fairness).toEqual({ ...seeds, rules: RULES_VERSIONS['adire-gold'] });
    expect(await readRefusedBets(client)).toEqual([]);
    expect(await countStored(client)).toBe(1);
  });

  it('is not kept where it named none, where the key was another bet’s, or where the game knows no such bet', async () => {
    const client = await richPlayer(site);
    const key = newKey();
    await play(client, await readSeeds(client), { key });
    site.pass(minimumCycleMs('slots'));
    const seeds = await readSeeds(client);
    const huge = { lines: 'x'.repeat(100_000) };
    const refused = [
      await play(client, undefined, { stake: 1 }),
      await play(client, seeds, { key, stake: 20 }),
      await play(client, seeds, { bet: huge }),
      await play(client, seeds, { gameId: 'no-such-game', bet: huge }),
      await play(client, { ...seeds, nonce: 9 }, { gameId: 'roulette', stake: 100, bet: huge }),
    ];
    expect(refused.every(({ status }) => status >= 400)).toBe(true);
    expect(await countStored(client)).toBe(0);
  });

  it('can be neither deleted nor changed', async () => {
    const client = await richPlayer(site, 5);
    await play(client, await readSeeds(client));
    for (const sql of [`UPDATE refused_bet SET code = 'conflict'`, 'DELETE FROM refused_bet', 'TRUNCATE refused_bet']) {
      await expect(site.pool.query(sql)).rejects.toThrow('only ever added');
    }
    expect(await countStored(client)).toBe(1);
  });
});

/** Decimal naira that the bet would have won. */
function winUnder(serverSeed: string, { gameId, stake, bet, clientSeed, nonce }: RefusedBet): number {
  const answer = engines.get(gameId)?.playUnchecked({ stake: kobo(stake * 100), bet, draws: drawsFrom({ serverSeed, clientSeed, nonce }) });
  if (!answer?.ok) throw new Error(`${gameId} knows no such bet`);
  return answer.win / 100;
}

it('nobody refuses winners unseen: after the reveal every refused bet is what it would have been', async () => {
  const client = await richPlayer(site, 100_000);
  const refusedKeys: string[] = [];
  const DICE = { gameId: 'dice', stake: 100, bet: { under: 5_000 } };
  const won: boolean[] = [];
  for (let n = 0; n < 12; n += 1) {
    const seeds = await readSeeds(client);
    const key = newKey();
    // Every third bet is refused, for a reason that could be made up for those that win.
    const isRefused = n % 3 === 2;
    if (isRefused) await site.pool.query(`UPDATE game SET enabled = false WHERE game_id = 'dice'`);
    const answer = await play(client, seeds, { ...DICE, key });
    await site.pool.query('UPDATE game SET enabled = true WHERE NOT enabled');
    expect(answer.status).toBe(isRefused ? 409 : 201);
    if (isRefused) refusedKeys.push(key);
    else won.push(answer.data.win > 0);
    site.pass(minimumCycleMs('dice'));
  }
  const refused = await readRefusedBets(client);
  expect(refused.map(({ key }) => key)).toEqual(refusedKeys.toReversed());
  const { data } = await client.call(rotateSeeds, { params: paramsOf(client) });
  const serverSeed = data.previous?.serverSeed ?? '';
  expect(refused.every(({ commit }) => commit === data.previous?.commit)).toBe(true);
  // A nonce stays free for the next bet when one is refused, so what each would have been is what the next bet was.
  const byNonce = new Map<number, number>();
  for (const bet of refused) byNonce.set(bet.nonce, winUnder(serverSeed, bet));
  expect([...byNonce.keys()].toSorted((a, b) => a - b)).toEqual([2, 4, 6, 8]);
  for (const nonce of [2, 4, 6]) expect((byNonce.get(nonce) ?? 0) > 0).toBe(won[nonce]);
  expect(byNonce.get(8)).toEqual(expect.any(Number));
});

describe('nobody fills the disk with refused bets or pairs of seeds', () => {
  it('with refusals that are stored under their key: they count like other keys', async () => {
    const client = await richPlayer(site, 5);
    const seeds = await readSeeds(client);
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < NEW_KEYS_OF_PLAYER.atOnce + 3; n += 1) codes.push((await play(client, seeds)).problem?.code);
    expect(codes.slice(-3)).toEqual(['too-many-requests', 'too-many-requests', 'too-many-requests']);
    // Those three bets named their draws, too, so they count among the ones below.
    expect(await countStored(client)).toBe(NEW_KEYS_OF_PLAYER.atOnce + 3);
  }, 60_000);

  it('with revealed pairs: beyond 120 at once there are two a minute', async () => {
    const client = await site.signUp();
    const turn = async () => (await client.call(rotateSeeds, { params: paramsOf(client) })).status;
    for (let n = 0; n < ROTATIONS.atOnce; n += 1) expect(await turn()).toBe(200);
    expect(await turn()).toBe(429);
    site.pass(ROTATIONS.leakMs);
    expect([await turn(), await turn()]).toEqual([200, 429]);
  }, 60_000);

  it('with refusals that leave their key free: beyond sixty at once there is one a minute', async () => {
    const client = await richPlayer(site);
    await play(client, await readSeeds(client));
    const seeds = await readSeeds(client);
    for (let n = 0; n < UNANSWERED_REFUSALS.atOnce + 5; n += 1) expect((await play(client, seeds)).problem?.code).toBe('cycle-too-short');
    expect(await countStored(client)).toBe(UNANSWERED_REFUSALS.atOnce);
    site.pass(UNANSWERED_REFUSALS.leakMs);
    await play(client, seeds);
    site.pass(SHORTEST_CYCLE_MS - 1);
    for (let n = 0; n < 3; n += 1) expect((await play(client, await readSeeds(client))).problem?.code).toBe('cycle-too-short');
    expect(await countStored(client)).toBe(UNANSWERED_REFUSALS.atOnce + 1);
  }, 60_000);
});
