/**
 * Monte Carlo through the production path: every round is a call of the platform, with the stake taken and the win paid by
 * the ledger, under one fixed server seed. `AYO_LONG=1` plays as many as a narrow interval takes.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObservedReturns, toObserved } from '../../server/admin/observed-returns';
import { readGames } from '../../server/catalogue/games';
import { playAction } from '../../server/games/play-action';
import { ROUND_INVARIANTS } from '../../server/games/invariants';
import { playRound } from '../../server/games/play-round';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { findViolations } from '../../server/ledger/invariants';
import type { Platform } from '../../server/platform';
import type { RoundAnswer } from '../../src/core/contract/games';
import { fractionToNumber } from '../../src/core/fraction';
import type { Fraction } from '../../src/core/fraction';
import type { BlackjackView } from '../../src/core/games/blackjack';
import { diceReturn } from '../../src/core/games/dice';
import { PLINKO_RTP } from '../../src/core/games/plinko';
import { allEngines } from '../../src/core/games/registry';
import { SLOT_THEMES } from '../../src/core/games/slots/themes';
import { kobo } from '../../src/core/money';
import { bookMove } from '../support/blackjack-strategy';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { testMoney } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';
import { isLong } from '../support/seeds';
import { givePair, open } from '../support/stepped-rounds';
import type { Json } from '../support/stepped-rounds';

/** Two-sided 99.9 %: there are many games, and the seed is fixed, so what holds once holds for ever. */
const Z = 3.291;
const STAKE = 100;
const SERVER_SEED = createHash('sha256').update('the production path').digest('hex');
const DAY_MS = 86_400_000;

interface Case {
  readonly gameId: string;
  readonly bet: Json;
  /** Chooses the player's next action; null where a round is over with its bet. */
  readonly next: ((round: RoundAnswer) => Json) | null;
  /** The standard deviation of one round, in stakes. */
  readonly sigma: number;
  readonly rounds: number;
  /** The return of this bet. Missing = the one that the engine declares for all bets. */
  readonly rtp?: Fraction;
}

/** The standard deviation in each par sheet, in stakes. */
const SIGMA: Readonly<Record<string, number>> = {
  'adire-gold': 4.76, 'calabar-carnival': 3.97, harmattan: 6.76, 'lagos-nights': 3.19, 'nollywood-reel': 8.8, 'suya-spot': 2.86,
  'talking-drum': 1.65, 'zuma-rock': 11.17,
};
/** The games for which the platform has an engine. */
const slots: Case[] = SLOT_THEMES.filter(({ gameId }) => allEngines.has(gameId)).map(({ gameId }) => ({
  gameId, bet: {}, next: null, sigma: SIGMA[gameId] ?? 0, rounds: isLong ? 20_000 : 50,
}));
const tables: Case[] = [
  { gameId: 'roulette', bet: { bets: [{ spot: '17', stake: 5_000 }, { spot: 'red', stake: 5_000 }] }, next: null, sigma: 2.96, rounds: isLong ? 20_000 : 80 },
  { gameId: 'dice', bet: { under: 5_000 }, rtp: diceReturn(5_000), next: null, sigma: 0.99, rounds: isLong ? 20_000 : 80 },
  { gameId: 'plinko', bet: { risk: 'medium' }, rtp: PLINKO_RTP.medium, next: null, sigma: 1.2, rounds: isLong ? 20_000 : 80 },
  {
    gameId: 'mines', bet: { mines: 3 }, sigma: 0.75, rounds: isLong ? 20_000 : 50,
    next: ({ outcome }) => {
      const { opened } = outcome as { readonly opened: readonly number[] };
      return opened.length === 3 ? { kind: 'cash-out' } : open(7 * opened.length + 1);
    },
  },
  { gameId: 'blackjack', bet: {}, sigma: 1.15, rounds: isLong ? 20_000 : 50, next: ({ outcome }) => ({ kind: bookMove(outcome as BlackjackView) }) },
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  for (const { gameId } of [...tables, ...slots]) {
    await database.pool.query(
      `INSERT INTO game (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position, updated_at)
       VALUES ($1, $1, '{}', 10000, 1000, 100000, 1, '/a.svg', 90, now()) ON CONFLICT (game_id) DO UPDATE SET min_stake = 1000, max_stake = 100000`,
      [gameId],
    );
  }
});
afterAll(() => database.close());

interface Played {
  /** In first stakes, a round. */
  readonly returned: number;
  readonly deviation: number;
}

const played = new Map<string, Played>();

/** A player for each game, who never rests and never looks away: the clock goes from play to play. */
async function playMany({ gameId, bet, next, rounds }: Case): Promise<Played> {
  const { platform, pass } = testMoney(database.pool);
  const userId = await makePlayer(database.pool);
  await giveMoney(database.pool, userId, kobo(100_000_000_00));
  await givePair(database.pool, userId, SERVER_SEED, platform.now());
  const wins: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    // The declared return is a part of the first stake, so the stakes that doubling and splitting add are taken off.
    const { stake, win } = await playOne(platform, userId, { gameId, bet, next }, n);
    wins.push(1 + (win - stake) / STAKE);
    // Every play is another one: no reality check comes due.
    pass(31 * 60_000);
    if (n % 40 === 39) pass(DAY_MS);
  }
  const returned = wins.reduce((sum, win) => sum + win, 0) / rounds;
  return { returned, deviation: Math.sqrt(wins.reduce((sum, win) => sum + (win - returned) ** 2, 0) / rounds) };
}

type Way = Pick<Case, 'gameId' | 'bet' | 'next'>;

async function playOne(platform: Platform, userId: string, { gameId, bet, next }: Way, n: number): Promise<RoundAnswer> {
  let key = 0;
  const newKey = () => `${gameId}-${String(n).padStart(8, '0')}-${String((key += 1)).padStart(4, '0')}`;
  const started = await playRound(platform, { userId, gameId, key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake: STAKE, currency: 'NGN', bet: { ...bet } } });
  if (started.status !== 201) throw new Error(started.text);
  let round = JSON.parse(started.text) as RoundAnswer;
  while (round.state === 'open' && next !== null) {
    const body = { action: { ...next(round) }, step: round.step ?? 0 };
    const answer = await playAction(platform, { userId, roundId: round.roundId, key: newKey(), place: HERE, body });
    if (answer.status !== 201) throw new Error(answer.text);
    round = JSON.parse(answer.text) as RoundAnswer;
  }
  return round;
}

describe(`under the seed ${SERVER_SEED}`, { timeout: 60 * 60_000 }, () => {
  it.concurrent.each([...tables, ...slots])('$gameId returns through the platform what it declares, within 99.9 %', async (game) => {
    const outcome = await playMany(game);
    played.set(game.gameId, outcome);
    const { returned, deviation } = outcome;
    const rtp = fractionToNumber(game.rtp ?? allEngines.get(game.gameId)?.rtp ?? { numerator: 0n, denominator: 1n });
    const margin = (Z * game.sigma) / Math.sqrt(game.rounds);
    const [was, declared, by, spread] = [returned, rtp, margin, deviation].map((figure) => figure.toFixed(4));
    console.log(`${game.gameId}: ${game.rounds} rounds returned ${was}, declared ${declared} ± ${by}; deviation ${spread}`);
    expect(Math.abs(returned - rtp)).toBeLessThan(margin);
  });

  it('the operator’s figures are the rounds that ended, with all their stakes and wins', async () => {
    const { rows } = await database.pool.query<{ game_id: string; rounds: number }>('SELECT game_id, count(*) AS rounds FROM round GROUP BY 1');
    expect(new Map(rows.map((row) => [row.game_id, row.rounds]))).toEqual(new Map([...tables, ...slots].map((game) => [game.gameId, game.rounds])));
    expect(await findViolations(database.pool, ROUND_INVARIANTS)).toEqual([]);
    const observed = await readObservedReturns(database.pool, null);
    for (const game of await readGames(database.pool)) {
      const { rate } = toObserved(game, observed.get(game.engine.gameId));
      expect(rate, game.engine.gameId).toBeCloseTo(played.get(game.engine.gameId)?.returned ?? NaN, 9);
    }
  });

  it('blackjack does not count as off because stakes are added in it', async () => {
    const { rows } = await database.pool.query<{ added: number }>(`SELECT sum(stake - first_stake)::bigint AS added FROM round WHERE game_id = 'blackjack'`);
    expect(rows[0]?.added).toBeGreaterThan(0);
    const blackjack = (await readGames(database.pool)).find(({ engine }) => engine.gameId === 'blackjack');
    if (blackjack === undefined) throw new Error('no blackjack');
    const { rounds, staked, won, rate } = toObserved(blackjack, (await readObservedReturns(database.pool, 'blackjack')).get('blackjack'));
    expect(rate).toBeCloseTo(1 + (won - staked) / (rounds * STAKE), 9);
  });
});
