import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RoundAnswer } from '../../src/core/contract/games';
import { drawsFrom } from '../../src/core/fairness/draws';
import { engines } from '../../src/core/games/registry';
import { kobo, nairaToKobo } from '../../src/core/money';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { transaction } from '../../server/db/transaction';
import { minimumCycleMs } from '../../src/core/play-times';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { chooseClientSeed, readFairness, rotateSeeds } from '../../server/games/seed-pairs';
import { readRevealedPairs } from '../../server/games/revealed-pairs';
import type { RawAnswer } from '../../server/http/router';
import { readBalance } from '../../server/ledger/accounts';
import type { Platform } from '../../server/platform';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf, testMoney } from '../support/money';
import { playOneRound, tryRound } from '../support/played-rounds';
import type { RoundOptions } from '../support/played-rounds';
import { giveMoney, makePlayer, makeRichPlayer } from '../support/players';

const GAME = 'adire-gold';
const START_MS = Date.parse('2026-11-21T10:00:00Z');
const CYCLE_MS = minimumCycleMs('slots');

const database = fileDatabase({ seed: fillCatalogue });
let platform: Platform;
let nowMs = START_MS;

beforeEach(() => {
  nowMs = START_MS;
  platform = { ...testMoney(database.pool).platform, now: () => new Date(nowMs), randomBytes };
});

const richPlayer = (naira?: number): Promise<string> => makeRichPlayer(database.pool, naira);

const play = (userId: string, options?: RoundOptions): Promise<RawAnswer> => tryRound(platform, userId, options);
const playOnce = (userId: string, options?: RoundOptions): Promise<RoundAnswer> => playOneRound(platform, userId, options);
const codeOf = (answer: RawAnswer): unknown => JSON.parse(answer.text).code;
const fairnessOf = (userId: string) => transaction(database.pool, (tx) => readFairness(tx, platform, userId));
const choose = (userId: string, choice: { clientSeed: string; commit: string }) =>
  transaction(database.pool, (tx) => chooseClientSeed(tx, platform, userId, choice));
const realKobo = async (userId: string): Promise<number> => (await readBalance(database.pool, userId)).real;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a round', () => {
  it('moves stake and win at once and tells the balance after it', async () => {
    const userId = await richPlayer();
    const round = await playOnce(userId, { stake: 50 });
    const expected = 100_000 - 5_000 + (nairaToKobo(round.win) ?? NaN);
    expect(await realKobo(userId)).toBe(expected);
    expect(round).toMatchObject({ gameId: GAME, stake: 50, currency: 'NGN', balance: expected / 100, version: 2 });
    const { rows } = await database.pool.query('SELECT * FROM round WHERE round_id = $1', [round.roundId]);
    expect(rows[0]).toMatchObject({
      user_id: userId, stake: 5_000, balance_before: 100_000, balance_after: expected, nonce: 0,
    });
  });

  it('is decided by the seeds whose commit was shown before it, and can be recomputed after the reveal', async () => {
    const userId = await richPlayer();
    const before = await fairnessOf(userId);
    const rounds: RoundAnswer[] = [];
    for (let n = 0; n < 5; n += 1) {
      rounds.push(await playOnce(userId));
      nowMs += CYCLE_MS;
    }
    expect(rounds.map((round) => round.fairness)).toEqual(
      rounds.map((_, nonce) => ({ commit: before.commit, clientSeed: before.clientSeed, nonce, rules: RULES_VERSIONS['adire-gold'] })),
    );
    const { previous } = await transaction(database.pool, (tx) => rotateSeeds(tx, platform, userId));
    expect(sha256(previous?.serverSeed ?? '')).toBe(before.commit);
    for (const round of rounds) {
      const draws = drawsFrom({ serverSeed: previous?.serverSeed ?? '', ...round.fairness });
      const again = engines.get(GAME)?.playUnchecked({ stake: kobo(1_000), bet: {}, draws });
      expect(again).toEqual({ ok: true, outcome: round.outcome, win: nairaToKobo(round.win), risked: 1_000 });
    }
  });

  it('happens once under its key: the same answer byte for byte, also inside the minimum cycle', async () => {
    const userId = await richPlayer();
    const key = newKey();
    const first = await play(userId, { key });
    const again = await play(userId, { key });
    expect(again).toEqual(first);
    expect((await fairnessOf(userId)).nonce).toBe(1);
    expect(codeOf(await play(userId, { key: newKey(), stake: 5 }))).toBe('stake-out-of-range');
    expect((await refusalOf(play(userId, { key, stake: 20 }))).code).toBe('key-reused');
  });

  it('happens once when its key is sent many times at the same moment', async () => {
    const userId = await richPlayer();
    const key = newKey();
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => play(userId, { key })));
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'key-running' });
    expect(new Set(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.text] : []))).size).toBe(1);
    expect((await fairnessOf(userId)).nonce).toBe(1);
  });

  it('of one player and key is independent of another player’s with the same key', async () => {
    const key = newKey();
    const [first, second] = [await playOnce(await richPlayer(), { key }), await playOnce(await richPlayer(), { key })];
    expect(first.roundId).not.toBe(second.roundId);
  });
});

describe('a round that is refused', () => {
  const refusals: [string, number, RoundOptions][] = [
    ['stake-out-of-range', 422, { stake: 9.9 }],
    ['stake-out-of-range', 422, { stake: 7_500.1 }],
    ['stake-out-of-range', 422, { stake: 10.01 }],
    ['validation', 400, { bet: { lines: 3 } }],
    ['not-found', 404, { gameId: 'no-such-game' }],
    ['insufficient-funds', 422, { stake: 1_000.1 }],
  ];
  it.each(refusals)('%s: answers %d to %o, takes no money and no nonce', async (code, status, how) => {
    const userId = await richPlayer();
    const answer = await play(userId, how);
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect([await realKobo(userId), (await fairnessOf(userId)).nonce]).toEqual([100_000, 0]);
  });

  it('names the limit at the stake field', async () => {
    const { errors } = JSON.parse((await play(await richPlayer(), { stake: 5 })).text);
    expect(errors).toEqual([{ field: 'stake', message: 'The smallest stake here is ₦10.' }]);
  });

  it('is one of a disabled game', async () => {
    const userId = await richPlayer();
    await database.pool.query('UPDATE game SET enabled = false WHERE game_id = $1', [GAME]);
    try {
      const answer = await play(userId);
      expect([answer.status, codeOf(answer)]).toEqual([409, 'game-disabled']);
    } finally {
      await database.pool.query('UPDATE game SET enabled = true WHERE game_id = $1', [GAME]);
    }
    expect(await realKobo(userId)).toBe(100_000);
  });

  it('waits for the activated e-mail', async () => {
    const userId = await makePlayer(database.pool, { activated: false });
    await giveMoney(database.pool, userId, kobo(100_000));
    const answer = await play(userId);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'email-not-activated']);
  });

  it('comes 1 ms after an exclusion began, not before', async () => {
    const userId = await richPlayer();
    await playOnce(userId);
    await database.pool.query(`UPDATE player SET protection = 'excluded' WHERE user_id = $1`, [userId]);
    nowMs += CYCLE_MS;
    const answer = await play(userId);
    expect([answer.status, codeOf(answer), JSON.parse(answer.text).reason]).toEqual([403, 'self-excluded', 'excluded']);
  });

  it('takes nobody below zero, however many start at once under different keys', async () => {
    const userId = await richPlayer(35);
    for (let n = 0; n < 12; n += 1) {
      nowMs += CYCLE_MS;
      await Promise.allSettled(Array.from({ length: 4 }, () => play(userId)));
      expect(await realKobo(userId)).toBeGreaterThanOrEqual(0);
    }
    const { rows } = await database.pool.query<{ sum: number; rounds: number }>(
      'SELECT sum(win - stake)::bigint AS sum, count(*) AS rounds FROM round WHERE user_id = $1',
      [userId],
    );
    expect(await realKobo(userId)).toBe(3_500 + (rows[0]?.sum ?? NaN));
    expect((await fairnessOf(userId)).nonce).toBe(rows[0]?.rounds);
  });
});

describe('the seeds', () => {
  it('show a commit before any bet and never the server seed', async () => {
    const fairness = await fairnessOf(await makePlayer(database.pool));
    expect(fairness).toMatchObject({ nonce: 0, previous: null });
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect([fairness.commit, fairness.nextCommit]).toEqual([digest, digest]);
    expect(fairness).not.toHaveProperty('serverSeed');
  });

  it('are one pair however many calls ask for the first one', async () => {
    const userId = await makePlayer(database.pool);
    const answers = await Promise.all(Array.from({ length: 8 }, () => fairnessOf(userId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('take the player’s client seed without a rotation while no round was played', async () => {
    const userId = await richPlayer();
    const { commit } = await fairnessOf(userId);
    const chosen = await choose(userId, { clientSeed: 'my-own', commit });
    expect(chosen).toMatchObject({ commit, clientSeed: 'my-own', nonce: 0, previous: null });
    expect((await playOnce(userId)).fairness).toEqual({ commit, clientSeed: 'my-own', nonce: 0, rules: RULES_VERSIONS['adire-gold'] });
  });

  it('reveal the old pair when a client seed is chosen after rounds, and go on with the commit shown as the next', async () => {
    const userId = await richPlayer();
    await playOnce(userId);
    const { commit, nextCommit, clientSeed } = await fairnessOf(userId);
    const chosen = await choose(userId, { clientSeed: 'new-one', commit });
    expect(chosen).toMatchObject({ commit: nextCommit, clientSeed: 'new-one', nonce: 0 });
    expect(chosen.previous).toMatchObject({ commit, clientSeed, nonce: 1 });
    expect(sha256(chosen.previous?.serverSeed ?? '')).toBe(commit);
  });

  it('are revealed once they are used up, newest first, each with the number of its rounds, and to nobody else', async () => {
    const userId = await richPlayer();
    const used: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      used.unshift((await fairnessOf(userId)).commit);
      if (n === 1) await playOnce(userId);
      await transaction(database.pool, (tx) => rotateSeeds(tx, platform, userId));
    }
    const { items, next } = await readRevealedPairs(database.pool, userId, { limit: 2 });
    expect(items.map(({ commit, nonce }) => [commit, nonce])).toEqual([[used[0], 0], [used[1], 1]]);
    for (const { commit, serverSeed } of items) expect(sha256(serverSeed)).toBe(commit);
    const rest = await readRevealedPairs(database.pool, userId, { limit: 2, cursor: next ?? '' });
    expect([rest.items.map(({ commit }) => commit), rest.next]).toEqual([[used[2]], null]);
    expect((await readRevealedPairs(database.pool, await makePlayer(database.pool), {})).items).toEqual([]);
    expect((await refusalOf(readRevealedPairs(database.pool, userId, { cursor: 'x' }))).code).toBe('validation');
  });

  it('can not be chosen for blindly: an old commit is refused', async () => {
    const userId = await richPlayer();
    const { commit } = await fairnessOf(userId);
    await transaction(database.pool, (tx) => rotateSeeds(tx, platform, userId));
    expect((await refusalOf(choose(userId, { clientSeed: 'x', commit }))).code).toBe('conflict');
  });

  it('have the client seed that was chosen under the next commit, else one that the platform makes anew each time', async () => {
    const userId = await makePlayer(database.pool);
    const turn = (choice?: { clientSeed: string; commit: string }) => transaction(database.pool, (tx) => rotateSeeds(tx, platform, userId, choice));
    const first = await fairnessOf(userId);
    const second = await turn({ clientSeed: 'of-this-phone', commit: first.nextCommit ?? '' });
    expect((await refusalOf(turn({ clientSeed: 'blind', commit: first.nextCommit ?? '' }))).code).toBe('conflict');
    const third = await turn();
    expect([second.commit, third.commit]).toEqual([first.nextCommit, second.nextCommit]);
    expect([second.previous?.commit, third.previous?.commit]).toEqual([first.commit, second.commit]);
    expect(second.clientSeed).toBe('of-this-phone');
    expect(new Set([first, second, third].map(({ clientSeed }) => clientSeed)).size).toBe(3);
  });

  it('are never used twice while rounds and rotations race', async () => {
    const userId = await richPlayer();
    // Each call reads the clock one cycle later, so that no round begins too soon after the one before it.
    platform = { ...platform, now: () => new Date((nowMs += CYCLE_MS)) };
    const rounds = await Promise.allSettled(
      Array.from({ length: 24 }, async (_, n) => {
        if (n % 4 !== 3) return play(userId);
        await transaction(database.pool, (tx) => rotateSeeds(tx, platform, userId));
        return null;
      }),
    );
    expect(rounds.filter((one) => one.status === 'rejected')).toEqual([]);
    const { rows } = await database.pool.query<{ commit_hash: string; nonce: number; rounds: number }>(
      `SELECT p.commit_hash, p.nonce, count(r.round_id) AS rounds FROM seed_pair p LEFT JOIN round r USING (seed_pair_id)
       WHERE p.user_id = $1 GROUP BY p.seed_pair_id ORDER BY p.number`,
      [userId],
    );
    for (const row of rows) expect(row.rounds).toBe(row.nonce);
    expect(rows.reduce((sum, row) => sum + row.rounds, 0)).toBe(18);
    // Six rotations: six revealed pairs, the active one and the next.
    expect(rows).toHaveLength(8);
  });
});

describe('rounds that were played', () => {
  it('can be neither changed nor removed', async () => {
    const userId = await richPlayer();
    const { roundId } = await playOnce(userId);
    await expect(database.pool.query('UPDATE round SET win = 0 WHERE round_id = $1', [roundId])).rejects.toThrow('not allowed');
    await expect(database.pool.query('DELETE FROM round WHERE round_id = $1', [roundId])).rejects.toThrow('not allowed');
  });
});
