/** The weekly draw from its commit to its prizes, with the clock that the test turns. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { readProof } from '../../server/promotions/draws/published-draws';
import { lockOpenDraw } from '../../server/promotions/draws/enter-draw';
import { PROMOTION_INVARIANTS } from '../../server/promotions/invariants';
import { checkDraw } from '../../src/core/draw-check';
import { replayByWebCrypto, commitByWebCrypto } from '../../src/core/fairness/verify-webcrypto';
import { DRAW_CLOSES, DRAW_OPENS, drawStage } from '../support/draw-stage';
import type { DrawStage } from '../support/draw-stage';
import { refusalOf } from '../support/money';
import { checkIdentity, newNin } from '../support/persons';
import { makeStage } from '../support/protection/stage';

/** The last moment at which a player can enter. */
const LAST = '2026-11-29T18:59:59.999Z';
/** In Lagos: Monday 30 November 2026 0:00, when the next draw opens. */
const NEXT_MONDAY = '2026-11-29T23:00:00.000Z';
const PRIZES = [100_000, 50_000, 10_000, 10_000, 10_000];

let stage: DrawStage;
let pool: DrawStage['database']['pool'];
beforeEach(async () => {
  stage = await drawStage();
  ({ pool } = stage.database);
});
afterEach(async () => {
  expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
  await stage.database.close();
});

describe('entering', () => {
  it('is possible once the commit was published, once a week, and not before the draw is there', async () => {
    const [userId = ''] = await stage.makeVerified(1);
    expect(await stage.enter(userId)).toMatchObject({ status: 409, reason: 'not-today' });
    await stage.runDraws();
    const [draw] = await stage.readDraws();
    expect(draw).toMatchObject({
      week: '2026-11-23', opensAt: DRAW_OPENS, closesAt: DRAW_CLOSES, entries: 0, prizes: PRIZES, drawnAt: null, winners: [], commit: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(draw).toMatchObject({ rules: 2, frozenAt: null, entriesHash: null, attempts: [{ number: 1, source: 'platform', voidedAt: null }] });
    expect((await pool.query('SELECT seed FROM draw')).rows).toEqual([{ seed: null }]);
    expect((await stage.enter(userId)).claimed).toMatchObject({ bonus: null, entry: { drawId: draw?.drawId } });
    expect(await stage.enter(userId)).toMatchObject({ status: 409, reason: 'entered' });
    expect(await stage.claimable(userId, 'giveaway')).toMatchObject({ canClaim: false, reason: 'entered', from: NEXT_MONDAY });
    expect((await stage.readDraws())[0]).toMatchObject({ entries: 1, commit: draw?.commit });
  });

  it('makes one entry when many claims come at the same moment', async () => {
    await stage.runDraws();
    const [userId = ''] = await stage.makeVerified(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => stage.enter(userId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('ends on Sunday at 20:00 in Lagos; then the next draw shows its commit, and opens on Monday', async () => {
    await stage.runDraws();
    const [last = '', late = ''] = await stage.makeVerified(2);
    stage.at(LAST);
    expect(await stage.enter(last)).toMatchObject({ status: 201 });
    stage.at(DRAW_CLOSES);
    expect(await stage.enter(late)).toMatchObject({ status: 409, reason: 'not-today' });
    await stage.runDraws();
    expect((await stage.readDraws()).map(({ week, opensAt, drawnAt }) => ({ week, opensAt, drawnAt }))).toEqual([
      { week: '2026-11-30', opensAt: NEXT_MONDAY, drawnAt: null },
      { week: '2026-11-23', opensAt: DRAW_OPENS, drawnAt: DRAW_CLOSES },
    ]);
    expect(await stage.enter(late)).toMatchObject({ status: 409, reason: 'not-today' });
    expect(await stage.claimable(late, 'giveaway')).toMatchObject({ canClaim: false, reason: 'not-today', from: NEXT_MONDAY });
    stage.at(NEXT_MONDAY);
    expect(await stage.enter(late)).toMatchObject({ status: 201 });
    expect(await stage.enter(last)).toMatchObject({ status: 201 });
  });

  it('is once for a person with two accounts', async () => {
    await stage.runDraws();
    const [first = '', second = ''] = await stage.makeUnverified(2);
    await stage.onePerson(first, second);
    const answers = await Promise.all([stage.enter(first), stage.enter(second)]);
    expect(answers.map(({ status, code }) => code ?? status)).toEqual([201, 'nin-in-use']);
  });

  it('is refused, and every bonus with it, to the second account of a person who is excluded with the first', async () => {
    await stage.runDraws();
    const [first = '', second = ''] = await stage.makeUnverified(2);
    await stage.onePerson(first, second);
    await makeStage(pool, { cashier: stage.cashier }).existingPlayer(first).exclude('6-months');
    for (const promotionId of ['giveaway', 'welcome-bonus', 'free-spins'] as const) {
      expect(await stage.claim(second, promotionId)).toMatchObject({ status: 409, code: 'nin-in-use' });
      expect(await stage.claimable(second, promotionId)).toMatchObject({ canClaim: false, reason: 'second-account', from: null });
    }
  });

  it('nobody enters one draw with two accounts of their own name and birthday: an entry shows whose it is', async () => {
    await stage.runDraws();
    const [first = '', second = '', third = ''] = await stage.makeUnverified(3);
    for (const userId of [first, second, third]) {
      expect(await stage.enter(userId)).toMatchObject({ status: 409, code: 'not-claimable', reason: 'nin-needed' });
      expect(await stage.claimable(userId, 'giveaway')).toMatchObject({ canClaim: false, reason: 'nin-needed', from: null, entryIds: [] });
    }
    const number = newNin();
    const check = (userId: string) => checkIdentity(stage.cashier.platform, userId, number);
    expect([await check(first), await check(second)]).toEqual([null, 'nin-in-use']);
    expect(await stage.enter(first)).toMatchObject({ status: 201 });
    expect(await stage.enter(second)).toMatchObject({ status: 409, code: 'nin-in-use' });
    // The account that follows a closed one is the same person's.
    await pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [first, DRAW_OPENS]);
    expect(await check(third)).toBe(null);
    expect(await stage.enter(third)).toMatchObject({ status: 409, reason: 'identity-used' });
    expect(await stage.claimable(third, 'giveaway')).toMatchObject({ canClaim: false, reason: 'identity-used', from: NEXT_MONDAY });
    stage.at(NEXT_MONDAY);
    await stage.runDraws();
    expect(await stage.enter(third)).toMatchObject({ status: 201 });
  });

  it('is once for a person in the database, too, and never without their identity', async () => {
    await stage.runDraws();
    const [first = '', second = '', third = ''] = await stage.makeUnverified(3);
    await stage.onePerson(first, second);
    const insert = (userId: string, ofUser: string | null) =>
      pool.query(
        `INSERT INTO draw_entry (entry_id, draw_id, user_id, at, person_hash)
         SELECT 'e-' || $1, d.draw_id, $1, $3, (SELECT person_hash FROM identity WHERE user_id = $2) FROM draw d WHERE d.drawn_at IS NULL`,
        [userId, ofUser, DRAW_OPENS],
      );
    await insert(first, first);
    await expect(insert(second, null)).rejects.toThrow('verified person');
    await expect(insert(third, first)).rejects.toThrow('verified person');
    await pool.query(`ALTER TABLE draw_entry DISABLE TRIGGER USER`);
    await expect(insert(second, first)).rejects.toThrow('draw_entry_of_person');
  });

  it('is refused to an excluded player, and while the giveaway is switched off', async () => {
    await stage.runDraws();
    const [out = '', fine = ''] = await stage.makeVerified(2);
    await pool.query(`UPDATE player SET protection = 'excluded', protection_since = created_at WHERE user_id = $1`, [out]);
    expect(await stage.enter(out)).toMatchObject({ status: 403, code: 'self-excluded' });
    await stage.change('giveaway', { enabled: false });
    expect(await stage.enter(fine)).toMatchObject({ status: 409, reason: 'switched-off' });
  });
});

describe('a draw that is over', () => {
  it('has winners that follow from what is published, with the device’s own cryptography, too', async () => {
    const byEntry = await stage.enterMany(12);
    const { drawId, commit } = (await stage.readDraws())[0] ?? { drawId: '', commit: '' };
    expect((await refusalOf(readProof(pool, drawId))).code).toBe('not-found');
    stage.at(DRAW_CLOSES);
    await stage.runDraws();
    const pastDraw = (await stage.readDraws()).find((draw) => draw.drawId === drawId);
    const proof = await readProof(pool, drawId);
    expect([pastDraw?.entries, pastDraw?.commit, proof.commit, proof.entryIds.length]).toEqual([12, commit, commit, 12]);
    expect(pastDraw && checkDraw(proof, pastDraw)).toBe('right');
    expect(await commitByWebCrypto(crypto.subtle, proof.seed)).toBe(commit);
    const digestOf = async (lines: readonly string[]) => Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lines.join('\n')))).toString('hex');
    const entriesHash = await digestOf(proof.entryIds);
    expect(pastDraw?.entriesHash).toBe(entriesHash);
    const triple = { serverSeed: await digestOf(['ayo draw 2', drawId, proof.seed, entriesHash, 'platform']), clientSeed: entriesHash, nonce: 0 };
    const again = await replayByWebCrypto(crypto.subtle, triple, (chance) => {
      const left = [...proof.entryIds];
      return PRIZES.map(() => left.splice(chance.below(left.length), 1)[0]);
    });
    expect(pastDraw?.winners.map(({ entryId }) => entryId)).toEqual(again);
    expect(pastDraw?.winners.map(({ place, prize, name }) => ({ place, prize, name }))).toEqual(
      PRIZES.map((prize, index) => ({ place: index + 1, prize, name: 'A. O.' })),
    );
    expect(await stage.readPrizes()).toEqual(new Map(pastDraw?.winners.map(({ entryId, prize }) => [byEntry.get(entryId), prize * 100])));
  });

  it('tells each player their own entries, before and after it, and nobody else’s', async () => {
    const byEntry = await stage.enterMany(3);
    const own = async () => Promise.all([...byEntry.values()].map(async (userId) => (await stage.claimable(userId, 'giveaway'))?.entryIds));
    const each = [...byEntry.keys()].map((entryId) => [entryId]);
    expect(await own()).toEqual(each);
    stage.at(NEXT_MONDAY);
    await stage.runDraws();
    expect(await own()).toEqual(each);
    const [userId = ''] = byEntry.values();
    const { claimed } = await stage.enter(userId);
    expect((await own())[0]).toEqual([claimed?.entry?.entryId, ...(each[0] ?? [])]);
    // Each with its draw, so that a device knows in which list it has to be.
    const weeks = (await stage.readDraws()).map(({ drawId }) => drawId);
    expect((await stage.claimable(userId, 'giveaway'))?.entryDraws).toEqual(weeks);
    expect((await stage.claimable([...byEntry.values()].at(-1) ?? '', 'giveaway'))?.entryDraws).toEqual(weeks.slice(1));
    expect((await stage.claimable(userId, 'welcome-bonus'))?.entryIds).toEqual([]);
  });

  it('is drawn and paid once by many processes at the same moment', async () => {
    await stage.enterMany(12);
    stage.at(DRAW_CLOSES);
    await Promise.all(Array.from({ length: 8 }, stage.runDraws));
    await stage.runDraws();
    expect([...(await stage.readPrizes()).values()].sort((a, b) => b - a)).toEqual(PRIZES.map((prize) => prize * 100));
    expect((await pool.query(`SELECT FROM ledger_transaction WHERE kind = 'bonus-credit'`)).rowCount).toBe(5);
    expect(await stage.readDraws()).toHaveLength(2);
  });

  it('is whole or not begun when it breaks off in its middle, and has the same winners afterwards', async () => {
    await stage.enterMany(12);
    stage.at(DRAW_CLOSES);
    await pool.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$;
      CREATE TRIGGER breaks BEFORE INSERT ON draw_winner FOR EACH ROW WHEN (NEW.place = 4) EXECUTE FUNCTION break_off()`);
    await expect(stage.runDraws()).rejects.toThrow('broken off');
    expect([(await stage.readPrizes()).size, (await stage.readDraws()).map(({ drawnAt }) => drawnAt)]).toEqual([0, [null, null]]);
    await pool.query('DROP TRIGGER breaks ON draw_winner');
    await stage.runDraws();
    const [, pastDraw] = await stage.readDraws();
    expect(pastDraw && checkDraw(await readProof(pool, pastDraw.drawId), pastDraw)).toBe('right');
    expect((await stage.readPrizes()).size).toBe(5);
  });

  it('is noticed where a prize was paid that nobody won, or one is missing', async () => {
    await stage.enterMany(6);
    stage.at(DRAW_CLOSES);
    await stage.runDraws();
    const violated = async (change: string) => {
      const client = await pool.connect();
      try {
        await client.query(`BEGIN; ALTER TABLE draw_winner DISABLE TRIGGER USER; ${change}`);
        const found = await Promise.all(PROMOTION_INVARIANTS.map(({ violations }) => client.query(violations)));
        return found.map(({ rowCount }) => rowCount);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    expect(await violated('SELECT 1')).toEqual([0, 0, 0, 0]);
    expect(await violated('DELETE FROM draw_winner WHERE place = 2')).toEqual([0, 1, 1, 0]);
    expect(await violated('UPDATE draw_winner SET prize = prize + 1 WHERE place = 2')).toEqual([1, 0, 0, 0]);
    const bar = 'ALTER TABLE draw_entry DISABLE TRIGGER USER';
    expect(await violated(`${bar}; UPDATE draw_entry SET bar = 'closed' WHERE entry_id = (SELECT entry_id FROM draw_winner WHERE place = 2)`)).toEqual([0, 0, 1, 0]);
    const undraw = 'ALTER TABLE draw DISABLE TRIGGER USER; UPDATE draw SET drawn_at = NULL, seed = NULL WHERE drawn_at IS NOT NULL';
    expect(await violated(`${undraw}; ${bar}; UPDATE draw_entry SET bar = 'closed' WHERE entry_id = (SELECT min(entry_id) FROM draw_entry)`)).toEqual([0, 0, expect.any(Number), 1]);
    expect(await violated('ALTER TABLE draw_attempt DISABLE TRIGGER USER; DELETE FROM draw_attempt')).toEqual([0, 0, 0, 1]);
  });

  it('waits for players who are just entering, so that every entry takes part', async () => {
    await stage.enterMany(3);
    const entering = await pool.connect();
    await entering.query('BEGIN');
    expect(await lockOpenDraw(entering, 'giveaway', stage.cashier.platform.now())).not.toBeNull();
    stage.at(DRAW_CLOSES);
    try {
      await stage.runDraws();
      expect((await stage.readDraws()).map(({ drawnAt }) => drawnAt)).toEqual([null, null]);
    } finally {
      await entering.query('COMMIT');
      entering.release();
    }
    await stage.runDraws();
    expect((await stage.readDraws())[1]?.drawnAt).toBe(DRAW_CLOSES);
  });

  it('pays nothing while money is turned off, and everything afterwards', async () => {
    await stage.enterMany(5);
    stage.at(DRAW_CLOSES);
    await pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect((await refusalOf(stage.runDraws())).code).toBe('money-unavailable');
    expect((await stage.readPrizes()).size).toBe(0);
    await pool.query('UPDATE money_switch SET open = true, reason = NULL');
    await stage.runDraws();
    expect((await stage.readPrizes()).size).toBe(5);
  });

  it('passes over players who are excluded, closed or admins by then, and keeps those on a break', async () => {
    const byEntry = await stage.enterMany(5);
    const [excluded = '', closed = '', admin = '', other = '', onBreak = ''] = byEntry.values();
    await pool.query(`UPDATE player SET protection = 'excluded', protection_since = created_at WHERE user_id = $1`, [excluded]);
    await pool.query('UPDATE player SET closed_at = created_at WHERE user_id = $1', [closed]);
    await pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [admin]);
    await pool.query(`UPDATE player SET protection = 'cool-off', protection_since = created_at, protection_until = '2027-01-01T00:00:00Z' WHERE user_id = $1`, [onBreak]);
    stage.at(DRAW_CLOSES);
    await stage.runDraws();
    expect([...(await stage.readPrizes()).keys()].sort()).toEqual([other, onBreak].sort());
    const [, pastDraw] = await stage.readDraws();
    expect([pastDraw?.entries, pastDraw?.winners.length]).toEqual([5, 2]);
    const proof = await readProof(pool, pastDraw?.drawId ?? '');
    expect(new Map(pastDraw?.passedOver?.map(({ entryId, reason }) => [byEntry.get(entryId), reason]))).toEqual(new Map([[excluded, 'excluded'], [closed, 'closed'], [admin, 'admin']]));
    expect(proof.passedOver).toEqual(pastDraw?.passedOver?.map(({ entryId }) => entryId));
    expect(pastDraw && checkDraw(proof, pastDraw)).toBe('right');
  });

  it('has no winners where nobody entered', async () => {
    await stage.runDraws();
    stage.at(DRAW_CLOSES);
    await stage.runDraws();
    const [, pastDraw] = await stage.readDraws();
    expect(pastDraw).toMatchObject({ entries: 0, winners: [], drawnAt: DRAW_CLOSES });
    const proof = await readProof(pool, pastDraw?.drawId ?? '');
    expect(proof).toMatchObject({ entryIds: [], prizes: PRIZES });
    expect(pastDraw && checkDraw(proof, pastDraw)).toBe('right');
  });

  it('is caught up with after the platform was away for weeks, and its prizes are those it opened with', async () => {
    await stage.enterMany(5);
    await stage.change('giveaway', { terms: { kind: 'draw', prizes: [7_000] } });
    stage.at('2026-12-15T12:00:00.000Z');
    await stage.runDraws();
    expect((await stage.readDraws()).map(({ week, prizes, opensAt, drawnAt }) => ({ week, prizes, opensAt, drawnAt }))).toEqual([
      { week: '2026-12-14', prizes: [7_000], opensAt: '2026-12-15T12:00:00.000Z', drawnAt: null },
      { week: '2026-11-23', prizes: PRIZES, opensAt: DRAW_OPENS, drawnAt: '2026-12-15T12:00:00.000Z' },
    ]);
    expect([...(await stage.readPrizes()).values()].reduce((sum, won) => sum + won, 0)).toBe(18_000_000);
  });
});

describe('what is kept of a draw', () => {
  it('can’t be changed: neither the seed and the prizes, nor an entry, nor a winner', async () => {
    await stage.enterMany(6);
    await expect(pool.query('UPDATE draw SET prizes = $1', [[1]])).rejects.toThrow('stays as it was published');
    await expect(pool.query('DELETE FROM draw_entry')).rejects.toThrow('stays');
    await expect(pool.query(`UPDATE draw_entry SET at = at - interval '1 day'`)).rejects.toThrow('stays');
    stage.at(DRAW_CLOSES);
    await stage.runDraws();
    await expect(pool.query('UPDATE draw_entry SET left_out = true')).rejects.toThrow('stays');
    await expect(pool.query('UPDATE draw_entry SET passed_over = true')).rejects.toThrow('stays');
    await expect(pool.query('UPDATE draw_winner SET prize = prize + 1')).rejects.toThrow('not allowed');
    await expect(pool.query('UPDATE draw SET drawn_at = NULL WHERE drawn_at IS NOT NULL')).rejects.toThrow('drawn once');
  });
});
