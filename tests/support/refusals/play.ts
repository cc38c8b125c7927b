/** Refusals of the calls about play and protection. */
import { kobo } from '../../../src/core/money';
import { launchGame } from '../../../src/core/contract/frames';
import { exclude, setLimit } from '../../../src/core/contract/protection';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { GAME } from '../frame-provider/provider';
import { giveMoney } from '../players';
import { claimSpins } from '../bonuses';
import { CASH_OUT, DOUBLE, playerOnBreak, playerInRound, newKey, open, paramsOf, richPlayer, userIdOf } from './people';
import { getFairness, playAction, playRound } from '../../../src/core/contract/games';
import { PERSON_REFUSALS } from './persons';
import { refusal } from './refusal';
import type { Refusal } from './refusal';
import type { AllowedChanges } from './state';

const HOUR_MS = 60 * 60_000;

const stake = (client: TestClient, body: Readonly<Record<string, unknown>> = {}, gameId = 'adire-gold') => ({
  client, params: { gameId }, body: { stake: 100, currency: 'NGN', bet: {}, ...body },
});
const play = (client: TestClient, gameId = 'adire-gold', naira = 100, key = newKey()) =>
  client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake: naira, currency: 'NGN', bet: {} }, key });

const stakeIn = (letter: string) => ({ body: { stake: 100, currency: 'NGN' as const, bet: {}, playWindow: letter.repeat(32) } });

const ANY_DRAW = { commit: '0'.repeat(64), clientSeed: 'x', nonce: 0 };
const BET_IS_KEPT: AllowedChanges = { why: 'a bet that named its draw stays, so that its player sees what it would have been', rows: { refused_bet: 'true' } };

const closeGame = (site: TestPlatform, gameId: string) => site.pool.query('UPDATE game SET enabled = false WHERE game_id = $1', [gameId]);
const limit = (client: TestClient, kind: 'stake' | 'loss', amount: number) =>
  client.call(setLimit, { params: { ...paramsOf(client), kind, period: 'day' }, body: { amount, currency: 'NGN' }, key: newKey() });

const ROUNDS: readonly Refusal[] = [
  refusal('playRound', 'with too little money', 'insufficient-funds', async (site) => stake(await richPlayer(site, 50))),
  refusal('playRound', 'of too much', 'stake-out-of-range', async (site) => stake(await richPlayer(site), { stake: 999_999 })),
  refusal('playRound', 'on a bet that there is not', 'validation', async (site) => stake(await richPlayer(site), { bet: { under: -1 } }, 'dice')),
  refusal('playRound', 'of a game that there is not', 'not-found', async (site) => stake(await richPlayer(site), {}, 'no-such-game')),
  refusal('playRound', 'the e-mail is not confirmed', 'email-not-activated', async (site) => stake(await richPlayer(site, 1_000, { activated: false }))),
  refusal('playRound', 'on a break', 'cool-off', async (site) => stake(await playerOnBreak(site))),
  refusal('playRound', 'excluded', 'self-excluded', async (site) => stake(await playerOnBreak(site, '6-months'))),
  refusal('playRound', 'beyond a limit', 'limit-exceeded', async (site) => {
    const client = await richPlayer(site);
    await limit(client, 'stake', 1_000);
    return stake(client, { stake: 1_010 });
  }),
  refusal('playRound', 'right after another', 'cycle-too-short', async (site) => {
    const client = await richPlayer(site);
    await play(client);
    return stake(client);
  }),
  refusal('playRound', 'beside a round that is not finished', 'round-open', async (site) => stake((await playerInRound(site)).client, { bet: { mines: 3 } }, 'mines')),
  refusal('playRound', 'for a draw that is not the next one', 'seed-changed', async (site) => {
    const client = await richPlayer(site);
    await client.call(getFairness, { params: paramsOf(client) });
    return stake(client, { seeds: ANY_DRAW });
  }, BET_IS_KEPT),
  refusal('playRound', 'by other rules than those of now', 'rules-changed', async (site) => {
    const client = await richPlayer(site);
    const { commit, clientSeed, nonce } = (await client.call(getFairness, { params: paramsOf(client) })).data;
    return stake(client, { seeds: { commit, clientSeed, nonce, rules: '0'.repeat(64) } });
  }, BET_IS_KEPT),
  refusal('playRound', 'for its draw, right after another round', 'cycle-too-short', async (site) => {
    const client = await richPlayer(site);
    await play(client);
    return stake(client, { seeds: ANY_DRAW });
  }, BET_IS_KEPT),
  refusal('playRound', 'beside another window of play', 'playing-elsewhere', async (site) => {
    const client = await richPlayer(site);
    await client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, ...stakeIn('a'), key: newKey() });
    site.pass(5_000);
    return { ...stake(client), ...stakeIn('b') };
  }),
  refusal('playRound', 'under a key of something else', 'key-reused', async (site) => {
    const client = await richPlayer(site);
    const key = newKey();
    await play(client, 'adire-gold', 100, key);
    return { ...stake(client, { stake: 200 }), key };
  }),
  refusal('playRound', 'as a free spin of nobody', 'conflict', async (site) => stake(await richPlayer(site), { freeSpinOf: 'wallet-of-nobody' })),
  refusal('playRound', 'as a free spin of another stake', 'validation', async (site) => {
    const client = await richPlayer(site);
    return stake(client, { freeSpinOf: await claimSpins(site.platform, userIdOf(client)) });
  }),
  refusal('playRound', 'the game is closed', 'game-disabled', async (site) => {
    await closeGame(site, 'dice');
    return stake(await richPlayer(site), { bet: { under: 50_00 } }, 'dice');
  }),
  refusal('playRound', 'it is time to look how long one has played', 'reality-check-due', async (site) => {
    const client = await richPlayer(site);
    for (let n = 0; n < 3; n += 1) {
      await play(client);
      site.pass(20 * 60_000);
    }
    return stake(client);
  }),
  refusal('playRound', 'money is turned off', 'money-unavailable', async (site) => {
    const client = await richPlayer(site);
    await site.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    return stake(client);
  }),
];

const act = (client: TestClient, roundId: string, action: unknown, step = 0) => ({ client, params: { roundId }, body: { action, step } });

const STEPS: readonly Refusal[] = [
  refusal('playAction', 'there is no such round', 'not-found', async (site) => ({ client: await richPlayer(site) })),
  refusal('playAction', 'it is somebody else’s', 'not-found', async (site) => act(await richPlayer(site), (await playerInRound(site)).round.roundId, open(0))),
  refusal('playAction', 'the round has gone on', 'conflict', async (site) => {
    const { client, round } = await playerInRound(site);
    return act(client, round.roundId, open(0), 3);
  }),
  refusal('playAction', 'it names another draw than the round’s', 'seed-changed', async (site) => {
    const { client, round } = await playerInRound(site);
    return { ...act(client, round.roundId, open(0)), body: { action: open(0), step: 0, seeds: ANY_DRAW } };
  }),
  refusal('playAction', 'the rules don’t allow it: nothing was opened', 'validation', async (site) => {
    const { client, round } = await playerInRound(site);
    return act(client, round.roundId, CASH_OUT);
  }),
  refusal('playAction', 'the round is over', 'conflict', async (site) => {
    const { client, round } = await playerInRound(site, 'blackjack');
    await client.call(playAction, { params: { ...paramsOf(client), roundId: round.roundId }, body: { action: DOUBLE, step: 0 }, key: newKey() });
    return act(client, round.roundId, DOUBLE);
  }),
  refusal('playAction', 'it adds a stake that is not there', 'insufficient-funds', async (site) => {
    const { client, round } = await playerInRound(site, 'blackjack', 150);
    return act(client, round.roundId, DOUBLE);
  }),
  refusal('playAction', 'it adds a stake on a break', 'cool-off', async (site) => {
    const { client, round } = await playerInRound(site, 'blackjack');
    await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
    return act(client, round.roundId, DOUBLE);
  }),
  refusal('playAction', 'it adds a stake beyond a limit', 'limit-exceeded', async (site) => {
    const { client, round } = await playerInRound(site, 'blackjack');
    await limit(client, 'stake', 150);
    return act(client, round.roundId, DOUBLE);
  }),
  refusal('playAction', 'it adds a stake in a game that was closed', 'game-disabled', async (site) => {
    const { client, round } = await playerInRound(site, 'blackjack');
    await closeGame(site, 'blackjack');
    return act(client, round.roundId, DOUBLE);
  }),
  refusal('rotateSeeds', 'a round is not finished', 'round-open', async (site) => ({ client: (await playerInRound(site)).client })),
  refusal('rotateSeeds', 'under a commit that is not the next one', 'conflict', async (site) => ({ client: await site.signUp() })),
  refusal('setClientSeed', 'a round is not finished', 'round-open', async (site) => {
    const { client, round } = await playerInRound(site);
    return { client, body: { clientSeed: 'mine', commit: round.fairness.commit } };
  }),
  refusal('setClientSeed', 'of another commit, before there is any', 'conflict', async (site) => ({ client: await site.signUp() })),
];

const FRAMES: readonly Refusal[] = [
  refusal('launchGame', 'there is no such game in a frame', 'not-found', async (site) => ({ client: await richPlayer(site) })),
  refusal('launchGame', 'on a break: what runs in another frame goes on to its end', 'cool-off', async (site) => {
    const client = await richPlayer(site);
    await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
    await client.call(exclude, { params: paramsOf(client), body: { length: '24-hours' }, key: newKey() });
    return { client, params: { gameId: GAME } };
  }),
  refusal('launchGame', 'the e-mail is not confirmed', 'email-not-activated', async (site) => ({ client: await richPlayer(site, 1_000, { activated: false }), params: { gameId: GAME } })),
  refusal('launchGame', 'the game is closed', 'game-disabled', async (site) => {
    const client = await richPlayer(site);
    await client.call(launchGame, { params: { ...paramsOf(client), gameId: GAME } });
    await closeGame(site, GAME);
    return { client, params: { gameId: GAME } };
  }),
  refusal('addFavourite', 'there is no such game', 'not-found', async (site) => ({ client: await site.signUp(), params: { gameId: 'no-such-game' } })),
];

const PROTECTION: readonly Refusal[] = [
  refusal('confirmLimit', 'nothing waits', 'conflict', async (site) => ({ client: await site.signUp() })),
  ...(
    [
      ['another amount waits', 25, 700_000],
      ['it is not the time', 23, 600_000],
      ['it was too long ago', 24 * 30, 600_000],
    ] as const
  ).map(([when, hours, amount]) =>
    refusal('confirmLimit', when, 'conflict', async (site) => {
      const client = await site.signUp();
      const set = (naira: number) =>
        client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: naira, currency: 'NGN' }, key: newKey() });
      await set(1_000);
      await set(600_000);
      // A session lasts up to 30 days, so it is still open afterwards.
      site.pass(hours * HOUR_MS - 1_000);
      return { client, body: { amount, currency: 'NGN' } };
    }),
  ),
  refusal('setLimit', 'under a key of something else', 'key-reused', async (site) => {
    const client = await site.signUp();
    const key = newKey();
    await client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 1_000, currency: 'NGN' }, key });
    return { client, key };
  }),
  refusal('exclude', 'under a key of something else', 'key-reused', async (site) => {
    const client = await richPlayer(site);
    const key = newKey();
    await client.call(setLimit, { params: { ...paramsOf(client), kind: 'deposit', period: 'day' }, body: { amount: 1_000, currency: 'NGN' }, key });
    await giveMoney(site.pool, userIdOf(client), kobo(100_00));
    return { client, key };
  }),
];

export const PLAY_REFUSALS: readonly Refusal[] = [...ROUNDS, ...STEPS, ...FRAMES, ...PROTECTION, ...PERSON_REFUSALS];
