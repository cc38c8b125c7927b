/** The highest multipliers of a week, with the clock that the test turns. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BOARD, readBoard } from '../../server/leaderboard/board';
import { readChoice, setChoice } from '../../server/leaderboard/choice';
import { COLLECT, collectRounds, createCollector } from '../../server/leaderboard/collect';
import { playRound } from '../../server/games/play-round';
import { kobo } from '../../src/core/money';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { newKey } from '../support/keys';
import { giveMoney, makePlayer } from '../support/players';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';
import { writeRound } from '../support/insert-rounds';
import type { RoundToWrite } from '../support/insert-rounds';
import { writeRevealedPair } from '../support/seed-keys';

/** In Lagos the week goes from Monday 23 November 2026 0:00 to Monday 30 November 0:00. */
const MONDAY = '2026-11-22T23:00:00.000Z';
const SUNDAY_END = '2026-11-29T22:59:59.999Z';
const NEXT_MONDAY = '2026-11-29T23:00:00.000Z';
const CLOSED = '2026-11-29T23:05:00.000Z';

let stage: PromotionStage;
let pool: PromotionStage['database']['pool'];
beforeEach(async () => {
  stage = await promotionStage();
  ({ pool } = stage.database);
  stage.at('2026-11-25T10:00:00.000Z');
});
afterEach(() => stage.database.close());

const now = () => stage.cashier.platform.now();
const collect = () => collectRounds(stage.cashier.platform);
const board = (query: { week?: string; gameId?: string } = {}) => readBoard(pool, query, now().getTime());
const choose = (userId: string, optedIn: boolean) => setChoice(stage.cashier.platform, userId, optedIn);
const choiceOf = (userId: string) => readChoice(stage.cashier.platform, userId);
const addRound = (userId: string, stake: number, win: number, more: Partial<RoundToWrite> = {}) =>
  writeRound(pool, { userId, stake, win, at: now(), ...more });

/** Signs up a player of that name who chose to appear. */
async function makeVisiblePlayer(firstname: string, lastname = 'Obi'): Promise<string> {
  const userId = await makePlayer(pool);
  await pool.query('UPDATE player SET firstname = $2, lastname = $3 WHERE user_id = $1', [userId, firstname, lastname]);
  await choose(userId, true);
  return userId;
}
const shown = async (query?: { week?: string; gameId?: string }) =>
  (await board(query)).items.map(({ rank, name, multiplier }) => [rank, name, multiplier]);

describe('the leaderboard of a week', () => {
  it('has each player once with the highest multiplier, to two decimals, and tells no amounts', async () => {
    const [ada, ngozi] = [await makeVisiblePlayer('Ada', 'Obi'), await makeVisiblePlayer('Ngozi', 'Ọkọ̀nkwọ́')];
    await addRound(ada, 2_000, 7_000);
    await addRound(ada, 300, 1_000);
    await addRound(ada, 9_000, 12_000);
    await addRound(ngozi, 3_000, 20_000);
    await collect();
    const entries = await board();
    expect(entries).toMatchObject({ week: '2026-11-23', from: MONDAY, to: NEXT_MONDAY, isClosed: false, weeks: ['2026-11-23'] });
    expect(entries.items.map(({ rank, name, multiplier }) => [rank, name, multiplier])).toEqual([[1, 'Ngozi Ọ.', 6.66], [2, 'Ada O.', 3.5]]);
    expect(Object.keys(entries.items[0] ?? {}).sort()).toEqual(['at', 'gameId', 'multiplier', 'name', 'rank']);
  });

  it('has the earlier round first where two multipliers are equal as they are shown', async () => {
    const [ada, ngozi] = [await makeVisiblePlayer('Ada'), await makeVisiblePlayer('Ngozi')];
    await addRound(ada, 300, 1_001, { at: new Date('2026-11-24T10:00:00.001Z') });
    await addRound(ngozi, 300, 1_000, { at: new Date('2026-11-24T10:00:00.000Z') });
    await collect();
    expect(await shown()).toEqual([[1, 'Ngozi O.', 3.33], [2, 'Ada O.', 3.33]]);
  });

  it('shows nobody who did not ask for it, who closed the account, or who won nothing', async () => {
    const [ada, gone, unlucky] = [await makeVisiblePlayer('Ada'), await makeVisiblePlayer('Gone'), await makeVisiblePlayer('Unlucky')];
    const hidden = await makePlayer(pool);
    for (const userId of [ada, gone, hidden]) await addRound(userId, 100, userId === gone ? 499 : 500);
    await addRound(unlucky, 100, 0);
    await pool.query('UPDATE player SET closed_at = created_at WHERE user_id = $1', [gone]);
    await collect();
    expect(await shown()).toEqual([[1, 'Ada O.', 5], [2, 'A player', 4.99]]);
    expect(await choiceOf(hidden)).toMatchObject({ optedIn: false, name: 'Ada O.', best: { multiplier: 5, rank: null } });
    expect(await choiceOf(unlucky)).toMatchObject({ best: { multiplier: 0, rank: null } });
    expect(await choiceOf(await makePlayer(pool))).toEqual({ optedIn: false, name: 'Ada O.', best: null });
  });

  it('is there for each game as well', async () => {
    const ada = await makeVisiblePlayer('Ada');
    await addRound(ada, 100, 900);
    await addRound(ada, 100, 200, { gameId: 'dice' });
    await collect();
    expect([await shown(), await shown({ gameId: 'dice' }), await shown({ gameId: 'roulette' })]).toEqual([[[1, 'Ada O.', 9]], [[1, 'Ada O.', 2]], []]);
  });

  it('has at most 50 players, and tells its own rank to the one after them', async () => {
    for (let n = 0; n < 51; n += 1) await addRound(await makeVisiblePlayer('Ada'), 100, 1_000 - n);
    const last = await makeVisiblePlayer('Last');
    await addRound(last, 100, 101);
    await collect();
    expect([(await shown()).length, (await choiceOf(last)).best?.rank]).toEqual([50, 52]);
  });

  it('takes rounds as they are played, but no free spins', async () => {
    const ada = await makeVisiblePlayer('Ada');
    await giveMoney(pool, ada, kobo(100_000));
    await stage.verify(ada);
    const { claimed } = await stage.claim(ada, 'free-spins');
    const request = { userId: ada, gameId: 'adire-gold', place: HERE, sessionHash: SESSION_HASH };
    const spin = await playRound(stage.cashier.platform, {
      ...request, key: newKey(), body: { stake: 20, currency: 'NGN', bet: {}, freeSpinOf: claimed?.bonus?.walletId },
    });
    expect(spin.status).toBe(201);
    await collect();
    expect((await choiceOf(ada)).best).toBeNull();
    stage.at('2026-11-25T10:00:10.000Z');
    const { text } = await playRound(stage.cashier.platform, { ...request, key: newKey(), body: { stake: 20, currency: 'NGN', bet: {} } });
    await collect();
    expect((await choiceOf(ada)).best?.multiplier).toBe(Math.floor((JSON.parse(text) as { win: number }).win * 5) / 100);
  });
});

describe('the choice', () => {
  it('brings in what was played before in the week, and takes it off at once', async () => {
    const userId = await makePlayer(pool);
    await addRound(userId, 100, 400);
    await collect();
    expect(await shown()).toEqual([]);
    expect(await choose(userId, true)).toMatchObject({ optedIn: true, best: { multiplier: 4, rank: 1 } });
    expect(await shown()).toEqual([[1, 'Ada O.', 4]]);
    expect(await choose(userId, false)).toMatchObject({ optedIn: false, best: { multiplier: 4, rank: null } });
    expect(await shown()).toEqual([]);
  });

  it('holds for a round that is being read at the same moment', async () => {
    for (let again = 0; again < 6; again += 1) {
      const userId = await makePlayer(pool);
      await choose(userId, true);
      await addRound(userId, 100, 400);
      await Promise.all([collect(), choose(userId, false)]);
      await collect();
    }
    expect(await shown()).toEqual([]);
  });
});

describe('a week that is over', () => {
  it('ends at midnight from Sunday to Monday in Lagos', async () => {
    const [ada, ngozi] = [await makeVisiblePlayer('Ada'), await makeVisiblePlayer('Ngozi')];
    await addRound(ada, 100, 500, { at: new Date(SUNDAY_END) });
    await addRound(ngozi, 100, 600, { at: new Date(NEXT_MONDAY) });
    stage.at(NEXT_MONDAY);
    await collect();
    expect([await shown({ week: '2026-11-23' }), await shown()]).toEqual([[[1, 'Ada O.', 5]], [[1, 'Ngozi O.', 6]]]);
    expect((await board({ week: '2026-11-25' })).week).toBe('2026-11-23');
    expect((await board()).weeks).toEqual(['2026-11-30', '2026-11-23']);
  });

  it('stays: nothing is added or changed, and a player who opts out loses the name alone', async () => {
    const [ada, ngozi] = [await makeVisiblePlayer('Ada'), await makeVisiblePlayer('Ngozi')];
    const hidden = await makePlayer(pool);
    await addRound(ada, 100, 500);
    await addRound(ngozi, 100, 400);
    await addRound(hidden, 100, 9_900);
    stage.at(CLOSED);
    await collect();
    await choose(hidden, true);
    await choose(ada, false);
    await addRound(ngozi, 100, 8_000, { at: new Date(SUNDAY_END) });
    await collect();
    expect(await board({ week: '2026-11-23' })).toMatchObject({ isClosed: true });
    expect(await shown({ week: '2026-11-23' })).toEqual([[1, 'A player', 5], [2, 'Ngozi O.', 4]]);
    await expect(pool.query('UPDATE leaderboard_best SET multiplier = 1')).rejects.toThrow('is closed');
    await expect(pool.query('DELETE FROM leaderboard_best')).rejects.toThrow('is closed');
    await expect(pool.query('UPDATE leaderboard_week SET closed_at = NULL')).rejects.toThrow('is closed');
  });

  it('has the results up to its end, however late it is closed', async () => {
    const [ada, late] = [await makeVisiblePlayer('Ada'), await makePlayer(pool)];
    await addRound(ada, 100, 500);
    await addRound(late, 100, 900);
    stage.at('2026-12-02T10:00:00.000Z');
    await choose(late, true);
    await collect();
    expect(await shown({ week: '2026-11-23' })).toEqual([[1, 'Ada O.', 5]]);
  });

  it('keeps nothing about players who were not shown', async () => {
    await addRound(await makePlayer(pool), 100, 500);
    stage.at(CLOSED);
    await collect();
    expect((await pool.query('SELECT FROM leaderboard_best')).rowCount).toBe(0);
    expect((await board()).weeks).toEqual([]);
  });
});

describe('reading rounds', () => {
  it('comes to the same when it is done again, by many processes, and after the clock was set back', async () => {
    const ada = await makeVisiblePlayer('Ada');
    await addRound(ada, 100, 500);
    await Promise.all([collect(), collect(), collect(), collect()]);
    await collect();
    stage.at('2026-11-25T09:00:00.000Z');
    await addRound(ada, 100, 700);
    await collect();
    expect(await shown()).toEqual([[1, 'Ada O.', 7]]);
  });

  it('sees a round that was committed after a later one was read', async () => {
    const ada = await makeVisiblePlayer('Ada');
    const early = now();
    stage.at('2026-11-25T10:04:00.000Z');
    await collect();
    await addRound(ada, 100, 500, { at: early });
    await collect();
    expect(await shown()).toEqual([[1, 'Ada O.', 5]]);
  });

  it('reads half a minute of the past each time, and what may have been committed late every five minutes', async () => {
    const ada = await makeVisiblePlayer('Ada');
    const run = createCollector(stage.cashier.platform);
    stage.at('2026-11-25T10:00:00.000Z');
    await run();
    stage.at('2026-11-25T10:02:00.000Z');
    await run();
    await addRound(ada, 100, 500, { at: new Date('2026-11-25T10:01:40.000Z') });
    await addRound(ada, 100, 700, { at: new Date('2026-11-25T10:00:40.000Z') });
    await run();
    expect(await shown()).toEqual([[1, 'Ada O.', 5]]);
    stage.at('2026-11-25T10:05:00.000Z');
    await run();
    expect(await shown()).toEqual([[1, 'Ada O.', 7]]);
  });

  it('is by indexes: the rounds of the last minutes, the board, and nothing on the way of a round but a summary of ranges', async () => {
    const userId = await makeVisiblePlayer('Ada');
    await addRound(userId, 100, 200);
    await collect();
    const pairId = await writeRevealedPair(pool, { userId, at: new Date() });
    await pool.query(
      `INSERT INTO player (user_id, username, username_key, email, password_hash, firstname, lastname, created_at)
       SELECT 'u' || n, 'u' || n, 'u' || n, 'u' || n || '@x.example', '', 'A', 'B', now() FROM generate_series(0, 4999) n`,
    );
    await pool.query(
      `INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome, seed_pair_id, nonce, client_seed, transaction_id, at)
       SELECT 'r' || n, 'u' || n % 5000, 'adire-gold', 100, n % 500, 100, n % 500, 1, '{}', '{}', $2, n, 'x', '0', $1::timestamptz - (30000 - n) * interval '8 seconds'
       FROM generate_series(1, 30000) n`,
      [now(), pairId],
    );
    await pool.query(`INSERT INTO leaderboard_choice SELECT 'u' || n, true, now() FROM generate_series(0, 4999) n`);
    await pool.query(
      `INSERT INTO leaderboard_best (week, board, user_id, round_id, game_id, multiplier, at, shown)
       SELECT '2026-11-23', '', 'u' || n, 'r' || n, 'adire-gold', n, now(), true FROM generate_series(1, 4999) n`,
    );
    await pool.query('VACUUM ANALYZE round');
    await pool.query('ANALYZE');
    const planOf = async (text: string, values: unknown[]) =>
      (await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)).rows.map((row) => row['QUERY PLAN']).join('\n');
    const ofRounds = await planOf(COLLECT, [new Date(now().getTime() - 5 * 60_000)]);
    expect(ofRounds).toContain('Bitmap Index Scan on round_by_time');
    expect(ofRounds).not.toContain('Seq Scan on round');
    const ofBoard = await planOf(BOARD, ['2026-11-23', '']);
    expect(ofBoard).toContain('Index Scan using leaderboard_best_shown');
    expect(ofBoard).not.toContain('Seq Scan');
    const { rows } = await pool.query<{ method: string }>(
      `SELECT am.amname AS method FROM pg_class c JOIN pg_am am ON am.oid = c.relam WHERE c.relname = 'round_by_time'`,
    );
    expect(rows).toEqual([{ method: 'brin' }]);
  });
});
