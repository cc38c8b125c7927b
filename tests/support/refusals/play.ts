/** Refusals of the calls about play and about protection from it. */
import { kobo } from '../../../src/core/money';
import { launchGame } from '../../../src/core/contract/frames';
import { exclude, setLimit } from '../../../src/core/contract/protection';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { GAME } from '../frame-provider/provider';
import { giveMoney } from '../players';
import { claimSpins } from '../bonuses';
import { CASH_OUT, DOUBLE, away, inRound, newKey, open, paramsOf, rich, userIdOf } from './people';
import { playAction, playRound } from '../../../src/core/contract/games';
import { PERSON_REFUSALS } from './persons';
import { refused } from './refusal';
import type { Refusal } from './refusal';

const HOUR_MS = 60 * 60_000;

const stake = (client: TestClient, body: Readonly<Record<string, unknown>> = {}, gameId = 'adire-gold') => ({
  client, params: { gameId }, body: { stake: 100, currency: 'NGN', bet: {}, ...body },
});
const play = (client: TestClient, gameId = 'adire-gold', naira = 100, key = newKey()) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake: naira, currency: 'NGN', bet: {} }, key });

const closeGame = (site: TestPlatform, gameId: string) => site.pool.query('UPDATE game SET enabled = false WHERE game_id = $1', [gameId]);
const limit = (client: TestClient, kind: 'stake' | 'loss', amount: number) =>
  client.call(setLimit, { params: { ...paramsOf(client), kind, period: 'day' }, body: { amount, currency: 'NGN' }, key: newKey() });

const ROUNDS: readonly Refusal[] = [
  refused('playRound', 'with too little money', 'insufficient-funds', async (site) => stake(await rich(site, 50))),
  refused('playRound', 'of too much', 'stake-out-of-range', async (site) => stake(await rich(site), { stake: 999_999 })),
  refused('playRound', 'on a bet that there is not', 'validation', async (site) => stake(await rich(site), { bet: { under: -1 } }, 'dice')),
  refused('playRound', 'of a game that there is not', 'not-found', async (site) => stake(await rich(site), {}, 'no-such-game')),
  refused('playRound', 'the e-mail is not confirmed', 'email-not-activated', async (site) => stake(await rich(site, 1_000, { activated: false }))),
  refused('playRound', 'on a break', 'cool-off', async (site) => stake(await away(site))),
  refused('playRound', 'excluded', 'self-excluded', async (site) => stake(await away(site, '6-months'))),
  refused('playRound', 'beyond a limit', 'limit-exceeded', async (site) => {
    const client = await rich(site);
    await limit(client, 'stake', 1_000);
    return stake(client, { stake: 1_010 });
  }),
  refused('playRound', 'right after another', 'cycle-too-short', async (site) => {
    const client = await rich(site);
    await play(client);
    return stake(client);
  }),
  refused('playRound', 'beside a round that is not finished', 'round-open', async (site) => stake((await inRound(site)).client, { bet: { mines: 3 } }, 'mines')),
  refused('playRound', 'under a key of something else', 'key-reused', async (site) => {
    const client = await rich(site);
    const key = newKey();
    await play(client, 'adire-gold', 100, key);
    return { ...stake(client, { stake: 200 }), key };
  }),
  refused('playRound', 'as a free spin of nobody', 'conflict', async (site) => stake(await rich(site), { freeSpinOf: 'wallet-of-nobody' })),
  refused('playRound', 'as a free spin of another stake', 'validation', async (site) => {
    const client = await rich(site);
    return stake(client, { freeSpinOf: await claimSpins(site.platform, userIdOf(client)) });
  }),
  refused('playRound', 'the game is closed', 'game-disabled', async (site) => {
    await closeGame(site, 'dice');
    return stake(await rich(site), { bet: { under: 50_00 } }, 'dice');
  }),
  refused('playRound', 'it is time to look how long one has played', 'reality-check-due', async (site) => {
    const client = await rich(site);
    for (let n = 0; n < 3; n += 1) {
      await play(client);
      site.pass(20 * 60_000);
    }
    return stake(client);
  }),
  refused('playRound', 'money is turned off', 'money-unavailable', async (site) => {
    const client = await rich(site);
    await site.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    return stake(client);
  }),
];

const act = (client: TestClient, roundId: string, action: unknown, step = 0) => ({ client, params: { roundId }, body: { action, step } });

const STEPS: readonly Refusal[] = [
  refused('playAction', 'there is no such round', 'not-found', async (site) => ({ client: await rich(site) })),
  refused('playAction', 'it is somebody else’s', 'not-found', async (site) => act(await rich(site), (await inRound(site)).round.roundId, open(0))),
  refused('playAction', 'the round has gone on', 'conflict', async (site) => {
    const { client, round } = await inRound(site);
    return act(client, round.roundId, open(0), 3);
  }),
  refused('playAction', 'the rules don’t allow it: nothing was opened', 'validation', async (site) => {
    const { client, round } = await inRound(site);
    return act(client, round.roundId, CASH_OUT);
  }),
  refused('playAction', 'the round is over', 'conflict', async (site) => {
    const { client, round } = await inRound(site, 'blackjack');
    await client.call(playAction, { params: { ...paramsOf(client), roundId: round.roundId }, body: { action: DOUBLE, step: 0 }, key: newKey() });
    return act(client, round.roundId, DOUBLE);
  }),
  refused('playAction', 'it adds a stake that is not there', 'insufficient-funds', async (site) => {
    const { client, round } = await inRound(site, 'blackjack', 150);
    return act(client, round.roundId, DOUBLE);
  }),
  refused('playAction', 'it adds a stake on a break', 'cool-off', async (site) => {
    const { client, round } = await inRound(site, 'blackjack');
    await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
    return act(client, round.roundId, DOUBLE);
  }),
  refused('playAction', 'it adds a stake beyond a limit', 'limit-exceeded', async (site) => {
    const { client, round } = await inRound(site, 'blackjack');
    await limit(client, 'stake', 150);
    return act(client, round.roundId, DOUBLE);
  }),
  refused('playAction', 'it adds a stake in a game that was closed', 'game-disabled', async (site) => {
    const { client, round } = await inRound(site, 'blackjack');
    await closeGame(site, 'blackjack');
    return act(client, round.roundId, DOUBLE);
  }),
  refused('rotateSeeds', 'a round is not finished', 'round-open', async (site) => ({ client: (await inRound(site)).client })),
  refused('setClientSeed', 'a round is not finished', 'round-open', async (site) => {
    const { client, round } = await inRound(site);
    return { client, body: { clientSeed: 'mine', commit: round.fairness.commit } };
  }),
  refused('setClientSeed', 'of another commit, before there is any', 'conflict', async (site) => ({ client: await site.signUp() })),
];

const FRAMES: readonly Refusal[] = [
  refused('launchGame', 'there is no such game in a frame', 'not-found', async (site) => ({ client: await rich(site) })),
  refused('launchGame', 'on a break: what runs in another frame goes on to its end', 'cool-off', async (site) => {
    const client = await rich(site);
    await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
    await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
    return { client, params: { gameId: GAME } };
  }),
  refused('launchGame', 'the e-mail is not confirmed', 'email-not-activated', async (site) => ({ client: await rich(site, 1_000, { activated: false }), params: { gameId: GAME } })),
  refused('launchGame', 'the game is closed', 'game-disabled', async (site) => {
    const client = await rich(site);
    await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
    await closeGame(site, GAME);
    return { client, params: { gameId: GAME } };
  }),
  refused('addFavourite', 'there is no such game', 'not-found', async (site) => ({ client: await site.signUp(), params: { gameId: 'no-such-game' } })),
];

const PROTECTION: readonly Refusal[] = [
  refused('confirmLimit', 'nothing waits', 'conflict', async (site) => ({ client: await site.signUp() })),
  ...(
    [
      ['another amount waits', 25, 700_000],
      ['it is not the time', 23, 600_000],
      ['it was too long ago', 24 * 30, 600_000],
    ] as const
  ).map(([when, hours, amount]) =>
    refused('confirmLimit', when, 'conflict', async (site) => {
      const client = await site.signUp();
      const set = (naira: number) =>
        client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: naira, currency: 'NGN' }, key: newKey() });
      await set(1_000);
      await set(600_000);
      // The session lasts no longer than 30 days, and is used meanwhile.
      site.pass(hours * HOUR_MS - 1_000);
      return { client, body: { amount, currency: 'NGN' } };
    }),
  ),
  refused('setLimit', 'under a key of something else', 'key-reused', async (site) => {
    const client = await site.signUp();
    const key = newKey();
    await client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 1_000, currency: 'NGN' }, key });
    return { client, key };
  }),
  refused('exclude', 'under a key of something else', 'key-reused', async (site) => {
    const client = await rich(site);
    const key = newKey();
    await client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 1_000, currency: 'NGN' }, key });
    await giveMoney(site.pool, userIdOf(client), kobo(100_00));
    return { client, key };
  }),
];

export const PLAY_REFUSALS: readonly Refusal[] = [...ROUNDS, ...STEPS, ...FRAMES, ...PROTECTION, ...PERSON_REFUSALS];
