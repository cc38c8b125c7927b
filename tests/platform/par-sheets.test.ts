import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditLines } from '../../server/audit/audit-list';
import { AUDIT_INVARIANTS, verifyAudit } from '../../server/audit/verify-audit';
import { PAR_SHEETS } from '../../server/games/par-sheets';
import { RULES_CHANGED } from '../../server/games/par-sheets/rows';
import { fillCatalogue } from '../../server/games/initial-catalogue';
import { findViolations } from '../../server/ledger/invariants';
import { getParSheet, getParSheetVersion } from '../../src/core/contract/games';
import { parSheetDocument } from '../../src/core/games/rules/par-sheet';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { otherSheet, publishSheet } from '../support/par-sheets';
import { makePlayer } from '../support/players';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const AT = new Date('2026-11-22T09:00:00.123Z');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the call of a par sheet', () => {
  let ayo: TestPlatform;
  beforeAll(async () => {
    ayo = await testPlatform();
  });
  afterAll(() => ayo.close());

  it.each([...PAR_SHEETS.keys()])('answers anybody with the rules of %s, in bytes whose hash is their version', async (gameId) => {
    const answer = await ayo.client().call(getParSheet, { params: { gameId } });
    const version = RULES_VERSIONS[gameId]!;
    expect(hashOf(answer.text)).toBe(version);
    expect(answer.headers.get('etag')).toBe(`"${version}"`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(parSheetDocument.parse(answer.data)).toMatchObject({ gameId });
    const same = await ayo.client().call(getParSheetVersion, { params: { gameId, version } });
    expect(same.text).toBe(answer.text);
    expect(same.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const path of ['par-sheet', `par-sheets/${version}`]) {
      const again = await ayo.client().request('GET', `/api/v1/games/${gameId}/${path}`, { headers: { 'if-none-match': `"${version}"` } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
  });

  it('knows a version of an earlier build for as long as the database lives, and gives it under its own game alone', async () => {
    const earlier = otherSheet('dice', (sheet) => (sheet.largestWin.amount = 1_000_000_000));
    await publishSheet(ayo.pool, earlier, AT);
    const { version } = earlier;
    const answer = await ayo.client().call(getParSheetVersion, { params: { gameId: 'dice', version } });
    expect(answer.text).toBe(earlier.text);
    const ofDice = await ayo.client().call(getParSheet, { params: { gameId: 'dice' } });
    expect(hashOf(ofDice.text)).toBe(RULES_VERSIONS['dice']);
    for (const params of [{ gameId: 'plinko', version }, { gameId: 'dice', version: '0'.repeat(64) }]) {
      expect((await ayo.client().call(getParSheetVersion, { params })).problem).toMatchObject({ status: 404, code: 'not-found' });
    }
    expect((await ayo.client().call(getParSheet, { params: { gameId: 'chess' } })).problem).toMatchObject({ status: 404 });
    expect((await ayo.client().request('GET', '/api/v1/games/dice/par-sheets/newest')).status).toBe(400);
  });

  it('answers for a game that is switched off, too: its rounds are still to be checked', async () => {
    await ayo.pool.query(`UPDATE game SET enabled = false WHERE game_id = 'zuma-rock'`);
    expect((await ayo.client().call(getParSheet, { params: { gameId: 'zuma-rock' } })).status).toBe(200);
  });

  it('names no game that is hidden; the version that a round names is there', async () => {
    await ayo.pool.query(`UPDATE game SET hidden_until = $1 WHERE game_id = 'suya-spot'`, [new Date(ayo.platform.now().getTime() + 60_000)]);
    expect((await ayo.client().call(getParSheet, { params: { gameId: 'suya-spot' } })).status).toBe(404);
    const version = RULES_VERSIONS['suya-spot'] ?? '';
    expect((await ayo.client().call(getParSheetVersion, { params: { gameId: 'suya-spot', version } })).status).toBe(200);
  });
});

describe('par sheets in the database', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.close());

  const seed = (at = AT) => fillCatalogue(database.pool, () => at);
  const lines = async () =>
    (await listAuditLines(database.pool, {})).items.map(({ by, action, subject, before, after }) => ({ by, action, subject, before, after }));

  it('are there once however often and in how many processes a build starts', async () => {
    await Promise.all([seed(), seed(), seed()]);
    await seed();
    const { rows } = await database.pool.query<{ game_id: string; version: string }>('SELECT game_id, version FROM par_sheet ORDER BY game_id');
    expect(Object.fromEntries(rows.map((row) => [row.game_id, row.version]))).toEqual(RULES_VERSIONS);
    expect(rows).toHaveLength(Object.keys(RULES_VERSIONS).length);
    expect(await lines()).toEqual([]);
  });

  it('can’t be changed, taken away or emptied, and none comes in under a version that is not its hash', async () => {
    await seed();
    const version = RULES_VERSIONS['dice']!;
    for (const sql of [
      `UPDATE par_sheet SET sheet = replace(sheet, '99', '98') WHERE game_id = 'dice'`, `UPDATE par_sheet SET published_at = now()`,
      `DELETE FROM par_sheet WHERE version = '${version}'`, 'TRUNCATE par_sheet',
    ]) {
      await expect(database.pool.query(sql), sql).rejects.toThrow('not allowed');
    }
    const other = otherSheet('dice', (sheet) => (sheet.stakeStep = 20_000));
    await expect(publishSheet(database.pool, { ...other, version: '0'.repeat(64) }, AT)).rejects.toThrow('par_sheet_is_its_version');
    await expect(publishSheet(database.pool, { ...other, text: `${other.text} ` }, AT)).rejects.toThrow('par_sheet_is_its_version');
    await expect(publishSheet(database.pool, { ...other, gameId: 'plinko' }, AT)).rejects.toThrow('par_sheet_is_of_its_game');
  });

  it('that replace others of their game make one line in the audit trail, whichever process starts, in the platform’s own name', async () => {
    const earlier = otherSheet('mines', ({ parameters }) => (parameters['back'] = '98/100'));
    await publishSheet(database.pool, earlier, AT);
    await Promise.all([seed(), seed()]);
    const after = { rules: RULES_VERSIONS['mines'] };
    expect(await lines()).toEqual([{ by: 'The platform', action: RULES_CHANGED, subject: 'mines', before: { rules: earlier.version }, after }]);
    expect(await verifyAudit(database.pool)).toMatchObject({ ok: true, head: { length: 1 } });
    expect(await findViolations(database.pool, AUDIT_INVARIANTS)).toEqual([]);
    await seed();
    expect(await lines()).toHaveLength(1);
  });

  it('of a build that is put back make a line, too, and so do those of the newer one after it', async () => {
    const newer = otherSheet('plinko', (sheet) => (sheet.largestWin.amount = 2_000_000_000));
    await seed();
    await publishSheet(database.pool, newer, AT);
    // As the newer build wrote it when it started.
    await database.pool.query(
      `INSERT INTO admin_audit (at, user_id, action, subject, before, after) VALUES ($1, 'platform', $2, 'plinko', $3, $4)`,
      [AT, RULES_CHANGED, JSON.stringify({ rules: RULES_VERSIONS['plinko'] }), JSON.stringify({ rules: newer.version })],
    );
    await seed();
    expect((await lines()).map(({ before, after }) => [before, after])).toEqual([
      [{ rules: newer.version }, { rules: RULES_VERSIONS['plinko'] }],
      [{ rules: RULES_VERSIONS['plinko'] }, { rules: newer.version }],
    ]);
  });

  it('are written by nobody who has an account', async () => {
    await expect(database.pool.query(
      `INSERT INTO admin_audit (at, user_id, action, subject, before, after) VALUES (now(), 'nobody', 'game-changed', 'dice', 'null', 'null')`,
    )).rejects.toThrow('foreign key');
    await makePlayer(database.pool);
    await expect(database.pool.query(`UPDATE player SET user_id = 'platform'`)).rejects.toThrow('player_is_not_the_platform');
  });
});
