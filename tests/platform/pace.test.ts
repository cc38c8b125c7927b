/** The shortest time from one start to the next: the player's, over all games. */
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { playAction } from '../../server/games/play-action';
import { minimumCycleMs } from '../../src/core/play-times';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { ProblemError } from '../../server/http/problem';
import type { RawAnswer } from '../../server/http/router';
import { readBalance } from '../../server/ledger/accounts';
import type { Platform } from '../../server/platform';
import type { RoundAnswer } from '../../src/core/contract/games';
import { engines } from '../../src/core/games/registry';
import { HERE } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { refusalOf, testMoney } from '../support/money';
import { playOneRound, tryRound } from '../support/played-rounds';
import type { RoundOptions } from '../support/played-rounds';
import { makeRichPlayer } from '../support/players';
import { open } from '../support/stepped-rounds';

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
const toRefusal = (error: unknown): ProblemError => {
  if (error instanceof ProblemError) return error;
  throw error;
};

/** Returns the player's own money and the number of rounds drawn. */
async function standingOf(userId: string): Promise<readonly [number, number]> {
  const { rows } = await database.pool.query<{ count: number }>('SELECT count(*) FROM round WHERE user_id = $1', [userId]);
  return [(await readBalance(database.pool, userId)).real, rows[0]?.count ?? NaN];
}

describe('the minimum cycle', () => {
  it('refuses a second start inside it with Retry-After and without a debit, and lets the key be used later', async () => {
    const userId = await richPlayer();
    await playOnce(userId);
    const before = await standingOf(userId);
    const key = newKey();
    nowMs += CYCLE_MS - 1;
    const early = await refusalOf(play(userId, { key }));
    expect([early.code, early.status, early.extra.retryAfterSeconds]).toEqual(['cycle-too-short', 429, 1]);
    expect(await standingOf(userId)).toEqual(before);
    nowMs += 1;
    await playOnce(userId, { key });
  });

  it('holds when many starts come at the same moment', async () => {
    const userId = await richPlayer();
    const settled = await Promise.allSettled(Array.from({ length: 16 }, () => play(userId)));
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'cycle-too-short' });
  });

  it('is not got round by starting eight games at the same moment', async () => {
    const userId = await richPlayer();
    const games = [...engines.values()].filter(({ kind }) => kind === 'slots').map(({ gameId }) => gameId);
    expect(games).toHaveLength(8);
    const settled = await Promise.allSettled(games.map((gameId) => play(userId, { gameId, stake: 100 })));
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'cycle-too-short' });
  });

  it('is not got round by hopping from game to game for 77 seconds: no more rounds begin than in one game', async () => {
    // The player has enough money for every bet to lose.
    const userId = await richPlayer(10_000);
    const bets: Readonly<Record<string, RoundOptions>> = {
      dice: { bet: { under: 5_000 } }, plinko: { bet: { risk: 'low' } }, roulette: { bet: { bets: [{ spot: 'red', stake: 10_000 }] } },
    };
    const hops = [...engines.keys()];
    const starts: { readonly at: number; readonly cycleMs: number }[] = [];
    for (let n = 0; nowMs < START_MS + 77_000; n += 1, nowMs += 360) {
      const gameId = hops[n % hops.length] ?? '';
      const answer = await play(userId, { gameId, stake: 100, ...bets[gameId] }).catch(toRefusal);
      if (answer instanceof ProblemError) expect(answer.code).toBe('cycle-too-short');
      else {
        expect(answer.status, answer.text).toBe(201);
        starts.push({ at: nowMs, cycleMs: minimumCycleMs(engines.get(gameId)?.kind ?? 'slots') });
      }
    }
    for (const [n, { at, cycleMs }] of starts.slice(0, -1).entries()) expect((starts[n + 1]?.at ?? 0) - at).toBeGreaterThanOrEqual(cycleMs);
    expect(starts.length).toBeGreaterThan(10);
    expect(starts.length).toBeLessThanOrEqual(Math.ceil(77_000 / CYCLE_MS));
  });

  it('is that of the round that began last, in whichever game, also of one of several steps that is over by then', async () => {
    const userId = await richPlayer();
    const early = async (how: RoundOptions = {}): Promise<unknown> => (await refusalOf(play(userId, how))).extra.retryAfterSeconds;
    await playOnce(userId, { gameId: 'dice', stake: 100, bet: { under: 5_000 } });
    nowMs += CYCLE_MS;
    expect(await early()).toBe(3);
    nowMs += CYCLE_MS;
    const mines = await playOnce(userId, { gameId: 'mines', stake: 100, bet: { mines: 24 } });
    nowMs += 4_998;
    // With 24 mines every cell ends the round.
    const acting = { userId, roundId: mines.roundId, key: newKey(), place: HERE, body: { action: open(0), step: 0 } };
    expect(JSON.parse((await playAction(platform, acting)).text)).toMatchObject({ state: 'ended' });
    nowMs += 1;
    expect(await early({ gameId: 'dice', stake: 100, bet: { under: 5_000 } })).toBe(1);
    nowMs += 1;
    await playOnce(userId);
    nowMs += 1;
    expect(await early({ gameId: 'lagos-nights', stake: 100 })).toBe(3);
    nowMs += CYCLE_MS - 1;
    await playOnce(userId, { gameId: 'lagos-nights', stake: 100 });
  });

  it('of one player is not another’s', async () => {
    const [first, second] = [await richPlayer(), await richPlayer()];
    await playOnce(first);
    await playOnce(second);
  });

  it('does not lock anybody out when the platform’s clock is set back', async () => {
    const userId = await richPlayer();
    await playOnce(userId);
    nowMs -= 3_600_000;
    await playOnce(userId);
  });

  it('holds as before when the clock was set back: the round of a moment ago counts, whatever stands in the future', async () => {
    const userId = await richPlayer();
    await playOnce(userId);
    nowMs -= 90_000;
    await playOnce(userId);
    nowMs += 1_000;
    expect((await refusalOf(play(userId))).code).toBe('cycle-too-short');
    nowMs += CYCLE_MS;
    await playOnce(userId);
  });
});
