/** The time of a bonus stands still while the game of its free spins is closed. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { pauseSpins } from '../../server/bonuses/pause-spins';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { playRound } from '../../server/games/play-round';
import { LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import type { Platform } from '../../server/platform';
import { kobo } from '../../src/core/money';
import { readWallets } from '../support/bonus-rows';
import { claimSpins } from '../support/bonuses';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { START, testMoney } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';

const CYCLE_MS = 2_500;
const DAY_MS = 86_400_000;

const database = fileDatabase({ seed: fillCatalogue, invariants: [...LEDGER_INVARIANTS, ...BONUS_INVARIANTS, ...WAGERING_INVARIANTS] });
let platform: Platform;
let nowMs = START;

beforeEach(() => {
  nowMs = START;
  platform = { ...testMoney(database.pool).platform, now: () => new Date(nowMs), randomBytes };
});

async function player(naira = 0): Promise<string> {
  const userId = await makePlayer(database.pool);
  if (naira > 0) await giveMoney(database.pool, userId, kobo(naira * 100), new Date(nowMs));
  return userId;
}
async function play(userId: string, stake: number, { gameId = 'adire-gold', ...more }: { gameId?: string; freeSpinOf?: string } = {}): Promise<void> {
  const { status, text } = await playRound(platform, {
    userId, gameId, key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake, currency: 'NGN', bet: {}, ...more },
  });
  nowMs += CYCLE_MS;
  expect(status, text).toBe(201);
}
interface WalletFigures {
  readonly state: string;
  readonly reason: string | null;
  readonly granted: number;
  readonly requirement: number;
  readonly progress: number;
  readonly spinsLeft: number;
}

describe('a bonus whose game of free spins is closed', () => {
  const SPIN_GAME = 'harmattan';
  const open = (isOpen: boolean) => database.pool.query('UPDATE game SET enabled = $2 WHERE game_id = $1', [SPIN_GAME, isOpen]);
  afterEach(() => open(true));
  const timesOf = async (userId: string) => {
    const { rows } = await database.pool.query<{ paused_at: Date | null; expires_at: Date }>(
      'SELECT paused_at, expires_at FROM bonus_wallet WHERE user_id = $1', [userId],
    );
    return { pausedAt: rows[0]?.paused_at?.getTime() ?? null, expiresAt: rows[0]?.expires_at.getTime() };
  };
  const figures = async (userId: string) => (await readWallets(database.pool, userId))[0] as WalletFigures;
  const spin = (userId: string, walletId: string) => play(userId, 20, { gameId: SPIN_GAME, freeSpinOf: walletId });
  const claim = (userId: string, spins: number, wagering = 10) => claimSpins(platform, userId, { gameId: SPIN_GAME, spins, wagering, validDays: 1 });

  it('goes on with its last spin, though the game was opened only just before', async () => {
    const userId = await player();
    const walletId = await claim(userId, 40);
    while ((await figures(userId)).spinsLeft > 1) await spin(userId, walletId);
    await open(false);
    const pausedAt = nowMs;
    await pauseSpins(platform);
    nowMs += 3 * DAY_MS;
    expect(await timesOf(userId)).toEqual({ pausedAt, expiresAt: START + DAY_MS });
    expect(await sweepBonuses(platform)).toBe(0);
    expect((await figures(userId)).state).toBe('active');
    await open(true);
    const resumedAt = nowMs;
    await spin(userId, walletId);
    expect(await figures(userId)).toMatchObject({ state: 'active', spinsLeft: 0 });
    expect(await timesOf(userId)).toEqual({ pausedAt: null, expiresAt: START + DAY_MS + resumedAt - pausedAt });
    expect(await pauseSpins(platform)).toBe(0);
  });

  it('is not held back by the spins that are left once its wagering is done: it converts at its end', async () => {
    const userId = await player(50_000);
    const walletId = await claim(userId, 40, 1);
    while ((await figures(userId)).granted === 0) await spin(userId, walletId);
    await open(false);
    await pauseSpins(platform);
    const pausedAt = nowMs;
    nowMs += 2 * DAY_MS;
    let resumedAt = nowMs;
    while ((await figures(userId)).progress < (await figures(userId)).requirement) {
      resumedAt = nowMs;
      await play(userId, 1_000);
    }
    const end = START + DAY_MS + resumedAt - pausedAt;
    expect(await timesOf(userId)).toEqual({ pausedAt: null, expiresAt: end });
    expect([await pauseSpins(platform), await sweepBonuses(platform)]).toEqual([0, 0]);
    nowMs = end;
    expect(await sweepBonuses(platform)).toBe(1);
    const { granted } = await figures(userId);
    expect(await figures(userId)).toMatchObject({ state: 'completed', reason: 'met', converted: granted, spinsLeft: 0 });
  });

  it('is paused by the sweep instead of ended, where nothing paused it before its end', async () => {
    const userId = await player(100);
    await claim(userId, 40);
    nowMs = START + DAY_MS;
    await open(false);
    await play(userId, 10);
    expect(await sweepBonuses(platform)).toBe(0);
    expect([(await figures(userId)).state, (await timesOf(userId)).pausedAt]).toEqual(['active', nowMs]);
    await open(true);
    expect(await sweepBonuses(platform)).toBe(0);
    await pauseSpins(platform);
    expect(await sweepBonuses(platform)).toBe(1);
  });
});
