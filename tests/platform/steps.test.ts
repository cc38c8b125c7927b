import { describe, expect, it } from 'vitest';
import { readRoundsTag } from '../../server/games/history';
import { minimumCycleMs } from '../../src/core/play-times';
import { collectRounds } from '../../server/leaderboard/collect';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { CASH_OUT, open, playOn, problemOf, readReal, roundOf, runUnder } from '../support/stepped-rounds';
import { DOUBLE, DOUBLE_SEED, HIT, MINED_CELLS, MINES_SEED, NATURAL_SEED, SAFE_CELLS, SPLIT, SPLIT_SEED, STAND } from '../support/stepped-stage';
import { steppedStages } from '../support/stepped-stages';

const HOUR_MS = 60 * 60_000;

const on = steppedStages();
const { begin, database, entriesOf, fairness, filter, historyOf, now, openOf, seated, step } = on;

describe('a round of several steps', () => {
  it('takes the stake at its start and pays once, when it ends; in between it is open and shows what the rules show', async () => {
    const { userId } = await seated(MINES_SEED);
    const begun = roundOf(await begin(userId));
    expect(begun).toMatchObject({ state: 'open', step: 0, stake: 100, win: 0, balance: 9_900, bet: { mines: 3 }, firstStake: 100, actions: [], abandoned: false });
    expect(begun.outcome).toEqual({ mines: 3, opened: [], pays: 0, next: 11_250, laid: null });
    const two = await playOn(on.stage.platform, userId, begun, [open(SAFE_CELLS[0]!), open(SAFE_CELLS[1]!)]);
    expect(two).toMatchObject({ state: 'open', step: 2, win: 0, balance: 9_900, outcome: { pays: 12_857, laid: null } });
    expect(await entriesOf(userId)).toEqual([['stake', -10_000]]);
    const ended = roundOf(await step(userId, begun.roundId, 2, CASH_OUT));
    expect(ended).toMatchObject({ state: 'ended', step: 3, stake: 100, win: 128.57, balance: 10_028.57, outcome: { laid: MINED_CELLS } });
    expect(ended.fairness).toEqual(begun.fairness);
    expect(await entriesOf(userId)).toEqual([['stake', -10_000], ['win', 12_857]]);
    expect(await openOf(userId)).toEqual([]);
  });

  it('says the same on every device while it is open, and when it will be settled', async () => {
    const { userId } = await seated(MINES_SEED);
    const begun = roundOf(await begin(userId));
    const one = roundOf(await step(userId, begun.roundId, 0, open(SAFE_CELLS[0]!)));
    const settlesAt = new Date(now().getTime() + 24 * HOUR_MS).toISOString();
    expect(await openOf(userId)).toEqual([{ ...one, settlesAt }]);
  });

  it('that is over with its deal is a round like any other', async () => {
    const { userId } = await seated(NATURAL_SEED);
    const round = roundOf(await begin(userId, { gameId: 'blackjack' }));
    expect(round).toMatchObject({ state: 'ended', step: 0, stake: 100, win: 250, balance: 10_150, actions: [], abandoned: false });
    expect([await openOf(userId), (await historyOf(userId)).items.length]).toEqual([[], 1]);
  });

  it('appears in history, totals and the leaderboard when it ends, with everything that its result depends on', async () => {
    const { userId } = await seated(MINES_SEED);
    const before = await readRoundsTag(database.pool, filter(userId));
    const begun = roundOf(await begin(userId));
    const startedAt = now();
    expect(await historyOf(userId)).toMatchObject({ items: [], totals: { rounds: 0, staked: 0 } });
    on.stage.pass(HOUR_MS);
    const middle = await readRoundsTag(database.pool, filter(userId));
    const ended = await playOn(on.stage.platform, userId, begun, [open(SAFE_CELLS[0]!), open(MINED_CELLS[0]!)]);
    expect(ended).toMatchObject({ state: 'ended', win: 0, balance: 9_900 });
    const { items, totals } = await historyOf(userId);
    expect(items).toEqual([{ ...ended, balanceBefore: 10_000, balanceAfter: 9_900 }]);
    const actions = [open(SAFE_CELLS[0]!), open(MINED_CELLS[0]!)];
    expect(items[0]).toMatchObject({ actions, firstStake: 100, bet: { mines: 3 }, at: now().toISOString() });
    expect(totals).toEqual({ rounds: 1, staked: 100, won: 0, net: -100 });
    // A round that ends without moving money still changes the tag of the list.
    expect(new Set([before, middle, await readRoundsTag(database.pool, filter(userId))]).size).toBe(3);
    const { rows } = await database.pool.query<{ started_at: Date }>('SELECT started_at FROM round WHERE round_id = $1', [begun.roundId]);
    expect(rows[0]?.started_at).toEqual(startedAt);
    await collectRounds(on.stage.platform);
    const best = await database.pool.query('SELECT multiplier FROM leaderboard_best WHERE user_id = $1 AND board = $2', [userId, 'mines']);
    expect(best.rows).toEqual([{ multiplier: 0 }]);
  });

  it('gives the same view, stakes and win when its stored actions are run again', async () => {
    for (const [seed, gameId, actions] of [
      [MINES_SEED, 'mines', [open(SAFE_CELLS[0]!), open(SAFE_CELLS[5]!), CASH_OUT]], [DOUBLE_SEED, 'blackjack', [DOUBLE]], [SPLIT_SEED, 'blackjack', [SPLIT, STAND, STAND]],
    ] as const) {
      const { userId } = await seated(seed);
      const ended = await playOn(on.stage.platform, userId, roundOf(await begin(userId, { gameId })), actions);
      const [round] = (await historyOf(userId)).items;
      const again = runUnder(seed, gameId, { bet: round?.bet ?? {}, actions: round?.actions ?? [], stake: (round?.firstStake ?? 0) * 100 });
      expect([again.isOver, again.view, again.staked, again.win]).toEqual([true, round?.outcome, ended.stake * 100, Math.round(ended.win * 100)]);
    }
  });
});

describe('an action', () => {
  it('tapped twice, or sent again because its answer was lost, is one', async () => {
    const { userId } = await seated(MINES_SEED);
    const { roundId } = roundOf(await begin(userId));
    const key = newKey();
    const first = await step(userId, roundId, 0, open(SAFE_CELLS[0]!), key);
    expect((await step(userId, roundId, 0, open(SAFE_CELLS[0]!), key)).text).toBe(first.text);
    const cash = newKey();
    const paid = await step(userId, roundId, 1, CASH_OUT, cash);
    expect((await step(userId, roundId, 1, CASH_OUT, cash)).text).toBe(paid.text);
    expect(await entriesOf(userId)).toEqual([['stake', -10_000], ['win', 11_250]]);
    expect(await refusalOf(step(userId, roundId, 1, open(SAFE_CELLS[1]!), cash))).toMatchObject({ code: 'key-reused' });
  });

  it('happens once when two devices send it at the same step; the other one gets the current round', async () => {
    const { userId } = await seated(MINES_SEED);
    const { roundId } = roundOf(await begin(userId));
    for (let at = 0; at < 3; at += 1) {
      const answers = await Promise.all([0, 1, 2, 3].map((n) => step(userId, roundId, at, open(SAFE_CELLS[4 * at + n]!))));
      const [done] = answers.filter(({ status }) => status === 201).map(roundOf);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      for (const answer of answers) {
        if (answer.status === 409) expect(problemOf(answer)).toMatchObject({ code: 'conflict', current: { roundId, step: at + 1, outcome: done?.outcome } });
      }
    }
    const ends = await Promise.all([0, 1, 2].map(() => step(userId, roundId, 3, CASH_OUT)));
    expect(ends.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await entriesOf(userId)).map(([kind]) => kind)).toEqual(['stake', 'win']);
  });

  it('with a step that is not the round’s is a conflict, with the round as it stands, open or over', async () => {
    const { userId } = await seated(MINES_SEED);
    const begun = roundOf(await begin(userId));
    expect(problemOf(await step(userId, begun.roundId, 1, CASH_OUT))).toMatchObject({ status: 409, code: 'conflict', current: begun });
    const ended = await playOn(on.stage.platform, userId, begun, [open(MINED_CELLS[0]!)]);
    expect(problemOf(await step(userId, begun.roundId, 1, CASH_OUT))).toMatchObject({ code: 'conflict', current: { ...ended } });
  });

  it.each([[CASH_OUT], [open(25)], [{ kind: 'hit' }], [{}], [{ kind: 'open', cell: '3' }], [{ ...open(0), more: 1 }]])(
    'that the rules don’t allow (%j) is refused and changes nothing', async (action) => {
      const { userId } = await seated(MINES_SEED);
      const begun = roundOf(await begin(userId));
      expect(problemOf(await step(userId, begun.roundId, 0, action))).toMatchObject({ code: 'validation', errors: [{ field: 'action' }] });
      expect(await openOf(userId)).toMatchObject([{ step: 0, actions: [] }]);
    },
  );

  it('in somebody else’s round, or in none, finds nothing', async () => {
    const { userId } = await seated(MINES_SEED);
    const other = await on.stage.player();
    const { roundId } = roundOf(await begin(userId));
    for (const id of [roundId, 'round-of-nobody']) {
      expect(problemOf(await step(other.userId, id, 0, open(SAFE_CELLS[0]!)))).toMatchObject({ status: 404, code: 'not-found' });
    }
    await playOn(on.stage.platform, userId, (await openOf(userId))[0]!, [open(MINED_CELLS[0]!)]);
    expect(problemOf(await step(other.userId, roundId, 1, CASH_OUT))).toMatchObject({ status: 404 });
    expect(await openOf(other.userId)).toEqual([]);
  });
});

describe('a start', () => {
  it.each([[{ mines: 0 }], [{ mines: 25 }], [{}], [{ mines: 3, more: true }]])('with the bet %j takes nothing', async (bet) => {
    const { userId } = await seated(MINES_SEED);
    expect(problemOf(await begin(userId, { bet }))).toMatchObject({ code: 'validation', errors: [{ field: 'bet' }] });
    expect([await openOf(userId), await entriesOf(userId), (await fairness(userId)).nonce]).toEqual([[], [], 0]);
  });

  it('beside an open round is refused with that round, in whichever game; after it the next one has the next nonce', async () => {
    const { userId } = await seated(MINES_SEED);
    const mines = roundOf(await begin(userId));
    on.stage.pass(HOUR_MS / 2);
    const key = newKey();
    const refused = await begin(userId, { key });
    const others = [await begin(userId, { gameId: 'blackjack' }), await begin(userId, { gameId: 'adire-gold', bet: {}, stake: 10 })];
    for (const answer of [refused, ...others]) {
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'round-open', current: { roundId: mines.roundId, gameId: 'mines' } });
    }
    expect(await entriesOf(userId)).toEqual([['stake', -10_000]]);
    await playOn(on.stage.platform, userId, mines, [open(SAFE_CELLS[0]!), CASH_OUT]);
    expect((await begin(userId, { key })).text).toBe(refused.text);
    const spin = roundOf(await begin(userId, { gameId: 'adire-gold', bet: {}, stake: 10 }));
    expect([spin.fairness.nonce, spin.fairness.commit, spin.state, spin.step]).toEqual([1, mines.fairness.commit, 'ended', 0]);
    on.stage.pass(minimumCycleMs('slots'));
    expect(roundOf(await begin(userId)).fairness.nonce).toBe(2);
  });

  it('at once from several devices is one round', async () => {
    const { userId } = await seated(MINES_SEED);
    const answers = await Promise.all([0, 1, 2, 3].map(() => begin(userId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await entriesOf(userId)).toEqual([['stake', -10_000]]);
  });

  it('inside the minimum cycle of 5 s is too early without a debit (row 31); steps of one round have none', async () => {
    const { userId } = await seated(MINES_SEED);
    expect(minimumCycleMs('mines')).toBe(5_000);
    const begun = roundOf(await begin(userId));
    await playOn(on.stage.platform, userId, begun, [open(SAFE_CELLS[0]!), open(SAFE_CELLS[1]!), CASH_OUT]);
    const key = newKey();
    on.stage.pass(4_999);
    expect(await refusalOf(begin(userId, { key }))).toMatchObject({ code: 'cycle-too-short', status: 429, extra: { retryAfterSeconds: 1 } });
    expect((await entriesOf(userId)).length).toBe(2);
    on.stage.pass(1);
    expect(roundOf(await begin(userId, { key })).state).toBe('open');
  });

  it('counts its cycle from the start, not from the end, of a long round', async () => {
    const { userId } = await seated(MINES_SEED);
    const begun = roundOf(await begin(userId));
    on.stage.pass(6_000);
    await playOn(on.stage.platform, userId, begun, [open(SAFE_CELLS[0]!), CASH_OUT]);
    expect((await begin(userId)).status).toBe(201);
  });

  it('on a bet that could win more than ₦50,000,000 is refused with the largest stake in words', async () => {
    const { userId } = await seated(MINES_SEED, 10_000_000);
    await database.pool.query(`UPDATE game SET max_stake = 1000000000 WHERE game_id = 'mines'`);
    const answer = problemOf(await begin(userId, { bet: { mines: 24 }, stake: 2_100_000 }));
    await database.pool.query(`UPDATE game SET max_stake = 10000000 WHERE game_id = 'mines'`);
    expect(answer).toMatchObject({
      status: 422, code: 'stake-out-of-range', errors: [{ field: 'stake', message: 'On this bet the largest stake is ₦2,020,200: a round pays ₦50,000,000 at most.' }],
    });
  });
});

describe('a stake that an action adds', () => {
  it('is taken with the action, and what the round pays with it, in one posting', async () => {
    const { userId } = await seated(DOUBLE_SEED);
    const begun = roundOf(await begin(userId, { gameId: 'blackjack' }));
    const ended = roundOf(await step(userId, begun.roundId, 0, DOUBLE));
    expect(ended).toMatchObject({ state: 'ended', stake: 200, firstStake: 100, win: 400, balance: 10_200 });
    const { rows } = await database.pool.query<{ kind: string; n: number }>(
      `SELECT t.kind, count(*) AS n FROM ledger_transaction t WHERE reference = $1 GROUP BY 1 ORDER BY 1`, [begun.roundId],
    );
    expect(rows).toEqual([{ kind: 'round', n: 1 }, { kind: 'round-step', n: 1 }]);
    const day = await database.pool.query('SELECT staked, won, rounds FROM activity_day WHERE user_id = $1 AND rounds > 0', [userId]);
    expect(day.rows).toEqual([{ staked: 20_000, won: 40_000, rounds: 1 }]);
    const play = await database.pool.query(`SELECT play_staked, play_rounds FROM ledger_account WHERE account_id = 'real:' || $1`, [userId]);
    expect(play.rows).toEqual([{ play_staked: 20_000, play_rounds: 1 }]);
  });

  it('leaves the round open where the rules go on: after a split', async () => {
    const { userId } = await seated(SPLIT_SEED);
    const begun = roundOf(await begin(userId, { gameId: 'blackjack' }));
    const split = roundOf(await step(userId, begun.roundId, 0, SPLIT));
    expect(split).toMatchObject({ state: 'open', stake: 200, win: 0, balance: 9_800 });
    expect(await playOn(on.stage.platform, userId, split, [STAND, STAND])).toMatchObject({ state: 'ended', win: 400, balance: 10_200 });
  });

  it('without the money for it is refused, and the round goes on without it', async () => {
    const { userId } = await seated(SPLIT_SEED, 150);
    const begun = roundOf(await begin(userId, { gameId: 'blackjack' }));
    expect(problemOf(await step(userId, begun.roundId, 0, SPLIT))).toMatchObject({ status: 422, code: 'insufficient-funds' });
    expect(await openOf(userId)).toMatchObject([{ step: 0, stake: 100 }]);
    expect((await step(userId, begun.roundId, 0, STAND)).status).toBe(201);
  });

  it('past a limit of the player’s own is refused, and counts towards it otherwise', async () => {
    const player = await seated(SPLIT_SEED);
    await player.set('stake', 'day', 150);
    const begun = roundOf(await begin(player.userId, { gameId: 'blackjack' }));
    expect(problemOf(await step(player.userId, begun.roundId, 0, SPLIT))).toMatchObject({ status: 403, code: 'limit-exceeded', reason: 'stake-day' });
    expect(await player.limit('stake', 'day')).toMatchObject({ used: 100, left: 50 });
    expect((await step(player.userId, begun.roundId, 0, STAND)).status).toBe(201);
  });

  it('waits for a reality check that is due; a step that costs nothing does not', async () => {
    const player = await seated(SPLIT_SEED);
    await player.realityCheck(15);
    const begun = roundOf(await begin(player.userId, { gameId: 'blackjack' }));
    on.stage.pass(16 * 60_000);
    expect(problemOf(await step(player.userId, begun.roundId, 0, SPLIT))).toMatchObject({ code: 'reality-check-due' });
    await player.acknowledgeCheck();
    const split = roundOf(await step(player.userId, begun.roundId, 0, SPLIT));
    on.stage.pass(16 * 60_000);
    expect(await playOn(on.stage.platform, player.userId, split, [STAND, STAND])).toMatchObject({ state: 'ended', win: 400 });
  });

  it.each([
    ['closed', 'enabled = false'],
    ['hidden', `hidden_until = '2999-01-01'`],
  ])('in a game that was %s is refused; the round can be finished without it, and none begins', async (_, change) => {
    const { userId } = await seated(SPLIT_SEED);
    const begun = roundOf(await begin(userId, { gameId: 'blackjack' }));
    await database.pool.query(`UPDATE game SET ${change} WHERE game_id = 'blackjack'`);
    try {
      expect(problemOf(await step(userId, begun.roundId, 0, SPLIT))).toMatchObject({ status: 409, code: 'game-disabled' });
      expect(roundOf(await step(userId, begun.roundId, 0, STAND))).toMatchObject({ state: 'ended', stake: 100 });
      on.stage.pass(6_000);
      expect(problemOf(await begin(userId, { gameId: 'blackjack' }))).toMatchObject({ code: 'game-disabled' });
    } finally {
      await database.pool.query(`UPDATE game SET enabled = true, hidden_until = NULL WHERE game_id = 'blackjack'`);
    }
  });

  it.each([['enough', 10_000], ['too little', 150]])('is refused because of the player’s exclusion (with %s money); the round can be finished without it, and its win is the player’s', async (_, naira) => {
    const player = await seated(SPLIT_SEED, naira);
    const begun = roundOf(await begin(player.userId, { gameId: 'blackjack' }));
    await player.exclude('6-months');
    expect(problemOf(await step(player.userId, begun.roundId, 0, SPLIT))).toMatchObject({ status: 403, code: 'self-excluded' });
    const ended = roundOf(await step(player.userId, begun.roundId, 0, STAND));
    expect(ended).toMatchObject({ state: 'ended', stake: 100 });
    expect(await readReal(database.pool, player.userId)).toBe(Math.round(ended.balance * 100));
  });
});

it('a player who hits or stands through twelve rounds, one after the other, finds every one of them in order', async () => {
  const { userId } = await seated(DOUBLE_SEED, 100_000);
  for (let n = 0; n < 12; n += 1) {
    let round = roundOf(await begin(userId, { gameId: 'blackjack' }));
    while (round.state === 'open') round = roundOf(await step(userId, round.roundId, round.step ?? 0, n % 2 === 0 ? HIT : STAND));
    on.stage.pass(5_000);
  }
  const { items, totals } = await historyOf(userId);
  expect(items.map(({ fairness }) => fairness?.nonce ?? NaN).sort((a, b) => a - b)).toEqual([...Array(12).keys()]);
  expect(totals.staked).toBe(1_200);
  expect(await readReal(database.pool, userId)).toBe(100_000_00 + Math.round(totals.net * 100));
});
