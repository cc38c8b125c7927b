/** A round that returns its stake counts nothing toward wagering, in every way a round can end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { settleAbandoned } from '../../server/games/settle-abandoned';
import { findViolations } from '../../server/ledger/invariants';
import { confirmPassword } from '../../src/core/contract/auth';
import { listOpenRounds, playAction, playRound } from '../../src/core/contract/games';
import type { RoundAnswer } from '../../src/core/contract/games';
import { closeAccount } from '../../src/core/contract/sessions';
import { drawsFrom } from '../../src/core/fairness/draws';
import { engines } from '../../src/core/games/registry';
import { kobo } from '../../src/core/money';
import { readWallets } from '../support/bonus-rows';
import { giveBonus } from '../support/bonuses';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestAnswer, TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { CASH_OUT, CLIENT_SEED, givePair, open, runUnder, seedWhere } from '../support/stepped-rounds';
import { MINED_CELLS, MINES_SEED, SAFE_CELLS, SPLIT, STAND } from '../support/stepped-stage';
import { readMoney } from '../support/withdrawals';

const DAY_MS = 24 * 60 * 60_000;
const CYCLE_MS = 6_000;
const LOOPS = 8;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(site.pool, [...BONUS_INVARIANTS, ...WAGERING_INVARIANTS])).toEqual([]);
  await site.close();
});

interface WalletFigures {
  readonly state: string;
  readonly balance: number;
  readonly requirement: number;
  readonly progress: number;
  readonly converted: number;
}
const bonusOf = async (client: TestClient): Promise<WalletFigures | undefined> =>
  ((await readWallets(site.pool, userIdOf(client))) as WalletFigures[])[0];

/** A player with ₦1,000 of their own and a bonus of ₦1,000 that ₦1,000 of play would complete. */
async function someone(serverSeed = MINES_SEED): Promise<TestClient> {
  const client = await site.signUp();
  await giveMoney(site.pool, userIdOf(client), kobo(1_000_00), site.platform.now());
  await giveBonus(site.platform, userIdOf(client), 1_000_00, { wagering: 1, validDays: 90 });
  await givePair(site.pool, userIdOf(client), serverSeed, site.platform.now());
  return client;
}

const begin = (client: TestClient, gameId: string, bet: Readonly<Record<string, unknown>> = {}, stake = 200) => {
  site.pass(CYCLE_MS);
  return client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake, currency: 'NGN', bet }, key: newKey() });
};
const act = (client: TestClient, { data }: TestAnswer<RoundAnswer>, action: Readonly<Record<string, unknown>>) =>
  client.call(playAction, { params: { ...paramsOf(client), roundId: data.roundId }, body: { action, step: data.step ?? 0 }, key: newKey() });
const openOf = async (client: TestClient) => (await client.call(listOpenRounds, { params: paramsOf(client) })).data.items;

async function passDay(client: TestClient): Promise<void> {
  site.pass(DAY_MS);
  await client.call(confirmPassword, { params: paramsOf(client), body: { password: PASSWORD } });
}

const UNTOUCHED = { state: 'active', balance: 1_000_00, requirement: 1_000_00, progress: 0, converted: 0 };

describe('nobody turns a bonus into cash by opening nothing', () => {
  it('nor where the closing of the account is refused: the round stays open, and nothing counts', async () => {
    const client = await someone();
    for (let n = 0; n < LOOPS; n += 1) {
      const begun = await begin(client, 'mines', { mines: 3 });
      expect(n === 0 ? begun.status : begun.problem?.code).toBe(n === 0 ? 201 : 'round-open');
      const closing = await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
      expect(closing.problem).toMatchObject({ status: 409, code: 'money-left', current: { balance: 800, openRounds: 1 } });
    }
    expect(await openOf(client)).toHaveLength(1);
    expect(await bonusOf(client)).toMatchObject(UNTOUCHED);
    expect(await readMoney({ client, userId: userIdOf(client) })).toMatchObject({ real: 800 });
  });

  it('nor where the rule ends the round after a day', async () => {
    const client = await someone();
    for (let n = 0; n < LOOPS; n += 1) {
      expect((await begin(client, 'mines', { mines: 3 })).status).toBe(201);
      await passDay(client);
      await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } });
      await settleAbandoned(site.platform);
    }
    expect(await openOf(client)).toEqual([]);
    expect(await bonusOf(client)).toMatchObject(UNTOUCHED);
    expect(await readMoney({ client, userId: userIdOf(client) })).toMatchObject({ real: 1_000 });
  });

  it('with the bonus’s own money in the round, either: it goes back where it came from', async () => {
    const client = await site.signUp();
    await giveBonus(site.platform, userIdOf(client), 1_000_00, { wagering: 1, validDays: 90 });
    for (let n = 0; n < LOOPS; n += 1) {
      expect((await begin(client, 'mines', { mines: 24 })).status).toBe(201);
      await passDay(client);
      await settleAbandoned(site.platform);
    }
    expect(await bonusOf(client)).toMatchObject(UNTOUCHED);
    expect(await readMoney({ client, userId: userIdOf(client) })).toMatchObject({ real: 0 });
  });
});

/** Returns what a round of one step pays under a seed, in kobo; NaN where the engine refuses the bet. */
function winUnder(serverSeed: string, gameId: string, bet: Readonly<Record<string, unknown>>, stake: number): number {
  const engine = engines.get(gameId);
  if (engine === undefined) throw new Error(`no engine plays ${gameId}`);
  const answer = engine.playUnchecked({ stake: kobo(stake), bet, draws: drawsFrom({ serverSeed, clientSeed: CLIENT_SEED, nonce: 0 }) });
  return answer.ok ? answer.win : NaN;
}

const STAKE = 200_00;
const BOTH_COLOURS = { bets: [{ spot: 'red', stake: 100_00 }, { spot: 'black', stake: 100_00 }] };

describe('a round that pays its stake and no more counts nothing', () => {
  it.each([
    ['roulette', BOTH_COLOURS, 'with red and black together'],
    ['plinko', { risk: 'low' }, 'in a bucket of once the stake'],
    ['adire-gold', {}, 'on lines that pay as much as they cost'],
  ])('at %s %j, %s', async (gameId, bet, _when) => {
    const client = await someone(seedWhere((seed) => winUnder(seed, gameId, bet, STAKE) === STAKE));
    expect((await begin(client, gameId, bet)).data).toMatchObject({ stake: 200, win: 200, balance: 1_000 });
    expect(await bonusOf(client)).toMatchObject(UNTOUCHED);
  });

  it.each([
    ['push', [], [STAND], 1],
    ['split of which one hand is won and one lost', [SPLIT], [STAND, STAND], 2],
  ])('at blackjack, a %s: of all stakes together', async (_, first, then, stakes) => {
    const actions = [...first, ...then];
    const goesOn = (seed: string): boolean => !runUnder(seed, 'blackjack', { stake: STAKE }).isOver;
    const client = await someone(seedWhere((seed) => {
      if (!goesOn(seed)) return false;
      const result = runUnder(seed, 'blackjack', { stake: STAKE, actions });
      return result.isOver && result.win === result.staked && result.staked === stakes * STAKE;
    }));
    let round = await begin(client, 'blackjack');
    for (const action of actions) round = await act(client, round, action);
    expect(round.data).toMatchObject({ state: 'ended', stake: stakes * 200, win: stakes * 200 });
    expect(await bonusOf(client)).toMatchObject(UNTOUCHED);
  });
});

describe('nobody wagers ₦4,999 with ₦1 at risk', () => {
  it.each([['red', 'black'], ['odd', 'even'], ['low', 'high']])('by bets of unequal stakes on %s and %s: only the difference counts', async (one, other) => {
    const bet = { bets: [{ spot: one, stake: 120_00 }, { spot: other, stake: 80_00 }] };
    const client = await someone(seedWhere((seed) => winUnder(seed, 'roulette', bet, STAKE) === 240_00));
    expect((await begin(client, 'roulette', bet)).data).toMatchObject({ stake: 200, win: 240 });
    // A fifth of the ₦40.
    expect(await bonusOf(client)).toMatchObject({ ...UNTOUCHED, progress: 8_00 });
  });

  it('while one bet alone counts its whole stake', async () => {
    const bet = { bets: [{ spot: 'red', stake: STAKE }] };
    const client = await someone(seedWhere((seed) => winUnder(seed, 'roulette', bet, STAKE) === 0));
    await begin(client, 'roulette', bet);
    expect(await bonusOf(client)).toMatchObject({ ...UNTOUCHED, progress: 40_00 });
  });
});

describe('a round that is played counts as before', () => {
  it.each([
    ['won', [open(SAFE_CELLS[0] ?? 0), CASH_OUT]],
    ['lost', [open(MINED_CELLS[0] ?? 0)]],
  ])('when it is %s', async (_, actions) => {
    const client = await someone();
    let round = await begin(client, 'mines', { mines: 3 });
    for (const action of actions) round = await act(client, round, action);
    expect(await bonusOf(client)).toMatchObject({ progress: 20_00 });
  });

  it('when nobody finishes it, after a cell was opened', async () => {
    const client = await someone();
    await act(client, await begin(client, 'mines', { mines: 3 }), open(SAFE_CELLS[0] ?? 0));
    site.pass(DAY_MS);
    await settleAbandoned(site.platform);
    expect(await bonusOf(client)).toMatchObject({ progress: 20_00 });
  });
});
