import { beforeEach, describe, expect, it } from 'vitest';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { forfeitBonus } from '../../server/bonuses/forfeit-bonus';
import { transaction } from '../../server/db/transaction';
import { settleAbandoned } from '../../server/games/settle-abandoned';
import { playRound } from '../../server/games/play-round';
import { chooseClientSeed, rotateSeeds } from '../../server/games/seed-pairs';
import { kobo } from '../../src/core/money';
import { giveBonus } from '../support/bonuses';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';
import type { StagePlayer } from '../support/protection/stage';
import { CASH_OUT, open, playOn, problemOf, roundOf, runUnder, safeUnder } from '../support/stepped-rounds';
import { DOUBLE, DOUBLE_SEED, MINED_CELLS, MINES_SEED, SAFE_CELLS, SPLIT, SPLIT_SEED, STAND } from '../support/stepped-stage';
import { steppedStages } from '../support/stepped-stages';

const HOUR_MS = 60 * 60_000;

const on = steppedStages();
const { begin, database, entriesOf, fairness, historyOf, now, openOf, seated, step } = on;

describe('seeds', () => {
  it('are neither revealed nor changed while a round is drawn from them, and are once it is over', async () => {
    const { userId } = await seated(MINES_SEED);
    const begun = roundOf(await begin(userId));
    const { commit } = await fairness(userId);
    const turn = () => transaction(database.pool, (tx) => rotateSeeds(tx, on.stage.platform, userId));
    const choose = () => transaction(database.pool, (tx) => chooseClientSeed(tx, on.stage.platform, userId, { clientSeed: 'mine', commit }));
    for (const refused of [turn(), choose()]) {
      expect(await refusalOf(refused)).toMatchObject({ status: 409, code: 'round-open', extra: { current: { roundId: begun.roundId } } });
    }
    expect(await fairness(userId)).toMatchObject({ commit, nonce: 1, previous: null });
    await playOn(on.stage.platform, userId, begun, [open(MINED_CELLS[0]!)]);
    expect(await choose()).toMatchObject({ clientSeed: 'mine', previous: { commit, serverSeed: MINES_SEED } });
  });

  it('are rotated before a round that starts at the same moment, or not at all', async () => {
    for (let n = 0; n < 6; n += 1) {
      const { userId } = await seated(MINES_SEED);
      const turn = () => transaction(database.pool, (tx) => rotateSeeds(tx, on.stage.platform, userId));
      const [begun, turned] = await Promise.allSettled([begin(userId), turn()]);
      const round = begun.status === 'fulfilled' ? roundOf(begun.value) : null;
      const { commit } = await fairness(userId);
      expect(round?.fairness.commit).toBe(commit);
      if (turned.status === 'rejected') expect(turned.reason).toMatchObject({ code: 'round-open' });
    }
  });
});

describe('a round that nobody finishes', () => {
  const sweep = () => settleAbandoned(on.stage.platform);
  beforeEach(async () => {
    // The rounds that other tests left open are settled first, so that each test finds only its own.
    await settleAbandoned({ ...on.stage.platform, now: () => new Date(now().getTime() + 1_000 * HOUR_MS) });
  });

  it('is settled 24 hours after its start, to the millisecond, by the rule: what was opened is paid, else the stake goes back', async () => {
    const [one, two] = [await seated(MINES_SEED), await seated(MINES_SEED)];
    const opened = roundOf(await begin(one.userId));
    await playOn(on.stage.platform, one.userId, opened, [open(SAFE_CELLS[0]!)]);
    roundOf(await begin(two.userId));
    on.stage.pass(24 * HOUR_MS - 1);
    expect(await sweep()).toBe(0);
    on.stage.pass(1);
    expect(await sweep()).toBe(2);
    expect((await historyOf(one.userId)).items).toMatchObject([{ roundId: opened.roundId, state: 'ended', win: 112.5, step: 1, abandoned: true, actions: [open(SAFE_CELLS[0]!)] }]);
    expect((await historyOf(two.userId)).items).toMatchObject([{ win: 100, step: 0, abandoned: true, balanceAfter: 10_000 }]);
    expect(await sweep()).toBe(0);
    expect((await begin(one.userId)).status).toBe(201);
  });

  it('is settled in blackjack by standing with every hand, from the stored actions alone', async () => {
    const { userId } = await seated(SPLIT_SEED);
    const begun = roundOf(await begin(userId, { gameId: 'blackjack' }));
    roundOf(await step(userId, begun.roundId, 0, SPLIT));
    on.stage.pass(24 * HOUR_MS);
    expect(await sweep()).toBe(1);
    const result = runUnder(SPLIT_SEED, 'blackjack', { actions: [SPLIT], abandoned: true });
    const [storedRound] = (await historyOf(userId)).items;
    expect(storedRound).toMatchObject({ stake: 200, abandoned: true, actions: [SPLIT], outcome: result.view, win: result.win / 100 });
  });

  it('is settled once by any number of processes, also while its player acts', async () => {
    const players = await Promise.all([...Array(6).keys()].map(() => seated(MINES_SEED)));
    const toFirst = async ({ userId }: StagePlayer) => playOn(on.stage.platform, userId, roundOf(await begin(userId)), [open(SAFE_CELLS[0]!)]);
    const rounds = await Promise.all(players.map(toFirst));
    on.stage.pass(24 * HOUR_MS);
    const acts = Promise.all(players.map(({ userId }, n) => step(userId, rounds[n]!.roundId, 1, CASH_OUT)));
    const others = [database.anotherPool(), database.anotherPool()].map((pool) => settleAbandoned({ ...on.stage.platform, pool }));
    await Promise.all([sweep(), ...others]);
    const answers = await acts;
    await sweep();
    for (const [n, { userId }] of players.entries()) {
      expect(await entriesOf(userId)).toEqual([['stake', -10_000], ['win', 11_250]]);
      expect([201, 409]).toContain(answers[n]?.status);
      expect(await openOf(userId)).toEqual([]);
    }
  });

  /** Runs statements with the triggers off, as somebody could who owns the database. */
  async function tamper(roundId: string, assignments: string): Promise<void> {
    await database.pool.query('ALTER TABLE open_round DISABLE TRIGGER open_round_is_kept');
    await database.pool.query(`UPDATE open_round SET ${assignments} WHERE round_id = $1`, [roundId]);
    await database.pool.query('ALTER TABLE open_round ENABLE TRIGGER open_round_is_kept');
  }

  it('waits while money is turned off, and one that can’t be settled leaves the others', async () => {
    const [one, broken] = [await seated(MINES_SEED), await seated(MINES_SEED)];
    roundOf(await begin(one.userId));
    const { roundId } = roundOf(await begin(broken.userId));
    await tamper(roundId, `game_id = 'gone', settles_at = settles_at - interval '1 minute'`);
    on.stage.pass(24 * HOUR_MS);
    await database.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect(await sweep()).toBe(0);
    await database.pool.query('UPDATE money_switch SET open = true, reason = NULL');
    // Also where it is the oldest of more rounds than one sweep settles.
    expect(await settleAbandoned(on.stage.platform, 1)).toBe(1);
    expect(await openOf(one.userId)).toEqual([]);
    await tamper(roundId, `game_id = 'mines'`);
    expect(await sweep()).toBe(1);
  });
});

interface WalletFigures {
  readonly state: string;
  readonly end_reason: string | null;
  readonly progress: number;
  readonly lost: number;
  readonly converted: number;
  readonly balance: number;
}

describe('bonus money in a round of several steps', () => {
  const walletOf = async (walletId: string) => {
    const { rows } = await database.pool.query<WalletFigures>(
      `SELECT w.state, w.end_reason, w.progress, w.lost, w.converted, a.balance FROM bonus_wallet w
       JOIN ledger_account a ON a.account_id = 'bonus:' || w.user_id || ':' || w.wallet_id WHERE w.wallet_id = $1`, [walletId],
    );
    return rows[0];
  };

  it('is staked after the player’s own, and wins in proportion to all stakes of the round', async () => {
    const { userId } = await seated(DOUBLE_SEED, 150);
    const wallet = await giveBonus(on.stage.platform, userId, 500_00);
    const begun = roundOf(await begin(userId, { gameId: 'blackjack' }));
    expect([begun.bonus, begun.balance]).toEqual([undefined, 50]);
    const ended = roundOf(await step(userId, begun.roundId, 0, DOUBLE));
    // ₦150 of ₦200 were their own.
    expect(ended).toMatchObject({ stake: 200, win: 400, balance: 300, bonus: { staked: 50, won: 100 } });
    // A tenth of ₦200 counts, once, when it ends.
    expect(await walletOf(wallet)).toMatchObject({ state: 'active', balance: 550_00, progress: 20_00 });
    expect((await historyOf(userId)).items).toMatchObject([{ bonus: { staked: 50, won: 100 }, balanceBefore: 150, balanceAfter: 300 }]);
  });

  it('holds every stake of the round together against its largest stake', async () => {
    const { userId } = await seated(SPLIT_SEED, 0);
    await giveBonus(on.stage.platform, userId, 500_00, { maxStake: kobo(150_00) });
    const begun = roundOf(await begin(userId, { gameId: 'blackjack' }));
    expect(begun.bonus).toEqual({ staked: 100, won: 0 });
    const refused = problemOf(await step(userId, begun.roundId, 0, SPLIT));
    expect(refused).toMatchObject({ status: 422, code: 'bonus-stake-too-high' });
    expect(refused).not.toHaveProperty('errors');
    expect((await step(userId, begun.roundId, 0, STAND)).status).toBe(201);
  });

  it('keeps its bonus going to the end of the round: all of it staked, its time over, or given up', async () => {
    const { userId } = await seated(MINES_SEED, 0);
    const wallet = await giveBonus(on.stage.platform, userId, 100_00, { validDays: 1 });
    const begun = roundOf(await begin(userId));
    expect(await walletOf(wallet)).toMatchObject({ state: 'active', balance: 0 });
    on.stage.pass(23 * HOUR_MS);
    const { rows } = await database.pool.query<{ version: number }>('SELECT version FROM bonus_wallet WHERE wallet_id = $1', [wallet]);
    const forfeit = await forfeitBonus(on.stage.platform, { userId, walletId: wallet, key: newKey(), version: rows[0]!.version });
    expect(problemOf(forfeit)).toMatchObject({ status: 409, code: 'round-open' });
    on.stage.pass(HOUR_MS);
    await sweepBonuses(on.stage.platform);
    expect(await walletOf(wallet)).toMatchObject({ state: 'active' });
    const ended = await playOn(on.stage.platform, userId, begun, [open(SAFE_CELLS[0]!), CASH_OUT]);
    expect(ended).toMatchObject({ win: 112.5, balance: 0, bonus: { staked: 100, won: 112.5 } });
    expect(await walletOf(wallet)).toMatchObject({ state: 'expired', end_reason: 'expired', lost: 11_250, balance: 0 });
  });

  it('that is lost with the round plays its bonus out then', async () => {
    const { userId } = await seated(MINES_SEED, 0);
    const wallet = await giveBonus(on.stage.platform, userId, 100_00);
    await playOn(on.stage.platform, userId, roundOf(await begin(userId)), [open(MINED_CELLS[0]!)]);
    expect(await walletOf(wallet)).toMatchObject({ state: 'forfeited', end_reason: 'played-out', lost: 0, balance: 0 });
  });

  it('completes its wagering with the end of the round, and what is in it becomes the player’s', async () => {
    const { userId } = await seated(MINES_SEED, 0);
    // Where mines count half, ₦100 once over is met by ₦200.
    await database.pool.query(`UPDATE game SET contribution = 5000 WHERE game_id = 'mines'`);
    const wallet = await giveBonus(on.stage.platform, userId, 100_00, { wagering: 1 });
    const first = await playOn(on.stage.platform, userId, roundOf(await begin(userId)), [open(SAFE_CELLS[0]!), CASH_OUT]);
    expect(first).toMatchObject({ balance: 0, bonus: { won: 112.5 } });
    on.stage.pass(6_000);
    const { nonce } = await fairness(userId);
    const safe = safeUnder(MINES_SEED, 3, nonce);
    const second = await playOn(on.stage.platform, userId, roundOf(await begin(userId)), [open(safe[0]!), CASH_OUT]);
    expect(second).toMatchObject({ balance: 125, bonus: { staked: 100, won: 112.5 } });
    expect(await walletOf(wallet)).toMatchObject({ state: 'completed', progress: 100_00, converted: 125_00 });
    await database.pool.query(`UPDATE game SET contribution = 1000 WHERE game_id = 'mines'`);
  });

  it('is lost with the bonus when the player is excluded meanwhile; the player’s own share stays theirs', async () => {
    const player = await seated(MINES_SEED, 50);
    const wallet = await giveBonus(on.stage.platform, player.userId, 500_00);
    const begun = roundOf(await begin(player.userId));
    await player.exclude('6-months');
    expect(await walletOf(wallet)).toMatchObject({ state: 'forfeited', end_reason: 'excluded', lost: 450_00 });
    const ended = await playOn(on.stage.platform, player.userId, begun, [open(SAFE_CELLS[0]!), CASH_OUT]);
    expect(ended).toMatchObject({ win: 112.5, balance: 56.25, bonus: { staked: 50, won: 56.25 } });
    expect(await walletOf(wallet)).toMatchObject({ lost: 506_25, balance: 0, progress: 0 });
  });

  it('is no free spin: those are for slots', async () => {
    const userId = await makePlayer(database.pool);
    const answer = await playRound(on.stage.platform, {
      userId, gameId: 'mines', key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake: 100, currency: 'NGN', bet: { mines: 3 }, freeSpinOf: 'w' },
    });
    expect(problemOf(answer)).toMatchObject({ code: 'validation' });
  });
});
