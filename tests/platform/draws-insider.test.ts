/**
 * Somebody who reads and writes the whole database, up to the closing and after it, wants an accomplice to win the weekly draw. By rule 1
 * they did so every time (tests/unit/core/draw-rule-1.test.ts), since the seed stood in the database.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { commitDrawSecret, revealDrawSecret } from '../../server/promotions/draws/admin-secrets';
import { roundFrom } from '../../server/promotions/draws/beacon-schedule';
import { ROUND_DELAY_MS } from '../../server/promotions/draws/name-attempt';
import { readProof } from '../../server/promotions/draws/published-draws';
import { drawByRule2 } from '../../src/core/draw';
import { secretCommitOf } from '../../src/core/draw-secret';
import type { Decision, FrozenDraw } from '../../src/core/draw';
import { checkDraw } from '../../src/core/draw-check';
import { commitOf } from '../../src/core/fairness/draws';
import { TEST_CHAIN, beaconRound, startBeaconServer } from '../support/beacon-server';
import type { BeaconServer } from '../support/beacon-server';
import { DRAW_CLOSES, DRAW_OPENS, drawStage } from '../support/draw-stage';
import type { DrawStage } from '../support/draw-stage';
import { makePlayer } from '../support/players';
import { TEST_SEED_KEYS } from '../support/seed-keys';
import { isLong } from '../support/seeds';

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** For each of the three ways in which a draw is decided. */
const WEEKS = isLong ? 20 : 10;
/** The number of other players in the draw. */
const OTHERS = 9;
/** By chance the accomplice wins one week in ten; more wins than this happen less than once in ten million runs. */
const MOST_BY_CHANCE = isLong ? 11 : 8;

let stage: DrawStage;
let pool: Pool;
let beacon: BeaconServer | undefined;
afterEach(async () => {
  expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
  await stage.database.close();
  await beacon?.close();
  beacon = undefined;
});

const guess = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The facts that decide the draw, as far as the insider knows them. */
type Knowledge = Omit<FrozenDraw, 'entryIds' | 'bars' | 'places'>;

/** The id under which an entry wins among these, as far as the insider knows. */
function winningId(knowledge: Knowledge, entryIds: readonly string[]): string {
  for (let n = 0; ; n += 1) {
    const entryId = `entry-${n}-${randomBytes(6).toString('hex')}`;
    const { winners } = drawByRule2({ ...knowledge, entryIds: [...entryIds, entryId], bars: {}, places: 1 });
    if (winners[0] === entryId) return entryId;
  }
}

interface Week {
  readonly drawId: string;
  readonly closesMs: number;
}

interface Story {
  /** All that can be known of a draw before it closes, by somebody with the database and more. */
  know(week: Week): Promise<Knowledge>;
  /** Does everything that has to happen at and after the closing, so that the draw is drawn. */
  finish(week: Week): Promise<void>;
}

async function begin(): Promise<{ readonly others: readonly string[]; readonly accomplice: string }> {
  await pool.query(`UPDATE promotion SET prizes = '{100000}' WHERE promotion_id = 'giveaway'`);
  const [accomplice = '', ...others] = await stage.makeVerified(OTHERS + 1);
  return { others, accomplice };
}

const at = (ms: number): void => {
  if (beacon !== undefined) beacon.nowMs = ms;
  stage.at(new Date(ms).toISOString());
};

/** Counts the weeks in which the accomplice wins. */
async function winsOf({ know, finish }: Story): Promise<number> {
  const { others, accomplice } = await begin();
  let wins = 0;
  for (let n = 0; n < WEEKS; n += 1) {
    const week = { closesMs: Date.parse(DRAW_CLOSES) + n * WEEK_MS };
    at(Date.parse(DRAW_OPENS) + n * WEEK_MS);
    await stage.runDraws();
    for (const userId of others) expect(await stage.enter(userId)).toMatchObject({ status: 201 });
    at(week.closesMs - 1);
    const { rows: [draw = { draw_id: '' }] } = await pool.query<{ draw_id: string }>('SELECT draw_id FROM draw WHERE frozen_at IS NULL AND drawn_at IS NULL');
    const drawId = draw.draw_id;
    const { rows: entries } = await pool.query<{ entry_id: string }>('SELECT entry_id FROM draw_entry WHERE draw_id = $1', [drawId]);
    const entryId = winningId(await know({ drawId, ...week }), entries.map((row) => row.entry_id));
    await pool.query(
      `INSERT INTO draw_entry (entry_id, draw_id, user_id, at, person_hash) SELECT $1, $2, user_id, $4, person_hash FROM identity WHERE user_id = $3`,
      [entryId, drawId, accomplice, new Date(week.closesMs - 1)],
    );
    await finish({ drawId, ...week });
    const pastDraw = (await stage.readDraws()).find((each) => each.drawId === drawId);
    expect(pastDraw && checkDraw(await readProof(pool, drawId), pastDraw)).toBe('right');
    if (pastDraw?.winners[0]?.entryId === entryId) wins += 1;
  }
  return wins;
}

async function close({ closesMs }: Week): Promise<void> {
  at(closesMs);
  await stage.runDraws();
}

describe('nobody with the whole database makes an accomplice win more often than by chance', () => {
  it('where the platform’s seed alone decides: it is not there before the draw is over', async () => {
    stage = await drawStage();
    ({ pool } = stage.database);
    const wins = await winsOf({
      know: async ({ drawId }) => {
        const { rows: [row] } = await pool.query<{ seed: string | null; commit_hash: string }>('SELECT seed, commit_hash FROM draw WHERE draw_id = $1', [drawId]);
        expect(row?.seed).toBeNull();
        // Nothing anywhere in the database is that seed.
        const words = new Set((await dump()).match(/[0-9a-f]{64}/g));
        expect([...words].filter((word) => commitOf(word) === row?.commit_hash)).toEqual([]);
        return { drawId, seed: guess(row?.commit_hash ?? ''), decision: { source: 'platform' } };
      },
      finish: close,
    });
    expect(wins).toBeLessThanOrEqual(MOST_BY_CHANCE);
  });

  it('where a beacon decides, even with the platform’s key: the round does not exist before the entries are frozen', async () => {
    beacon = await startBeaconServer();
    const { config } = beacon;
    stage = await drawStage({ drawBeacon: config });
    ({ pool } = stage.database);
    const wins = await winsOf({
      know: async ({ drawId, closesMs }) => {
        const { round } = roundFrom(config, closesMs + ROUND_DELAY_MS);
        // The insider names the newest existing round in the place of the future one.
        const decision: Decision = { source: 'beacon', chain: TEST_CHAIN, round, randomness: beaconRound(round - 21).randomness };
        return { drawId, seed: await seedOf(drawId), decision };
      },
      finish: async (week) => {
        await close(week);
        at(week.closesMs + ROUND_DELAY_MS);
        await stage.runDraws();
      },
    });
    expect(wins).toBeLessThanOrEqual(MOST_BY_CHANCE);
  });

  it('where two of the team decide, even with the platform’s key and as one of the two', async () => {
    stage = await drawStage();
    ({ pool } = stage.database);
    await makePlayer(pool, { role: 'admin' });
    const { rows: admins } = await pool.query<{ user_id: string }>('SELECT user_id FROM admin ORDER BY user_id');
    const [honest = '', insider = ''] = admins.map((row) => row.user_id);
    const [theirs, own] = [new Map<string, string>(), new Map<string, string>()];
    const newSecret = () => randomBytes(16).toString('hex');
    const wins = await winsOf({
      know: async ({ drawId }) => {
        for (const [adminId, secrets] of [[honest, theirs], [insider, own]] as const) {
          const secret = newSecret();
          secrets.set(drawId, secret);
          await commitDrawSecret(stage.platform, { adminId, drawId, attempt: 1, commit: secretCommitOf(secret) });
        }
        return { drawId, seed: await seedOf(drawId), decision: { source: 'admins', secrets: [newSecret(), own.get(drawId) ?? ''] } };
      },
      finish: async (week) => {
        await close(week);
        for (const [adminId, secrets] of [[honest, theirs], [insider, own]] as const) {
          await revealDrawSecret(stage.platform, { adminId, drawId: week.drawId, attempt: 1, secret: secrets.get(week.drawId) ?? '' });
        }
        await stage.runDraws();
      },
    });
    expect(wins).toBeLessThanOrEqual(MOST_BY_CHANCE);
  });
});

describe('nobody who knows the winner of a draw changes it before it is held', () => {
  it('by closing, excluding or demoting whoever is drawn before the accomplice: what counts was frozen at the closing', async () => {
    stage = await drawStage();
    ({ pool } = stage.database);
    const second = await makePlayer(pool, { role: 'admin' });
    const byEntry = await stage.enterMany(10);
    const { drawId } = (await stage.readDraws())[0] ?? { drawId: '' };
    const secrets = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')] as const;
    const { rows: [first = { user_id: '' }] } = await pool.query<{ user_id: string }>('SELECT user_id FROM admin WHERE user_id <> $1', [second]);
    const both = [[first.user_id, secrets[0]], [second, secrets[1]]] as const;
    for (const [adminId, secret] of both) await commitDrawSecret(stage.platform, { adminId, drawId, attempt: 1, commit: secretCommitOf(secret) });
    stage.at(DRAW_CLOSES);
    await stage.runDraws();
    // With the key and both secrets the order is known here, and nobody has drawn yet.
    const decision: Decision = { source: 'admins', secrets };
    const order = drawByRule2({ drawId, seed: await seedOf(drawId), entryIds: [...byEntry.keys()], bars: {}, places: 10, decision }).winners;
    const [closed, excluded, demoted, unverified] = order.map((entryId) => byEntry.get(entryId) ?? '');
    await pool.query('UPDATE player SET closed_at = created_at WHERE user_id = $1', [closed]);
    await pool.query(`UPDATE player SET protection = 'excluded', protection_since = created_at WHERE user_id = $1`, [excluded]);
    await pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [demoted]);
    await pool.query(`UPDATE player SET identity_check = 'money-in' WHERE user_id = $1`, [unverified]);
    for (const [sql, reason] of [
      [`UPDATE draw_entry SET bar = 'closed' WHERE entry_id = '${order[0] ?? ''}'`, 'stays'], [`DELETE FROM draw_entry WHERE entry_id = '${order[0] ?? ''}'`, 'stays'],
      [`INSERT INTO draw_entry (entry_id, draw_id, user_id, at, person_hash) SELECT 'late', '${drawId}', user_id, '${DRAW_OPENS}', person_hash FROM identity LIMIT 1`, 'while its draw is open'],
      ['UPDATE draw SET frozen_at = NULL, entries_hash = NULL WHERE frozen_at IS NOT NULL', 'frozen once'], [`UPDATE draw SET entries_hash = repeat('a', 64) WHERE frozen_at IS NOT NULL`, 'frozen once'],
      [`UPDATE draw SET closes_at = closes_at + interval '1 day'`, 'stays as it was published'], ['DELETE FROM draw', 'stays as it was published'],
      [`UPDATE draw SET drawn_at = frozen_at, seed = repeat('a', 64) WHERE frozen_at IS NOT NULL`, 'by what was named before'], [`UPDATE draw SET seed = repeat('a', 64) WHERE frozen_at IS NOT NULL`, 'when its draw is drawn'],
      ['TRUNCATE draw_entry CASCADE', 'not allowed'], ['TRUNCATE draw CASCADE', 'not allowed'],
      [`INSERT INTO draw_attempt (draw_id, number, source, named_at) VALUES ('${drawId}', 2, 'platform', now())`, 'before what decides it is known'],
    ] as const) await expect(pool.query(sql), sql).rejects.toThrow(reason);
    for (const [adminId, secret] of both) await revealDrawSecret(stage.platform, { adminId, drawId, attempt: 1, secret });
    await stage.runDraws();
    const pastDraw = (await stage.readDraws()).find((each) => each.drawId === drawId);
    expect(pastDraw?.winners.map(({ entryId }) => entryId)).toEqual(order.slice(0, 5));
    expect(pastDraw?.passedOver).toEqual([]);
    expect(pastDraw && checkDraw(await readProof(pool, drawId), pastDraw)).toBe('right');
    // The prizes are theirs: they can take the money out but not play with it, and somebody writes to the one whose account is closed.
    const prizes = await stage.readPrizes();
    expect([closed, excluded].map((userId) => prizes.get(userId ?? ''))).toEqual([10_000_000, 5_000_000]);
    expect(stage.cashier.log).toContainEqual({ event: 'draw.paid-to-closed', details: { alert: true, drawId, userIds: [closed] } });
  });

  it('by closing accounts before the closing: those leave nobody’s place to anybody, since nobody knows yet whose it is', async () => {
    stage = await drawStage();
    ({ pool } = stage.database);
    const byEntry = await stage.enterMany(12);
    const { drawId } = (await stage.readDraws())[0] ?? { drawId: '' };
    const closed = [...byEntry.values()].slice(0, 8);
    await pool.query('UPDATE player SET closed_at = created_at WHERE user_id = ANY($1)', [closed]);
    stage.at(DRAW_CLOSES);
    await stage.runDraws();
    const pastDraw = (await stage.readDraws()).find((each) => each.drawId === drawId);
    const proof = await readProof(pool, drawId);
    const order = drawByRule2({ drawId, seed: proof.seed, entryIds: proof.entryIds, bars: proof.bars ?? {}, places: 12, decision: { source: 'platform' } });
    expect([order.winners.length, order.passedOver.length, proof.entryIds.length]).toEqual([4, 8, 12]);
    expect(pastDraw?.winners.map(({ entryId }) => entryId)).toEqual(order.winners);
    expect(pastDraw?.passedOver).toEqual(order.passedOver.map((entryId) => ({ entryId, reason: 'closed' })));
    expect(pastDraw && checkDraw(proof, pastDraw)).toBe('right');
  });
});

async function seedOf(drawId: string): Promise<string> {
  return TEST_SEED_KEYS.seedOf(TEST_SEED_KEYS.currentId, 'draw', drawId);
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(`SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`);
  const texts: string[] = [];
  for (const { name } of rows) texts.push(...(await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${name} t`)).rows.map(({ text }) => text));
  return texts.join('\n');
}
