import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportAuditLines, IS_ABOUT, listAuditLines } from '../../server/audit/audit-list';
import { readChainState, verifyNextLines } from '../../server/audit/keep-verifying';
import { AUDIT_INVARIANTS, describeVerdict, verifyAudit } from '../../server/audit/verify-audit';
import { writeAudit } from '../../server/audit/write-audit';
import { migrate } from '../../server/db/migrate';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { makePlayer } from '../support/players';
import { ROOT } from '../support/stages.mjs';

const AT = new Date('2026-11-22T09:00:00.123Z');
const WRITERS = 8;
const LINES_EACH = 5;

let database: TestDatabase;
let adminId: string;
beforeEach(async () => {
  database = await testDatabase();
  adminId = await makePlayer(database.pool, { role: 'admin', username: 'Boss' });
});
afterEach(() => database.close());

const write = (subject: string, after: unknown = { name: 'Adire “Gold”\nII', maxStake: 7_500.5, categories: [] }) =>
  transaction(database.pool, (tx) => writeAudit(tx, { at: AT, userId: adminId, action: 'game-changed', subject, before: null, after }));

/** Runs statements with the triggers off, as somebody could who owns the database. */
async function tamper(sql: string): Promise<void> {
  await database.pool.query('ALTER TABLE admin_audit DISABLE TRIGGER USER');
  await database.pool.query(sql);
  await database.pool.query('ALTER TABLE admin_audit ENABLE TRIGGER USER');
}

async function brokenAt(): Promise<unknown> {
  const verdict = await verifyAudit(database.pool);
  return verdict.ok ? 'whole' : verdict.broken;
}

const violations = () => findViolations(database.pool, AUDIT_INVARIANTS);

describe('the chain of the audit trail', () => {
  it('is whole when it is empty, and when there are lines of everything that JSON can say', async () => {
    expect(describeVerdict(await verifyAudit(database.pool))).toMatch(/^The audit trail is whole: 0 lines/);
    await write('adire-gold');
    await write('dice', { 'ключ': [1e21, 0.1, true, null, '\u2028 \\ "'], deep: { a: { b: {} } } });
    const verdict = await verifyAudit(database.pool);
    expect(verdict).toMatchObject({ ok: true, head: { length: 2, hash: (await listAuditLines(database.pool, {})).items[0]?.hash } });
    expect(await violations()).toEqual([]);
  });

  it('has no forks and no holes under eight writers at once, some of whom give up', async () => {
    const wrote = await Promise.allSettled(
      Array.from({ length: WRITERS * LINES_EACH }, (_, n) =>
        transaction(database.pool, async (tx) => {
          await writeAudit(tx, { at: AT, userId: adminId, action: 'game-changed', subject: `game-${n % WRITERS}`, before: { n }, after: { n: n + 1 } });
          if (n % LINES_EACH === 0) throw new Error('changed my mind');
        }),
      ),
    );
    const writtenCount = wrote.filter(({ status }) => status === 'fulfilled').length;
    expect(writtenCount).toBe(WRITERS * LINES_EACH - WRITERS);
    expect(await verifyAudit(database.pool)).toMatchObject({ ok: true, head: { length: writtenCount } });
    expect(await violations()).toEqual([]);
  });

  it.each([
    ['a line that was changed', `UPDATE admin_audit SET after = '{"enabled": true}' WHERE chain_no = 2`, { wrong: 'hash', at: 2 }],
    ['who did it changed', `UPDATE admin_audit SET user_id = (SELECT user_id FROM player WHERE username = 'Other') WHERE chain_no = 3`, { wrong: 'hash', at: 3 }],
    ['when it was changed by a microsecond', `UPDATE admin_audit SET at = at + interval '1 microsecond' WHERE chain_no = 1`, { wrong: 'hash', at: 1 }],
    ['a line that was taken out', 'DELETE FROM admin_audit WHERE chain_no = 2', { wrong: 'number', at: 2 }],
    ['the end cut off', 'DELETE FROM admin_audit WHERE chain_no = 4', { wrong: 'head', at: 4 }],
    ['two lines that changed places', 'UPDATE admin_audit SET chain_no = -chain_no WHERE chain_no IN (2, 3); UPDATE admin_audit SET chain_no = 5 + chain_no WHERE chain_no < 0', { wrong: 'hash', at: 2 }],
  ])('finds %s', async (_, sql, broken) => {
    await makePlayer(database.pool, { role: 'admin', username: 'Other' });
    for (const subject of ['a', 'b', 'c', 'd']) await write(subject);
    expect(await brokenAt()).toBe('whole');
    await tamper(sql);
    expect(await brokenAt()).toEqual(broken);
    expect(describeVerdict(await verifyAudit(database.pool))).toContain(`broken at line ${broken.at}`);
    expect(await violations()).not.toEqual([]);
  });

  it('that was replaced as a whole is noticed by the end that was noted before', async () => {
    await write('a');
    const before = await verifyAudit(database.pool);
    if (!before.ok) throw new Error('broken');
    await write('b');
    expect(await verifyAudit(database.pool, before.head)).toMatchObject({ ok: true });
    expect(await verifyAudit(database.pool, { ...before.head, hash: '0'.repeat(64) })).toMatchObject({ ok: false, broken: { wrong: 'head', at: 1 } });
    expect(await verifyAudit(database.pool, { length: 9, hash: before.head.hash })).toMatchObject({ ok: false, broken: { wrong: 'head', at: 3 } });
  });

  it('includes the lines of the version before', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ayo-audit-'));
    const old = await testDatabase({ isMigrated: false });
    try {
      const all = path.join(ROOT, 'server/db/migrations');
      for (const name of (await readdir(all)).filter((each) => each < '0028')) await cp(path.join(all, name), path.join(folder, name));
      await migrate(old.pool, folder);
      const userId = await makePlayer(old.pool, { role: 'admin' });
      await old.pool.query(
        `INSERT INTO admin_audit (at, user_id, action, subject, before, after)
         SELECT now(), $1, 'game-changed', 'adire-gold', '{"enabled": true}', jsonb_build_object('n', n) FROM generate_series(1, 3) n`,
        [userId],
      );
      await old.pool.query(
        `INSERT INTO game (game_id, name, categories, contribution, min_stake, max_stake, bytes, art, position, updated_at)
         VALUES ('adire-gold', 'Adire', '{slots,new,made-in-naija}', 0, 1000, 2000, 1, '', 1, '2026-11-21T23:30:00Z')`,
      );
      await migrate(old.pool, all);
      expect(await verifyAudit(old.pool)).toMatchObject({ ok: true, head: { length: 3 } });
      expect((await old.pool.query(`SELECT categories, new_from FROM game`)).rows).toEqual([{ categories: ['slots', 'made-in-naija'], new_from: '2026-11-22' }]);
    } finally {
      await old.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('reading the trail', () => {
  it('goes from the newest line back, page by page, for everything and for one subject', async () => {
    for (let n = 1; n <= 7; n += 1) await write(n % 2 === 0 ? 'even' : 'odd');
    const first = await listAuditLines(database.pool, { limit: 3 });
    expect([first.items.map(({ no }) => no), first.next]).toEqual([[7, 6, 5], '5']);
    const second = await listAuditLines(database.pool, { limit: 4, cursor: '5' });
    expect([second.items.map(({ no }) => no), second.next]).toEqual([[4, 3, 2, 1], null]);
    const even = await listAuditLines(database.pool, { subject: 'even' });
    expect(even.items.map(({ no, by, at, action }) => [no, by, at, action])).toEqual([6, 4, 2].map((no) => [no, 'Boss', AT.toISOString(), 'game-changed']));
    await expect(listAuditLines(database.pool, { cursor: 'x' })).rejects.toThrow();
  });
});

describe('looking for lines of the trail', () => {
  const writeAt = (day: string, userId: string, action: string, subject: string, after: unknown = {}) =>
    transaction(database.pool, (tx) => writeAudit(tx, { at: new Date(`${day}T12:00:00.000Z`), userId, action, subject, before: null, after }));

  it('finds them by who, what, about whom and day, page by page', async () => {
    const ada = await makePlayer(database.pool, { username: 'Ada' });
    await writeAt('2026-11-20', adminId, 'player-read', ada, { part: 'page' });
    await writeAt('2026-11-21', adminId, 'game-changed', 'dice');
    await writeAt('2026-11-22', 'platform', 'player-read', ada);
    const find = async (filter: Parameters<typeof listAuditLines>[1]) => (await listAuditLines(database.pool, filter)).items.map(({ no }) => no);
    expect(await find({ by: 'boss' })).toEqual([2, 1]);
    expect(await find({ by: 'the platform' })).toEqual([3]);
    expect(await find({ by: 'nobody' })).toEqual([]);
    expect(await find({ action: 'player-read' })).toEqual([3, 1]);
    expect(await find({ about: 'ADA' })).toEqual([3, 1]);
    expect(await find({ about: ada, by: 'Boss' })).toEqual([1]);
    expect(await find({ from: '2026-11-21', to: '2026-11-21' })).toEqual([2]);
    const first = await listAuditLines(database.pool, { about: 'Ada', limit: 1 });
    expect([first.items.map(({ no }) => no), await find({ about: 'Ada', limit: 1, cursor: first.next ?? '' })]).toEqual([[3], [1]]);
  });

  it('finds lines about something of a player, too: a thread, a case, a correction', async () => {
    const ada = await makePlayer(database.pool, { username: 'Ada' });
    await writeAt('2026-11-20', adminId, 'thread-read', 'a-thread', { part: 'messages', player: ada });
    await writeAt('2026-11-20', adminId, 'correction-proposed', 'a-proposal', { userId: ada });
    await writeAt('2026-11-20', adminId, 'thread-read', 'another-thread', { part: 'messages' });
    const find = async (filter: Parameters<typeof listAuditLines>[1]) =>
      (await listAuditLines(database.pool, filter)).items.map(({ subject }) => subject);
    expect(await find({ about: 'ada' })).toEqual(['a-proposal', 'a-thread']);
    expect(await find({ about: ada, subject: 'a-thread' })).toEqual(['a-thread']);
    expect(await find({ about: ada, subject: 'another-thread' })).toEqual([]);
    const client = await database.pool.connect();
    try {
      // The table of a test is so small that reading it whole is cheaper.
      await client.query('SET enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT FROM admin_audit a WHERE ${IS_ABOUT.replaceAll('$8', '$1')}`, [[ada]]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      for (const index of ['admin_audit_of_subject_chained', 'admin_audit_about_player']) expect(plan).toContain(index);
    } finally {
      client.release(true);
    }
  });

  it('shows whoever may see one subject alone no line of another by what it is about', async () => {
    await write('adire-gold');
    await write('somebody');
    const seen = await listAuditLines(database.pool, { subject: 'adire-gold', about: 'somebody' });
    expect(seen.items).toEqual([]);
    expect((await listAuditLines(database.pool, { about: 'somebody' })).items).toHaveLength(1);
  });

  it('writes them as a file that runs nothing in a spreadsheet, and a line about it', async () => {
    await writeAt('2026-11-21', adminId, 'game-changed', '=1+1', { name: 'a' });
    const { csv, lines, hasMore } = await transaction(database.pool, (tx) => exportAuditLines(tx, { by: 'boss' }, { adminId, at: AT }));
    expect([lines, hasMore]).toEqual([1, false]);
    const [head, line, end] = csv.split('\r\n');
    expect([head, end]).toEqual(['\uFEFFno,at,by,action,subject,before,after,hash', '']);
    expect(line).toMatch(/^1,2026-11-21T12:00:00\.000Z,Boss,game-changed,'=1\+1,,"\{""name"":""a""\}",[0-9a-f]{64}$/);
    expect((await listAuditLines(database.pool, {})).items[0]).toMatchObject({ action: 'audit-exported', subject: adminId, after: { by: 'boss', lines: 1 } });
  });

  it('says how far the chain is verified, goes on with new lines, and finds a line that was changed with the next walk', async () => {
    let now = AT;
    const alerts: unknown[] = [];
    const verify = () => verifyNextLines({ pool: database.pool, now: () => now, log: (event, details) => void alerts.push([event, details]) });
    const state = () => readChainState(database.pool);
    expect(await state()).toEqual({ lines: 0, reached: 0, verified: null, broken: null });
    await write('dice');
    await verify();
    expect(await state()).toEqual({ lines: 1, reached: 1, verified: { to: 1, at: AT }, broken: null });
    await write('mines');
    await Promise.all([verify(), verify()]);
    expect(await state()).toMatchObject({ lines: 2, verified: { to: 2 } });

    await tamper(`UPDATE admin_audit SET subject = 'plinko' WHERE chain_no = 1`);
    await verify();
    expect((await state()).broken).toBeNull();
    now = new Date(AT.getTime() + 24 * 3_600_000);
    await verify();
    await verify();
    expect((await state()).broken).toEqual({ line: 1, how: 'hash', since: now });
    expect(alerts).toEqual([['audit.broken', { alert: true, wrong: 'hash', at: 1 }]]);
    await tamper(`UPDATE admin_audit SET subject = 'dice' WHERE chain_no = 1`);
    await verify();
    expect(await state()).toMatchObject({ verified: { to: 2, at: now }, broken: null });
    await tamper('DELETE FROM admin_audit WHERE chain_no = 2');
    now = new Date(now.getTime() + 24 * 3_600_000);
    await verify();
    expect((await state()).broken).toMatchObject({ line: 2, how: 'head' });
  });
});
