/** A weekly draw that two people of the team decide: each commits to a secret, and reveals it when the entries are frozen. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closureRefusal, readRemainingMoney } from '../../server/closure/money-left';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { commitDrawSecret, revealDrawSecret } from '../../server/promotions/draws/admin-secrets';
import { listAdminDraws } from '../../server/promotions/draws/admin-draws';
import { REVEAL_MS } from '../../server/promotions/draws/reveal-time';
import { readProof } from '../../server/promotions/draws/published-draws';
import type { AdminDraw } from '../../src/core/contract/draw-commits';
import type { Draw } from '../../src/core/contract/draws';
import { secretCommitOf } from '../../src/core/draw-secret';
import { checkDraw } from '../../src/core/draw-check';
import { DRAW_CLOSES, DRAW_OPENS, drawStage } from '../support/draw-stage';
import type { DrawStage } from '../support/draw-stage';
import { insertAdmin } from '../support/insert-admin';
import { refusalOf } from '../support/money';
import { makePlayer } from '../support/players';

let stage: DrawStage;
let pool: DrawStage['database']['pool'];
/** Returns two admins who are two persons: the admin of the stage, and another one. */
let amina: string;
let bode: string;
let drawId: string;
beforeEach(async () => {
  stage = await drawStage();
  ({ pool } = stage.database);
  bode = await makePlayer(pool, { role: 'admin' });
  amina = (await pool.query<{ user_id: string }>(`SELECT user_id FROM admin WHERE user_id <> $1`, [bode])).rows[0]?.user_id ?? '';
  await stage.runDraws();
  drawId = (await firstDraw()).drawId;
});
afterEach(async () => {
  expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
  await stage.database.close();
});

const newSecret = () => randomBytes(16).toString('hex');
const commit = (adminId: string, secret: string, attempt = 1, device?: string) =>
  commitDrawSecret(stage.platform, { adminId, drawId, attempt, commit: secretCommitOf(secret) }, device === undefined ? undefined : { address: '102.89.1.7', cookie: device });
const reveal = (adminId: string, secret: string, attempt = 1) => revealDrawSecret(stage.platform, { adminId, drawId, attempt, secret });
const codeOf = async (promise: Promise<unknown>) => {
  const { code, extra } = await refusalOf(promise);
  return extra.reason === undefined ? code : `${code} ${extra.reason}`;
};

async function firstDraw(): Promise<Draw> {
  const draw = (await stage.readDraws()).find(({ week }) => week === '2026-11-23');
  if (draw === undefined) throw new Error('the draw was not opened');
  return draw;
}

async function deskOf(adminId: string): Promise<AdminDraw | undefined> {
  const context = { adminId, now: stage.platform.now(), officeNetworks: [] };
  return (await listAdminDraws(pool, context)).find((draw) => draw.drawId === drawId);
}

async function close(): Promise<void> {
  stage.at(DRAW_CLOSES);
  await stage.runDraws();
}

const later = (ms: number): string => new Date(Date.parse(DRAW_CLOSES) + ms).toISOString();

describe('a draw that two admins decide', () => {
  it('has both commits before anybody can reveal, and winners that follow from both secrets', async () => {
    await stage.enterMany(6);
    const [first, second] = [newSecret(), newSecret()];
    expect(await deskOf(amina)).toMatchObject({ source: 'admins', attempt: 1, commits: [], canCommit: true, whyNot: null, canReveal: false, voided: 0 });
    const own = { isOwn: true, commit: secretCommitOf(first), revealedAt: null };
    expect(await commit(amina, first)).toMatchObject({ commits: [own], canCommit: false, canReveal: false });
    expect(await codeOf(reveal(amina, first))).toBe('conflict');
    await commit(bode, second);
    expect(await codeOf(reveal(amina, first))).toBe('conflict');
    await close();
    const frozen = await firstDraw();
    expect(frozen).toMatchObject({ frozenAt: DRAW_CLOSES, drawnAt: null, winners: [] });
    const sealed = [first, second].map((secret) => ({ commit: secretCommitOf(secret), revealedAt: null }));
    expect(frozen.attempts).toMatchObject([{ source: 'admins', until: later(REVEAL_MS), commits: sealed }]);
    expect(await deskOf(bode)).toMatchObject({ canReveal: true, canCommit: false });
    await reveal(bode, second);
    await stage.runDraws();
    // No answer contains the first secret before the second one is revealed.
    expect(JSON.stringify([await firstDraw(), await deskOf(amina)])).not.toContain(second);
    expect((await firstDraw()).drawnAt).toBeNull();
    stage.at(later(60_000));
    await reveal(amina, first);
    await Promise.all(Array.from({ length: 6 }, stage.runDraws));
    const draw = await firstDraw();
    expect(draw).toMatchObject({ ...frozen, drawnAt: later(60_000), winners: expect.any(Array), attempts: expect.any(Array) });
    const proof = await readProof(pool, drawId);
    expect(proof.decided).toEqual({ attempt: 1, source: 'admins', beacon: null, secrets: [first, second] });
    expect(checkDraw(proof, draw)).toBe('right');
    expect([...(await stage.readPrizes()).values()].reduce((sum, prize) => sum + prize, 0)).toBe(18_000_000);
    expect(await deskOf(amina)).toBeUndefined();
  });

  it('is in the audit trail, without any secret, and asks by mail', async () => {
    const [first, second] = [newSecret(), newSecret()];
    await commit(amina, first);
    await commit(bode, second);
    await close();
    await reveal(amina, first);
    await reveal(bode, second);
    const { rows } = await pool.query('SELECT user_id, action, subject, after FROM admin_audit ORDER BY audit_id');
    expect(rows).toEqual([
      ...[[amina, first], [bode, second]].map(([userId, secret = '']) => ({ user_id: userId, action: 'draw-committed', subject: drawId, after: { attempt: 1, commit: secretCommitOf(secret) } })),
      ...[[amina, first], [bode, second]].map(([userId, secret = '']) => ({ user_id: userId, action: 'draw-revealed', subject: drawId, after: { attempt: 1, commit: secretCommitOf(secret) } })),
    ]);
    // Two of them for the next week's draw, which opened at the closing.
    expect(stage.mails.map(({ letter }) => letter.subject).sort()).toEqual([
      ...Array.from({ length: 2 }, () => 'Reveal your secret for the weekly draw'), ...Array.from({ length: 4 }, () => 'The weekly draw needs two of you'),
    ]);
  });

  it('waits for people who commit after the closing, too: the entries are frozen by then', async () => {
    await stage.enterMany(6);
    await close();
    expect(stage.cashier.log).toContainEqual({ event: 'draw.waits-for-commits', details: { alert: true, drawId, commits: 0 } });
    stage.at(later(5 * REVEAL_MS));
    await stage.runDraws();
    expect((await firstDraw()).attempts).toMatchObject([{ voidedAt: null, until: null }]);
    const [first, second] = [newSecret(), newSecret()];
    await commit(amina, first);
    expect((await deskOf(amina))?.until).toBeNull();
    await commit(bode, second);
    expect((await deskOf(amina))?.until).toBe(later(6 * REVEAL_MS));
    await reveal(amina, first);
    await reveal(bode, second);
    await stage.runDraws();
    expect(checkDraw(await readProof(pool, drawId), await firstDraw())).toBe('right');
  });

  it('has one commit of each, which can’t be changed, and the same one again changes nothing', async () => {
    const secret = newSecret();
    const answer = await commit(amina, secret);
    expect(await commit(amina, secret)).toEqual(answer);
    expect(await codeOf(commit(amina, newSecret()))).toBe('conflict');
    // An admin who could copy the other one's commit would reveal the other one's secret after it.
    expect(await codeOf(commit(bode, secret))).toBe('conflict');
    await Promise.all([commit(bode, newSecret()), commit(bode, newSecret())].map((each) => each.catch(() => undefined)));
    expect((await deskOf(amina))?.commits).toHaveLength(2);
    const third = await makePlayer(pool, { role: 'admin' });
    expect(await codeOf(commit(third, newSecret()))).toBe('conflict');
    await expect(pool.query(`UPDATE draw_commit SET commit_hash = repeat('a', 64)`)).rejects.toThrow('stays as it was made');
    await expect(pool.query('DELETE FROM draw_commit')).rejects.toThrow('a commit stays');
    await expect(pool.query(`UPDATE draw_commit SET secret = $1, revealed_at = now() WHERE user_id = $2`, [secret, amina])).rejects.toThrow('once the entries are frozen');
  });

  it('reveals no other secret than was committed to, and the right one once', async () => {
    const [first, second] = [newSecret(), newSecret()];
    await commit(amina, first);
    await commit(bode, second);
    await close();
    const refused = await refusalOf(reveal(amina, second));
    expect([refused.code, refused.extra.errors]).toEqual(['validation', [{ field: 'secret', message: 'This is not the secret that you committed to.' }]]);
    const answer = await reveal(amina, first);
    expect(await reveal(amina, first)).toEqual(answer);
    await expect(pool.query(`UPDATE draw_commit SET secret = $1, revealed_at = now() WHERE user_id = $2`, [first, bode])).rejects.toThrow('draw_commit_check');
    const third = await makePlayer(pool, { role: 'admin' });
    expect(await codeOf(reveal(third, newSecret()))).toBe('conflict');
    expect(await codeOf(revealDrawSecret(stage.platform, { adminId: amina, drawId: 'none', attempt: 1, secret: first }))).toBe('not-found');
    expect(await codeOf(reveal(amina, first, 2))).toBe('conflict');
  });
});

describe('one person', () => {
  it('does not decide a draw alone with two accounts: not with one they let in, nor from one browser', async () => {
    await commit(amina, newSecret(), 1, 'her-browser');
    const second = await makePlayer(pool);
    await pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [second]);
    await insertAdmin(pool, second, { invitedBy: amina, isConfirmed: false });
    expect(await codeOf(commit(second, newSecret()))).toBe('not-counted unconfirmed');
    expect((await deskOf(second))?.whyNot).toContain('count as one person');
    const { device } = (await pool.query<{ device: string }>('SELECT device FROM draw_commit')).rows[0] ?? { device: '' };
    await pool.query(`INSERT INTO admin_trace (user_id, kind, trace, last_at) VALUES ($1, 'device', $2, $3)`, [bode, device, DRAW_OPENS]);
    expect(await codeOf(commit(bode, newSecret(), 1, 'her-browser'))).toBe('not-counted device');
    const refusals = stage.cashier.log.filter(({ event }) => event === 'draw.commit-not-counted').map(({ details }) => [details['alert'], details['by']]);
    expect(refusals).toEqual([[true, 'unconfirmed'], [true, 'device']]);
    expect((await pool.query(`SELECT FROM admin_audit WHERE action = 'draw-commit-not-counted'`)).rowCount).toBe(2);
    // Past the program the database counts persons, too.
    await expect(pool.query(`INSERT INTO draw_commit (draw_id, attempt, place, user_id, commit_hash, at) VALUES ($1, 1, 2, $2, repeat('a', 64), now())`, [drawId, second])).rejects.toThrow('two persons');
  });

  it('who has just become an admin, or is none, does not commit', async () => {
    const fresh = await makePlayer(pool);
    await pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [fresh]);
    await insertAdmin(pool, fresh, { since: stage.platform.now() });
    expect(await codeOf(commit(fresh, newSecret()))).toBe('not-counted new');
    const player = await makePlayer(pool);
    await expect(pool.query(`INSERT INTO draw_commit (draw_id, attempt, place, user_id, commit_hash, at) VALUES ($1, 1, 1, $2, repeat('a', 64), now())`, [drawId, player])).rejects.toThrow('two persons of the team');
  });
});

describe('who keeps a secret back', () => {
  /** Bode sees that Amina has revealed, and does not reveal. */
  async function withhold(): Promise<{ readonly first: string; readonly second: string }> {
    const [first, second] = [newSecret(), newSecret()];
    await commit(amina, first);
    await commit(bode, second);
    await close();
    await reveal(amina, first);
    stage.at(later(REVEAL_MS - 1));
    await stage.runDraws();
    expect((await firstDraw()).attempts).toMatchObject([{ voidedAt: null }]);
    stage.at(later(REVEAL_MS));
    return { first, second };
  }

  it('gains nothing: everybody is told, and others draw from the same entries', async () => {
    const byEntry = await stage.enterMany(6);
    const chidi = await makePlayer(pool, { role: 'admin' });
    const { first, second } = await withhold();
    const before = await firstDraw();
    expect(await codeOf(reveal(bode, second))).toBe('conflict');
    await Promise.all(Array.from({ length: 4 }, stage.runDraws));
    const frozenDraw = await firstDraw();
    expect(frozenDraw).toMatchObject({ entriesHash: before.entriesHash, frozenAt: DRAW_CLOSES, entries: 6, drawnAt: null });
    expect(frozenDraw.attempts).toMatchObject([
      { number: 1, voidReason: 'not-revealed', voidedAt: later(REVEAL_MS), commits: [{ revealedAt: DRAW_CLOSES }, { revealedAt: null }] },
      { number: 2, source: 'admins', commits: [], voidedAt: null },
    ]);
    expect(stage.mails.filter(({ letter }) => letter.parts.some((part) => typeof part === 'string' && part.includes('held again'))).length).toBeGreaterThan(2);
    // The try is over for good, also for the admin who withheld the secret.
    expect(await codeOf(reveal(bode, second))).toBe('conflict');
    expect(await codeOf(commit(bode, newSecret(), 2))).toBe('not-counted withheld');
    expect(await deskOf(bode)).toMatchObject({ canCommit: false, whyNot: expect.stringContaining('did not reveal'), voided: 1 });
    await expect(pool.query(`UPDATE draw_commit SET secret = $1, revealed_at = now() WHERE user_id = $2`, [second, bode])).rejects.toThrow('for a try that runs');
    await expect(pool.query(`INSERT INTO draw_commit (draw_id, attempt, place, user_id, commit_hash, at) VALUES ($1, 2, 1, $2, repeat('a', 64), now())`, [drawId, bode])).rejects.toThrow('kept a secret back');
    await expect(pool.query('UPDATE draw_attempt SET voided_at = NULL, void_reason = NULL WHERE number = 1 AND draw_id = $1', [drawId])).rejects.toThrow('ends once');
    // A secret that everybody may know decides nothing.
    expect(await codeOf(commit(amina, first, 2))).toBe('conflict');
    const [third, fourth] = [newSecret(), newSecret()];
    await commit(amina, third, 2);
    await commit(chidi, fourth, 2);
    await reveal(amina, third, 2);
    await reveal(chidi, fourth, 2);
    await stage.runDraws();
    const draw = await firstDraw();
    expect(checkDraw(await readProof(pool, drawId), draw)).toBe('right');
    expect(draw.winners.every(({ entryId }) => byEntry.has(entryId))).toBe(true);
    expect([...(await stage.readPrizes()).values()].reduce((sum, prize) => sum + prize, 0)).toBe(18_000_000);
  });

  it('does not know what they prevent: the platform’s seed is not in the database, and no result follows from both secrets', async () => {
    await stage.enterMany(6);
    await withhold();
    const { rows } = await pool.query<{ seed: string | null; key_id: string | null }>('SELECT seed, key_id FROM draw WHERE draw_id = $1', [drawId]);
    expect(rows).toEqual([{ seed: null, key_id: expect.any(String) }]);
  });

  it('stops the draw where the team has nobody else, until somebody joins', async () => {
    await stage.enterMany(6);
    await withhold();
    await stage.runDraws();
    expect((await firstDraw()).attempts).toMatchObject([{ voidReason: 'not-revealed' }, { number: 2, source: 'admins' }]);
    await commit(amina, newSecret(), 2);
    stage.at(later(9 * REVEAL_MS));
    await stage.runDraws();
    expect((await firstDraw()).attempts).toHaveLength(2);
    // The next week's draw goes on meanwhile.
    expect((await stage.readDraws()).length).toBeGreaterThan(1);
  });

  it('keeps nobody from knowing what they won: whoever is in a draw that is being held can’t close the account before it is over', async () => {
    const [userId = ''] = (await stage.enterMany(6)).values();
    const obstacle = async () => {
      const remaining = await readRemainingMoney(pool, userId, stage.platform.now());
      return [remaining.openDraws, closureRefusal(remaining)?.extra.detail];
    };
    expect(await obstacle()).toEqual([0, undefined]);
    await close();
    expect(await obstacle()).toEqual([1, 'You are in a draw that is being held: wait until it is over.']);
    stage.at(later(7 * REVEAL_MS));
    expect(await obstacle()).toEqual([0, undefined]);
  });

  it('until the last moment stops nothing: two who reveal then decide the draw, and it is held once', async () => {
    await stage.enterMany(6);
    const [first, second] = [newSecret(), newSecret()];
    await commit(amina, first);
    await commit(bode, second);
    await close();
    stage.at(later(REVEAL_MS - 1));
    await Promise.all([reveal(amina, first), reveal(bode, second), stage.runDraws()]);
    stage.at(later(REVEAL_MS));
    await Promise.all(Array.from({ length: 4 }, stage.runDraws));
    expect((await firstDraw()).attempts).toMatchObject([{ voidedAt: null }]);
    expect(checkDraw(await readProof(pool, drawId), await firstDraw())).toBe('right');
  });
});
