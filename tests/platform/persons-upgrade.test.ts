/** A database of the version before persons, with accounts in it that are one person's and excluded, brought up to date. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../server/db/migrate';
import { findViolations } from '../../server/ledger/invariants';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { refusalOf } from '../support/money';
import { giveMoney, makePlayer } from '../support/players';
import { makeStage, naira, SESSION_HASH } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';
import { ROOT } from '../support/stages.mjs';

const BEFORE = new Date('2026-02-01T09:00:00.000Z');
/** The step brings accounts together at its own time, so breaks run for long after it or were over long before. */
const LONG_AHEAD = '2099-05-01T09:00:00.000Z';
const LONGER = '2099-06-01T09:00:00.000Z';
const OVER = '2026-02-02T09:00:00.000Z';

let database: TestDatabase;
let stage: Stage;
let folder: string;
const ids: Record<string, string> = {};
const idOf = (who: string): string => ids[who] ?? '';

/** Verified with the identity, as the version before wrote it. */
async function verified(who: string, identity: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO identity (user_id, person_hash, gateway, kind, last_four, wording_version, verified_at)
     VALUES ($1, sha256($2), 'simulator', 'nin', '0090', '2026-11', $3)`,
    [idOf(who), Buffer.from([identity]), BEFORE],
  );
  await database.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [idOf(who)]);
}

/** Tried with an identity that another account had. */
async function triedWith(who: string, identity: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO identity_check (user_id, at, gateway, kind, wording_version, outcome, person_hash)
     VALUES ($1, $3, 'simulator', 'nin', '2026-11', 'in-use', sha256($2))`,
    [idOf(who), Buffer.from([identity]), BEFORE],
  );
}

async function exclude(who: string, state: 'cool-off' | 'excluded', until: string | null): Promise<void> {
  await database.pool.query('UPDATE player SET protection = $2, protection_since = $3, protection_until = $4 WHERE user_id = $1', [idOf(who), state, BEFORE, until]);
  await database.pool.query(
    `INSERT INTO exclusion (user_id, length, at, ends_at, state, until, session_hash, after_entries, after_step)
     VALUES ($1, $2, $3, $4, $5, $4, $6, (SELECT coalesce(max(chain_length), 0) FROM ledger_account WHERE user_id = $1), 0)`,
    [idOf(who), until === null ? 'permanent' : '30-days', BEFORE, until, state, SESSION_HASH],
  );
}

async function limited(who: string, kind: string, amount: number): Promise<void> {
  await database.pool.query(`INSERT INTO player_limit (user_id, kind, period, amount, set_at) VALUES ($1, $2, 'day', $3, $4)`, [idOf(who), kind, naira(amount), BEFORE]);
  await database.pool.query('UPDATE player SET limited = true WHERE user_id = $1', [idOf(who)]);
  await database.pool.query(
    `INSERT INTO limit_change (user_id, kind, period, what, amount, at, session_hash, after_entries, after_step) VALUES ($1, $2, 'day', 'set', $3, $4, $5, 0, 0)`,
    [idOf(who), kind, naira(amount), BEFORE, SESSION_HASH],
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-upgrade-'));
  database = await testDatabase({ isMigrated: false });
  const all = path.join(ROOT, 'server/db/migrations');
  for (const name of (await readdir(all)).filter((each) => each < '0033')) await cp(path.join(all, name), path.join(folder, name));
  await migrate(database.pool, folder);
  for (const who of ['excluded', 'second', 'third', 'short', 'long', 'rested', 'other', 'joined', 'stranger']) ids[who] = await makePlayer(database.pool);
  // The second account tried with the identity of the first and with that of the third: all of them are one person's.
  await verified('excluded', 1);
  await triedWith('second', 1);
  await triedWith('second', 2);
  await verified('third', 2);
  await exclude('excluded', 'excluded', null);
  await verified('short', 3);
  await triedWith('long', 3);
  await exclude('short', 'excluded', LONG_AHEAD);
  await exclude('long', 'cool-off', LONGER);
  await verified('rested', 4);
  await triedWith('other', 4);
  await exclude('rested', 'cool-off', OVER);
  await limited('rested', 'stake', 900);
  await limited('other', 'stake', 300);
  await limited('other', 'loss', 200);
  // These are two verified strangers whom one unverified account linked to one person.
  await triedWith('joined', 5);
  await triedWith('joined', 4);
  await verified('stranger', 5);
  await migrate(database.pool, all);
  stage = makeStage(database.pool);
  stage.at('2026-11-21T10:00:00.000Z');
  for (const who of ['excluded', 'third', 'short', 'rested', 'stranger']) await giveMoney(database.pool, idOf(who), naira(1_000));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const columnsOf = async (who: string) =>
  (await database.pool.query('SELECT protection, protection_until, protection_carried FROM player WHERE user_id = $1', [idOf(who)])).rows[0];
const personOf = async (who: string) =>
  (await database.pool.query<{ person_id: string | null }>('SELECT person_id FROM player WHERE user_id = $1', [idOf(who)])).rows[0]?.person_id;
const refused = async (who: string): Promise<string> => (await refusalOf(stage.existingPlayer(idOf(who)).bet(10))).code;

describe('with the migration that makes accounts one person’s', () => {
  it('nobody who excluded themself before it plays on with an account that was linked before it, however far the link reaches', async () => {
    for (const who of ['excluded', 'third']) expect(await refused(who)).toBe('self-excluded');
    expect(await refused('second')).toBe('nin-in-use');
    expect(await columnsOf('third')).toEqual({ protection: 'excluded', protection_until: null, protection_carried: true });
    expect(await columnsOf('excluded')).toMatchObject({ protection_carried: false });
    const { rows } = await database.pool.query(
      'SELECT x.user_id FROM exclusion x JOIN exclusion o ON o.exclusion_id = x.carried_from WHERE o.user_id = $1 ORDER BY x.user_id', [idOf('excluded')],
    );
    expect(rows.map((row: { user_id: string }) => row.user_id)).toEqual([idOf('second'), idOf('third')].sort());
  });

  it('two breaks of one person become the stricter one, to the later end', async () => {
    expect(await columnsOf('short')).toMatchObject({ protection: 'excluded', protection_until: new Date(LONGER) });
    expect(await refused('short')).toBe('self-excluded');
  });

  it('a second account no longer shows what was carried to it, and keeps what its own player asked for', async () => {
    expect(await columnsOf('second')).toEqual({ protection: 'none', protection_until: null, protection_carried: false });
    expect(await columnsOf('long')).toEqual({ protection: 'cool-off', protection_until: new Date(LONGER), protection_carried: false });
    const { rows } = await database.pool.query('SELECT user_id, state, until FROM exclusion WHERE is_correction ORDER BY state');
    expect(rows).toEqual([{ user_id: idOf('long'), state: 'cool-off', until: new Date(LONGER) }, { user_id: idOf('second'), state: 'none', until: null }]);
    await expect(database.pool.query(`UPDATE player SET protection = 'none', protection_until = NULL WHERE user_id = $1`, [idOf('long')])).rejects.toThrow('not made shorter');
  });

  it('a break that was over bars nobody, and strangers stay apart', async () => {
    for (const who of ['rested', 'stranger']) expect((await stage.existingPlayer(idOf(who)).bet(10)).real.balance).toBeGreaterThan(0);
    for (const who of ['other', 'joined']) expect(await columnsOf(who)).toMatchObject({ protection: 'none' });
    expect(await personOf('stranger')).not.toBe(await personOf('rested'));
    expect(await personOf('joined')).toBe(await personOf('stranger'));
  });

  it('one account of a person plays, and no limit that held for the person is lifted by that', async () => {
    for (const who of ['other', 'joined']) expect(await refused(who)).toBe('nin-in-use');
    const rested = stage.existingPlayer(idOf('rested'));
    expect([(await rested.limit('stake', 'day')).amount, (await rested.limit('loss', 'day')).amount]).toEqual([300, 200]);
    expect((await refusalOf(rested.bet(301))).code).toBe('limit-exceeded');
  });

  it('what is written agrees with itself, and what is asked for later on a second account stops the one that plays', async () => {
    expect(await findViolations(database.pool, PROTECTION_INVARIANTS)).toEqual([]);
    await stage.existingPlayer(idOf('other')).exclude('6-months');
    expect(await refused('rested')).toBe('identity-needed');
    expect(await findViolations(database.pool, PROTECTION_INVARIANTS)).toEqual([]);
  });
});
