/** Rounds name the version of their rules, and go on and are checked by it whatever is played since. */
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_ITSELF, verifyAudit, writeAudit } from '../../server/audit';
import { listAuditLines } from '../../server/audit/audit-list';
import { migrate } from '../../server/db/migrate';
import { readHistoryRows, toHistoryItem } from '../../server/games/history-rows';
import { listOpenRounds } from '../../server/games/open-rounds';
import { readParSheet } from '../../server/games/par-sheets/rows';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { lockActivePair, rotateSeeds } from '../../server/games/seed-pairs';
import { settleAbandoned } from '../../server/games/settle-abandoned';
import { transaction } from '../../server/db/transaction';
import type { RoundAnswer, RoundHistoryItem } from '../../src/core/contract/games';
import type { BlackjackView } from '../../src/core/games/blackjack';
import type { DiceOutcome } from '../../src/core/games/dice';
import type { MinesView } from '../../src/core/games/mines';
import type { PlinkoOutcome } from '../../src/core/games/plinko';
import type { RouletteOutcome } from '../../src/core/games/roulette';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import type { SlotOutcome } from '../../src/core/games/slots/slots';
import { kobo, nairaToKobo } from '../../src/core/money';
import { checkRound, versionOf } from '../checker/check';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { writeRound } from '../support/insert-rounds';
import { newKey } from '../support/keys';
import { testMoney } from '../support/money';
import type { TestMoney } from '../support/money';
import { otherSheet, publishSheet } from '../support/par-sheets';
import type { OtherSheet } from '../support/par-sheets';
import { giveMoney, makePlayer } from '../support/players';
import { registerTestKey } from '../support/seed-keys';
import { isLong, randomFrom, seedOf } from '../support/seeds';
import type { Random } from '../support/seeds';
import { ROOT } from '../support/stages.mjs';
import { CASH_OUT, act, findAllViolations, givePair, open, problemOf, readReal, roundOf, safeUnder, seedSteppedGames, start } from '../support/stepped-rounds';

const HOUR_MS = 60 * 60_000;
const AT = new Date('2026-11-20T00:00:00Z');

let database: TestDatabase;
let money: TestMoney;
beforeAll(async () => {
  database = await testDatabase();
  await fillCatalogue(database.pool);
  await seedSteppedGames(database.pool, AT);
  money = testMoney(database.pool);
});
afterAll(async () => {
  expect(await findAllViolations(database.pool)).toEqual([]);
  await database.close();
});

async function seated(serverSeed?: string): Promise<string> {
  const userId = await makePlayer(database.pool);
  await giveMoney(database.pool, userId, kobo(100_000_000_00));
  if (serverSeed !== undefined) await givePair(database.pool, userId, serverSeed, money.platform.now());
  return userId;
}

async function historyOf(userId: string): Promise<readonly RoundHistoryItem[]> {
  const rows = await readHistoryRows(database.pool, { userId, gameId: null, from: new Date(0), before: new Date(8.64e15) }, null, 5_000);
  return rows.map(toHistoryItem);
}

/** As a build with other rules began the round. */
async function beginUnder(roundId: string, rules: string | null): Promise<void> {
  await database.pool.query('ALTER TABLE open_round DISABLE TRIGGER open_round_is_kept');
  await database.pool.query('UPDATE open_round SET rules = $2 WHERE round_id = $1', [roundId, rules]);
  await database.pool.query('ALTER TABLE open_round ENABLE TRIGGER open_round_is_kept');
}

describe('the version of the rules', () => {
  it('stands in a round’s answer, in each of its steps, in the list of open rounds and in the history', async () => {
    const seed = 'c'.repeat(64);
    const userId = await seated(seed);
    const begun = roundOf(await start(money.platform, userId));
    const rules = RULES_VERSIONS['mines'];
    expect(begun.fairness).toMatchObject({ nonce: 0, rules });
    const { items } = await listOpenRounds(database.pool, money.platform.seedKeys, userId);
    expect(items.map(({ fairness }) => fairness.rules)).toEqual([rules]);
    const stepped = roundOf(await act(money.platform, userId, begun.roundId, 0, open(safeUnder(seed, 3)[0]!)));
    const ended = roundOf(await act(money.platform, userId, begun.roundId, 1, CASH_OUT));
    expect([stepped.fairness.rules, ended.fairness.rules]).toEqual([rules, rules]);
    expect((await historyOf(userId)).map(({ fairness }) => fairness?.rules)).toEqual([rules]);
  });

  it('of an open round can’t be changed, nor its bet, its draw or its first stake', async () => {
    const userId = await seated();
    const { roundId } = roundOf(await start(money.platform, userId));
    for (const change of [`rules = '${'0'.repeat(64)}'`, 'rules = NULL', `bet = '{"mines": 1}'`, 'nonce = nonce + 1', `client_seed = 'mine'`, 'first_stake = 1']) {
      await expect(database.pool.query(`UPDATE open_round SET ${change} WHERE round_id = $1`, [roundId]), change).rejects.toThrow('keeps its bet');
    }
  });
});

describe('a round that was begun under earlier rules', () => {
  const SEED = 'd'.repeat(64);
  let earlier: OtherSheet;
  beforeAll(async () => {
    earlier = otherSheet('mines', ({ parameters }) => (parameters['back'] = '1/2'));
    await publishSheet(database.pool, earlier, AT);
  });

  it('goes on by them to its end, and its row names them', async () => {
    const userId = await seated(SEED);
    const [safe] = safeUnder(SEED, 3);
    const { roundId } = roundOf(await start(money.platform, userId));
    await beginUnder(roundId, earlier.version);
    const stepped = roundOf(await act(money.platform, userId, roundId, 0, open(safe!)));
    // Half of 25 ÷ 22, where the rules of this build pay 1.125.
    expect(stepped).toMatchObject({ fairness: { rules: earlier.version }, outcome: { pays: 5_681, next: 6_493 } });
    const ended = roundOf(await act(money.platform, userId, roundId, 1, CASH_OUT));
    expect(ended).toMatchObject({ win: 56.81, fairness: { rules: earlier.version } });
    expect((await historyOf(userId))[0]).toMatchObject({ roundId, win: 56.81, fairness: { rules: earlier.version } });
    const round = { gameId: 'mines', serverSeed: SEED, clientSeed: 'steps', nonce: 0, stake: 10_000, bet: { mines: 3 }, actions: [open(safe!), CASH_OUT], abandoned: false };
    expect(checkRound((await readParSheet(database.pool, 'mines', earlier.version))!, round).win).toBe(5_681n);
  });

  it('takes steps that name them, and none that name those of now', async () => {
    const userId = await seated(SEED);
    const { roundId, fairness } = roundOf(await start(money.platform, userId));
    await beginUnder(roundId, earlier.version);
    const { commit, clientSeed, nonce } = fairness;
    const [safe] = safeUnder(SEED, 3);
    const named = (rules: string) => act(money.platform, userId, roundId, 0, open(safe!), newKey(), { commit, clientSeed, nonce, rules });
    const before = await readReal(database.pool, userId);
    expect(problemOf(await named(RULES_VERSIONS['mines']!))).toMatchObject({ code: 'seed-changed', current: { roundId, step: 0, fairness: { rules: earlier.version } } });
    expect(await readReal(database.pool, userId)).toBe(before);
    expect(roundOf(await named(earlier.version))).toMatchObject({ step: 1, fairness: { rules: earlier.version }, outcome: { pays: 5_681 } });
    roundOf(await act(money.platform, userId, roundId, 1, CASH_OUT));
  });

  it('is finished by them, too, when its player does not come back', async () => {
    const userId = await seated(SEED);
    const { roundId } = roundOf(await start(money.platform, userId));
    await beginUnder(roundId, earlier.version);
    roundOf(await act(money.platform, userId, roundId, 0, open(safeUnder(SEED, 3)[0]!)));
    money.pass(25 * HOUR_MS);
    await settleAbandoned(money.platform);
    expect((await historyOf(userId))[0]).toMatchObject({ roundId, win: 56.81, abandoned: true, fairness: { rules: earlier.version } });
  });

  it('waits where this build has no program for them, and is listed again by one that has', async () => {
    const other = otherSheet('mines', (sheet) => (sheet.method = 'mines/2'));
    await publishSheet(database.pool, other, AT);
    const userId = await seated(SEED);
    const { roundId } = roundOf(await start(money.platform, userId));
    await beginUnder(roundId, other.version);
    const balance = await readReal(database.pool, userId);
    expect((await listOpenRounds(database.pool, money.platform.seedKeys, userId)).items).toEqual([]);
    await expect(act(money.platform, userId, roundId, 0, open(0))).rejects.toThrow('no engine plays mines');
    expect(await readReal(database.pool, userId)).toBe(balance);
    await beginUnder(roundId, RULES_VERSIONS['mines']!);
    expect((await listOpenRounds(database.pool, money.platform.seedKeys, userId)).items).toHaveLength(1);
  });
});

describe('a round from before rules had versions', () => {
  it('names none, goes on by the rules of this build, and stays without a version', async () => {
    const seed = 'e'.repeat(64);
    const userId = await seated(seed);
    const { roundId } = roundOf(await start(money.platform, userId));
    await beginUnder(roundId, null);
    const stepped = roundOf(await act(money.platform, userId, roundId, 0, open(safeUnder(seed, 3)[0]!)));
    expect(stepped.fairness).not.toHaveProperty('rules');
    const ended = roundOf(await act(money.platform, userId, roundId, 1, CASH_OUT));
    expect(ended.fairness).not.toHaveProperty('rules');
    expect(ended.win).toBe(112.5);
    expect((await historyOf(userId))[0]!.fairness).not.toHaveProperty('rules');
  });
});

describe('the upgrade to versions of rules', () => {
  it('leaves earlier rounds without a version, and the audit trail whole', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
    const before = await testDatabase({ isMigrated: false });
    try {
      const all = path.join(ROOT, 'server/db/migrations');
      for (const name of (await readdir(all)).filter((each) => each < '0068')) await cp(path.join(all, name), path.join(folder, name));
      await migrate(before.pool, folder);
      await registerTestKey(before.pool);
      const userId = await makePlayer(before.pool, { role: 'admin', username: 'Boss' });
      const roundId = await writeRound(before.pool, { userId, gameId: 'dice', stake: 10_000, win: 0, at: AT });
      const write = (by: string) => transaction(before.pool, (tx) => writeAudit(tx, { at: AT, userId: by, action: 'game-changed', subject: 'dice', before: null, after: null }));
      await write(userId);
      await migrate(before.pool, all);
      await fillCatalogue(before.pool);
      await write(userId);
      await write(PLATFORM_ITSELF);
      // The fourth line is of the pair of seeds that was revealed.
      expect(await verifyAudit(before.pool)).toMatchObject({ ok: true, head: { length: 4 } });
      expect((await listAuditLines(before.pool, {})).items.map(({ by }) => by)).toEqual(['The platform', 'Boss', 'Boss']);
      const { rows } = await before.pool.query('SELECT round_id, rules FROM round');
      expect(rows).toEqual([{ round_id: roundId, rules: null }]);
      await expect(before.pool.query(`UPDATE round SET rules = '${RULES_VERSIONS['dice']!}'`)).rejects.toThrow('not allowed');
    } finally {
      await before.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Rounds of each game through the platform; `npm run test:long` plays a thousand. */
const ROUNDS = isLong ? 1_000 : 10;
const GAMES = Object.keys(RULES_VERSIONS);

const betOf = (gameId: string, random: Random): Readonly<Record<string, unknown>> => ({
  roulette: { bets: [{ spot: random.pick(['17', '0-1-2', '8-9-11-12', 'red', 'dozen-2']), stake: 10_000 }] },
  dice: { under: 1 + random.below(9_800) },
  plinko: { risk: random.pick(['low', 'medium', 'high']) },
  mines: { mines: 1 + random.below(24) },
}[gameId] ?? {});

function nextAction({ gameId, outcome }: RoundAnswer, random: Random): Readonly<Record<string, unknown>> {
  if (gameId === 'blackjack') return { kind: random.pick((outcome as BlackjackView).can) };
  const { opened } = outcome as MinesView;
  if (opened.length > 0 && random.chance(0.3)) return CASH_OUT;
  return open(random.pick(Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !opened.includes(cell))));
}

/** Returns the numbers that the history shows of a round, in the form that the checker uses. */
function shownBy({ gameId, outcome }: RoundHistoryItem): readonly (readonly number[])[] {
  if (gameId === 'roulette') return [[(outcome as RouletteOutcome).number]];
  if (gameId === 'dice') return [[(outcome as DiceOutcome).roll]];
  if (gameId === 'plinko') return [(outcome as PlinkoOutcome).path];
  if (gameId === 'mines') return [(outcome as MinesView).laid ?? []];
  if (gameId === 'blackjack') return [(outcome as BlackjackView).dealer, ...(outcome as BlackjackView).hands.map(({ cards }) => cards)];
  return [outcome as SlotOutcome, ...(outcome as SlotOutcome).freeSpins].map(({ stops }) => stops);
}

describe('rounds that were played through the platform', () => {
  it.each(GAMES)('of %s are what the checker that stands alone finds with the sheet that they name', { timeout: 30 * 60_000 }, async (gameId) => {
    const random = randomFrom(seedOf(`the stand-alone checker on the platform, ${gameId}`));
    const own = testMoney(database.pool);
    const userId = await seated();
    await database.pool.query('UPDATE game SET min_stake = 1000, max_stake = 1000000 WHERE game_id = $1', [gameId]);
    for (let n = 0; n < ROUNDS; n += 1) {
      let round = roundOf(await start(own.platform, userId, { gameId, bet: betOf(gameId, random) }));
      while (round.state === 'open' && !random.chance(0.05)) {
        round = roundOf(await act(own.platform, userId, round.roundId, round.step ?? 0, nextAction(round, random)));
      }
      // Every play is another one: no reality check comes due. What was left is settled by the rule.
      own.pass(round.state === 'open' || n % 20 === 19 ? 25 * HOUR_MS : HOUR_MS);
      await settleAbandoned(own.platform);
    }
    const { previous } = await transaction(database.pool, (tx) => rotateSeeds(tx, own.platform, userId));
    const rounds = await historyOf(userId);
    expect(rounds).toHaveLength(ROUNDS);
    expect(createHash('sha256').update(previous!.serverSeed).digest('hex')).toBe(previous!.commit);
    for (const item of rounds) {
      const rules = item.fairness!.rules!;
      const sheet = (await readParSheet(database.pool, gameId, rules))!;
      expect(versionOf(sheet)).toBe(rules);
      const { clientSeed, nonce } = item.fairness!;
      const checked = checkRound(sheet, {
        gameId,
        serverSeed: previous!.serverSeed,
        clientSeed,
        nonce,
        stake: nairaToKobo(item.firstStake ?? item.stake)!,
        bet: item.bet ?? {},
        actions: (item.actions ?? []) as Readonly<Record<string, unknown>>[],
        abandoned: item.abandoned === true,
      });
      const [win, staked] = [BigInt(nairaToKobo(item.win)!), BigInt(nairaToKobo(item.stake)!)];
      expect(checked, JSON.stringify(item)).toEqual({ win, staked, shown: shownBy(item) });
    }
  });

  it('are drawn from the pair that is in use', async () => {
    const userId = await seated();
    const active = await transaction(database.pool, (tx) => lockActivePair(tx, money.platform, userId));
    const round = roundOf(await start(money.platform, userId, { gameId: 'blackjack' }));
    expect(round.fairness).toMatchObject({ commit: active.commit_hash, nonce: 0, rules: RULES_VERSIONS['blackjack'] });
  });
});
