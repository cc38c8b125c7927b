import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { BONUS_INVARIANTS, WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { readTransactions } from '../../server/cashier/statement/transactions';
import { readStatement } from '../../server/cashier/statement/statement';
import { readRounds, toFilter } from '../../server/games/history';
import { playRound } from '../../server/games/play-round';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import type { RawAnswer } from '../../server/http/router';
import { readBalance } from '../../server/ledger/accounts';
import { LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import type { Platform } from '../../server/platform';
import { resolvePeriod } from '../../server/period';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import type { RoundAnswer } from '../../src/core/contract/games';
import { kobo } from '../../src/core/money';
import { verifyStatement } from '../../src/core/statement';
import { readWallets } from '../support/bonus-rows';
import { claimMatch, claimSpins, endBonuses, giveBonus } from '../support/bonuses';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { fileDatabase } from '../support/file-database';
import { newKey } from '../support/keys';
import { START, testMoney } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';

const GAME = 'adire-gold';
const CYCLE_MS = 2_500;
const DAY_MS = 86_400_000;
const INVARIANTS = [...LEDGER_INVARIANTS, ...BONUS_INVARIANTS, ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS];

const database = fileDatabase({ seed: fillCatalogue, invariants: INVARIANTS });
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
interface RoundChoice {
  readonly key?: string;
  readonly freeSpinOf?: string;
}
const ask = (userId: string, stake: number, { key = newKey(), freeSpinOf }: RoundChoice = {}): Promise<RawAnswer> =>
  playRound(platform, {
    userId, gameId: GAME, key, place: HERE, sessionHash: SESSION_HASH, body: { stake, currency: 'NGN', bet: {}, ...(freeSpinOf !== undefined && { freeSpinOf }) },
  });
const codeOf = ({ text }: RawAnswer): unknown => JSON.parse(text).code;
async function play(userId: string, stake: number, freeSpinOf?: string): Promise<RoundAnswer> {
  const answer = await ask(userId, stake, freeSpinOf === undefined ? {} : { freeSpinOf });
  nowMs += CYCLE_MS;
  expect(answer.status, answer.text).toBe(201);
  return JSON.parse(answer.text) as RoundAnswer;
}
const realOf = async (userId: string): Promise<number> => (await readBalance(database.pool, userId)).real;
interface WalletFigures {
  readonly state: string;
  readonly reason: string | null;
  readonly balance: number;
  readonly lost: number;
  readonly progress: number;
  readonly spinsLeft: number;
  readonly converted: number;
}
const wallets = async (userId: string) => (await readWallets(database.pool, userId)) as WalletFigures[];
const roundsOf = (userId: string) => readRounds(database.pool, toFilter(userId, { limit: 100 }, nowMs));

describe('a round with bonus money', () => {
  it('says what of it was bonus money, and its balances are the player’s own', async () => {
    const userId = await player(30);
    await giveBonus(platform, userId, 500_00);
    const round = await play(userId, 50);
    const won = Math.round(round.win * 100);
    const bonusWon = Math.floor((won * 20) / 50);
    expect(round.bonus).toEqual({ staked: 20, won: bonusWon / 100 });
    expect(round.balance).toBe((won - bonusWon) / 100);
    const { items, totals } = await roundsOf(userId);
    expect(items).toMatchObject([{ stake: 50, bonus: { staked: 20 }, balanceBefore: 30, balanceAfter: round.balance }]);
    expect(totals).toEqual({ rounds: 1, staked: 30, won: round.balance, net: (won - bonusWon - 30_00) / 100 });
    expect(await wallets(userId)).toMatchObject([{ balance: 480_00 + bonusWon, progress: 50_00 }]);
    const { rows } = await database.pool.query('SELECT staked, won, rounds FROM activity_day WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ staked: 30_00, won: won - bonusWon, rounds: 1 }]);
  });

  it('answers as without bonuses when it uses the player’s own money alone', async () => {
    const userId = await player(100);
    await giveBonus(platform, userId, 500_00);
    expect(await play(userId, 50)).not.toHaveProperty('bonus');
    expect(await wallets(userId)).toMatchObject([{ balance: 500_00, progress: 50_00 }]);
  });

  it('runs not one statement more for a player without a bonus', async () => {
    const userId = await player(1_000);
    const texts: string[] = [];
    const { pool } = platform;
    const listened = new Proxy(pool, {
      get: (target, name) => {
        if (name !== 'connect') return Reflect.get(target, name) as unknown;
        return async () => {
          const client = await target.connect();
          return new Proxy(client, {
            get: (real, member) => {
              const found: unknown = Reflect.get(real, member);
              if (typeof found !== 'function') return found;
              return (...all: unknown[]): unknown => {
                const [what] = all;
                if (member === 'query') texts.push(typeof what === 'string' ? what : (what as { readonly text: string }).text);
                return Reflect.apply(found, real, all) as unknown;
              };
            },
          });
        };
      },
    });
    await play(userId, 10);
    platform = { ...platform, pool: listened };
    await play(userId, 10);
    // BEGIN, the key (2), the savepoint, the game, the seeds (2), the last start, the guard, the lock, the posting, the round, the answer, COMMIT.
    expect(texts.length, texts.join('\n')).toBe(14);
    expect(texts.filter((text) => /bonus_wallet w|bonus_wager/.test(text))).toEqual([]);
    await giveBonus({ ...platform, pool }, userId, 100_00);
    texts.length = 0;
    await play(userId, 10);
    expect(texts.filter((text) => /bonus_wallet w|bonus_wager/.test(text))).toHaveLength(2);
  });

  it('is refused above the largest stake of a running bonus, real money or not, which is the answer to its key', async () => {
    const userId = await player();
    await giveBonus(platform, userId, 500_00, { maxStake: kobo(40_00) });
    const key = newKey();
    const refused = await ask(userId, 50, { key });
    expect([refused.status, codeOf(refused)]).toEqual([422, 'bonus-stake-too-high']);
    expect((await ask(userId, 50, { key })).text).toBe(refused.text);
    expect(codeOf(await ask(userId, 600))).toBe('insufficient-funds');
    await giveMoney(database.pool, userId, kobo(50_00), new Date(nowMs));
    expect(codeOf(await ask(userId, 50))).toBe('bonus-stake-too-high');
    await play(userId, 40);
  });

  it('of the player’s own money has no largest stake but the game’s beside a bonus of earlier terms, and once the bonus is over', async () => {
    const userId = await player();
    await giveMoney(database.pool, userId, kobo(200_00), new Date(nowMs));
    await giveBonus(platform, userId, 500_00, { maxStake: kobo(40_00) });
    await database.pool.query('ALTER TABLE bonus_wallet DISABLE TRIGGER bonus_wallet_is_kept');
    await database.pool.query('UPDATE bonus_wallet SET rules = 1, cap_times = NULL WHERE user_id = $1', [userId]);
    await database.pool.query('ALTER TABLE bonus_wallet ENABLE TRIGGER bonus_wallet_is_kept');
    await play(userId, 50);
    await endBonuses(platform, [userId]);
    await play(userId, 50);
  });

  it('makes the bonus the player’s own at once when it meets the requirement, and the statement adds up', async () => {
    const userId = await player();
    await giveBonus(platform, userId, 100_00, { wagering: 1 });
    let rounds = 0;
    while ((await wallets(userId))[0]?.state === 'active') {
      await play(userId, 10);
      rounds += 1;
    }
    const [wallet] = await wallets(userId);
    if (wallet?.state === 'completed') {
      expect([rounds, wallet.progress]).toEqual([10, 100_00]);
      expect(await realOf(userId)).toBe(wallet.converted);
      expect((await roundsOf(userId)).items[0]).toMatchObject({ balanceBefore: 0, balanceAfter: wallet.converted / 100 });
    } else expect(wallet?.reason).toBe('played-out');
    const pages = [await readStatement(platform, { userId, after: null })];
    expect(verifyStatement(pages)).toMatchObject({ ok: true });
    const period = resolvePeriod({}, nowMs);
    const page = await readTransactions(database.pool, { userId, period, kind: 'bonus', cursor: null, limit: 50 });
    const granted = { kind: 'bonus', account: 'bonus', amount: 100, balanceBefore: 0, balanceAfter: 100 };
    expect(page.items.at(-1)).toMatchObject(granted);
    expect(page.totals.in).toBe((wallet?.converted ?? 0) / 100);
  });

  it('counts what the game counts then, and no less than when the bonus was claimed', async () => {
    const userId = await player(1_000);
    await database.pool.query('UPDATE game SET contribution = 1250');
    await giveBonus(platform, userId, 100_00);
    await play(userId, 10);
    await database.pool.query('UPDATE game SET contribution = 0');
    await play(userId, 10);
    await database.pool.query('UPDATE game SET contribution = 10000');
    await play(userId, 10);
    expect((await wallets(userId))[0]?.progress).toBe(1_25 + 1_25 + 10_00);
  });
});

describe('free spins', () => {
  it('take nothing of the player’s, once for each key, and are over when they are played', async () => {
    const userId = await player();
    const walletId = await claimSpins(platform, userId, { spins: 3 });
    const key = newKey();
    const first = await ask(userId, 20, { key, freeSpinOf: walletId });
    expect(JSON.parse(first.text)).toMatchObject({ stake: 20, balance: 0, bonus: { staked: 20 }, freeSpinOf: walletId });
    expect((await ask(userId, 20, { key, freeSpinOf: walletId })).text).toBe(first.text);
    expect((await wallets(userId))[0]?.spinsLeft).toBe(2);
    // A free spin is play, so it can’t begin sooner than any other round.
    await expect(ask(userId, 20, { freeSpinOf: walletId })).rejects.toMatchObject({ code: 'cycle-too-short' });
    nowMs += CYCLE_MS;
    await play(userId, 20, walletId);
    await play(userId, 20, walletId);
    expect(codeOf(await ask(userId, 20, { freeSpinOf: walletId }))).toBe('conflict');
    const { totals } = await roundsOf(userId);
    expect(totals).toEqual({ rounds: 3, staked: 0, won: 0, net: 0 });
    const { rows } = await database.pool.query('SELECT staked, won, rounds, played_ms FROM activity_day WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ staked: 0, won: 0, rounds: 3, played_ms: 2 * CYCLE_MS }]);
    expect(verifyStatement([await readStatement(platform, { userId, after: null })])).toMatchObject({ ok: true });
  });

  it('are played at their own stake alone, from the player’s own bonus, and not during a break', async () => {
    const userId = await player(100);
    const walletId = await claimSpins(platform, userId);
    expect(codeOf(await ask(userId, 50, { freeSpinOf: walletId }))).toBe('validation');
    expect(codeOf(await ask(await player(), 20, { freeSpinOf: walletId }))).toBe('conflict');
    expect(codeOf(await ask(userId, 20, { freeSpinOf: 'nobody' }))).toBe('conflict');
    await database.pool.query(`UPDATE player SET protection = 'cool-off', protection_since = $2, protection_until = $3 WHERE user_id = $1`, [
      userId, new Date(nowMs), new Date(nowMs + DAY_MS),
    ]);
    expect(codeOf(await ask(userId, 20, { freeSpinOf: walletId }))).toBe('cool-off');
    nowMs += DAY_MS;
    await play(userId, 20, walletId);
  });

  it('can be played whatever the game’s smallest stake has become', async () => {
    const userId = await player();
    const walletId = await claimSpins(platform, userId);
    await database.pool.query('UPDATE game SET min_stake = 100000');
    await play(userId, 20, walletId);
    await database.pool.query('UPDATE game SET min_stake = 1000');
  });
});

describe('the end of a bonus’s time', () => {
  it('converts one whose wagering is done, though free spins are left that could not be played; these lapse', async () => {
    const userId = await player(50_000);
    const walletId = await claimSpins(platform, userId, { wagering: 1, validDays: 1 });
    const read = async () => (await readWallets(database.pool, userId))[0] as WalletFigures & { granted: number; requirement: number };
    while ((await read()).granted === 0) await play(userId, 20, walletId);
    while ((await read()).progress < (await read()).requirement) await play(userId, 1_000);
    const { granted, spinsLeft } = await read();
    expect(spinsLeft).toBeGreaterThan(0);
    expect(await read()).toMatchObject({ state: 'active', balance: granted });
    nowMs = START + DAY_MS;
    expect(codeOf(await ask(userId, 20, { freeSpinOf: walletId }))).toBe('conflict');
    // A round takes no money of it.
    await play(userId, 10);
    expect(await read()).toMatchObject({ state: 'active', balance: granted });
    const before = await realOf(userId);
    expect(await sweepBonuses(platform)).toBe(1);
    expect(await sweepBonuses(platform)).toBe(0);
    expect(await read()).toMatchObject({ state: 'completed', reason: 'met', converted: granted, lost: 0, balance: 0, spinsLeft: 0 });
    expect(await realOf(userId)).toBe(before + granted);
  });

  it('is exact to the millisecond: a round before it may still stake the bonus, one at that moment may not', async () => {
    const userId = await player();
    await giveBonus(platform, userId, 500_00, { validDays: 1 });
    nowMs = START + DAY_MS - 1;
    expect((await ask(userId, 10)).status).toBe(201);
    const other = await player();
    nowMs = START;
    await giveBonus(platform, other, 500_00, { validDays: 1 });
    nowMs = START + DAY_MS;
    expect(codeOf(await ask(other, 10))).toBe('insufficient-funds');
    expect(await wallets(other)).toMatchObject([{ state: 'active' }]);
    expect(await sweepBonuses(platform)).toBe(2);
    expect(await wallets(other)).toMatchObject([{ state: 'expired', reason: 'expired', lost: 500_00, balance: 0 }]);
    expect(await sweepBonuses(platform)).toBe(0);
  });

  it('comes with a round of the player’s own money, before the job does', async () => {
    const userId = await player(100);
    await giveBonus(platform, userId, 500_00, { validDays: 1 });
    nowMs = START + DAY_MS;
    await play(userId, 10);
    expect(await wallets(userId)).toMatchObject([{ state: 'expired', lost: 500_00, progress: 0 }]);
  });

  it('ends a wait for any deposit, and no wait for one deposit alone', async () => {
    const userId = await player();
    await claimMatch(platform, userId, { waitsFor: { until: new Date(START + 1) } });
    expect(await sweepBonuses(platform)).toBe(0);
    nowMs = START + 1;
    expect(await sweepBonuses(platform)).toBe(1);
    expect(await wallets(userId)).toMatchObject([{ state: 'expired', lost: 0 }]);
  });

  it('waits while money is turned off', async () => {
    const userId = await player();
    await giveBonus(platform, userId, 500_00, { validDays: 1 });
    nowMs = START + DAY_MS;
    await database.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect(await sweepBonuses(platform)).toBe(0);
    await database.pool.query('UPDATE money_switch SET open = true, reason = NULL');
    expect(await sweepBonuses(platform)).toBe(1);
    expect(await wallets(userId)).toMatchObject([{ state: 'expired' }]);
  });
});
