/** The weekly draw from its commit to its prizes, with the clock that the test turns. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { runDraws } from '../../server/promotions/draw';
import { readDraws, readProof } from '../../server/promotions/draw-rows';
import { lockOpenDraw } from '../../server/promotions/enter';
import { PROMOTION_INVARIANTS } from '../../server/promotions/invariants';
import { checkDraw } from '../../src/core/draw';
import { replayByWebCrypto, commitByWebCrypto } from '../../src/core/fairness/verify-webcrypto';
import { refusalOf } from '../support/money';
import { checkIdentity, newNin } from '../support/persons';
import { makePlayer } from '../support/players';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';
import { makeStage } from '../support/protection/stage';

/** In Lagos: Monday 23 November 2026 0:00, Sunday 29 November 20:00, Monday 30 November 0:00. */
const MONDAY = '2026-11-22T23:00:00.000Z';
const CLOSES = '2026-11-29T19:00:00.000Z';
const LAST = '2026-11-29T18:59:59.999Z';
const NEXT_MONDAY = '2026-11-29T23:00:00.000Z';
const PRIZES = [100_000, 50_000, 10_000, 10_000, 10_000];

let stage: PromotionStage;
let pool: PromotionStage['database']['pool'];
beforeEach(async () => {
  stage = await promotionStage();
  ({ pool } = stage.database);
  stage.at(MONDAY);
});
afterEach(async () => {
  expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
  await stage.database.close();
});

const look = () => runDraws(stage.cashier.platform);
const draws = async () => (await readDraws(pool, null, 10)).items;
const unverified = (count: number) => Promise.all(Array.from({ length: count }, () => makePlayer(pool)));
async function players(count: number): Promise<string[]> {
  const userIds = await unverified(count);
  await stage.verify(...userIds);
  return userIds;
}
const enter = (userId: string) => stage.claim(userId, 'giveaway');

/** Many who have entered this week's draw. */
async function entered(count: number): Promise<Map<string, string>> {
  await look();
  const byEntry = new Map<string, string>();
  for (const userId of await players(count)) {
    const { claimed } = await enter(userId);
    byEntry.set(claimed?.entry?.entryId ?? '', userId);
  }
  return byEntry;
}

/** Kobo of prizes that each player has got. */
async function paid(): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ user_id: string; won: number }>(
    `SELECT user_id, sum(amount)::bigint AS won FROM ledger_entry WHERE kind = 'bonus' AND balance_after IS NOT NULL GROUP BY user_id`,
  );
  return new Map(rows.map((row) => [row.user_id, row.won]));
}

describe('entering', () => {
  it('is possible once the commit was published, once a week, and not before the draw is there', async () => {
    const [userId = ''] = await players(1);
    expect(await enter(userId)).toMatchObject({ status: 409, reason: 'not-today' });
    await look();
    const [draw] = await draws();
    expect(draw).toMatchObject({
      week: '2026-11-23', opensAt: MONDAY, closesAt: CLOSES, entries: 0, prizes: PRIZES, drawnAt: null, winners: [], commit: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(draw)).not.toContain(((await pool.query<{ seed: string }>('SELECT seed FROM draw')).rows[0]?.seed));
    expect((await enter(userId)).claimed).toMatchObject({ bonus: null, entry: { drawId: draw?.drawId } });
    expect(await enter(userId)).toMatchObject({ status: 409, reason: 'entered' });
    expect(await stage.claimable(userId, 'giveaway')).toMatchObject({ canClaim: false, reason: 'entered', from: NEXT_MONDAY });
    expect((await draws())[0]).toMatchObject({ entries: 1, commit: draw?.commit });
  });

  it('is one entry of many claims at the same moment', async () => {
    await look();
    const [userId = ''] = await players(1);
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(userId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('ends on Sunday at 20:00 in Lagos; then the next draw shows its commit, and opens on Monday', async () => {
    await look();
    const [last = '', late = ''] = await players(2);
    stage.at(LAST);
    expect(await enter(last)).toMatchObject({ status: 201 });
    stage.at(CLOSES);
    expect(await enter(late)).toMatchObject({ status: 409, reason: 'not-today' });
    await look();
    expect((await draws()).map(({ week, opensAt, drawnAt }) => ({ week, opensAt, drawnAt }))).toEqual([
      { week: '2026-11-30', opensAt: NEXT_MONDAY, drawnAt: null },
      { week: '2026-11-23', opensAt: MONDAY, drawnAt: CLOSES },
    ]);
    expect(await enter(late)).toMatchObject({ status: 409, reason: 'not-today' });
    expect(await stage.claimable(late, 'giveaway')).toMatchObject({ canClaim: false, reason: 'not-today', from: NEXT_MONDAY });
    stage.at(NEXT_MONDAY);
    expect(await enter(late)).toMatchObject({ status: 201 });
    expect(await enter(last)).toMatchObject({ status: 201 });
  });

  it('is once for a person with two accounts', async () => {
    await look();
    const [first = '', second = ''] = await unverified(2);
    await stage.onePerson(first, second);
    const answers = await Promise.all([enter(first), enter(second)]);
    expect(answers.map(({ status, code }) => code ?? status)).toEqual([201, 'nin-in-use']);
  });

  it('is refused, and every bonus with it, to the second account of a person who is excluded with the first', async () => {
    await look();
    const [first = '', second = ''] = await unverified(2);
    await stage.onePerson(first, second);
    await makeStage(pool, { cashier: stage.cashier }).existingPlayer(first).exclude('6-months');
    for (const promotionId of ['giveaway', 'welcome-bonus', 'free-spins'] as const) {
      expect(await stage.claim(second, promotionId)).toMatchObject({ status: 409, code: 'nin-in-use' });
      expect(await stage.claimable(second, promotionId)).toMatchObject({ canClaim: false, reason: 'second-account', from: null });
    }
  });

  it('nobody enters one draw with two accounts of their own name and birthday: an entry shows whose it is', async () => {
    await look();
    const [first = '', second = '', third = ''] = await unverified(3);
    for (const userId of [first, second, third]) {
      expect(await enter(userId)).toMatchObject({ status: 409, code: 'not-claimable', reason: 'nin-needed' });
      expect(await stage.claimable(userId, 'giveaway')).toMatchObject({ canClaim: false, reason: 'nin-needed', from: null, entryIds: [] });
    }
    const number = newNin();
    const check = (userId: string) => checkIdentity(stage.cashier.platform, userId, number);
    expect([await check(first), await check(second)]).toEqual([null, 'nin-in-use']);
    expect(await enter(first)).toMatchObject({ status: 201 });
    expect(await enter(second)).toMatchObject({ status: 409, code: 'nin-in-use' });
    // The account that follows a closed one is the same person's.
    await pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [first, MONDAY]);
    expect(await check(third)).toBe(null);
    expect(await enter(third)).toMatchObject({ status: 409, reason: 'identity-used' });
    expect(await stage.claimable(third, 'giveaway')).toMatchObject({ canClaim: false, reason: 'identity-used', from: NEXT_MONDAY });
    stage.at(NEXT_MONDAY);
    await look();
    expect(await enter(third)).toMatchObject({ status: 201 });
  });

  it('is once for a person in the database, too, and never without their identity', async () => {
    await look();
    const [first = '', second = '', third = ''] = await unverified(3);
    await stage.onePerson(first, second);
    const insert = (userId: string, ofUser: string | null) =>
      pool.query(
        `INSERT INTO draw_entry (entry_id, draw_id, user_id, at, person_hash)
         SELECT 'e-' || $1, d.draw_id, $1, $3, (SELECT person_hash FROM identity WHERE user_id = $2) FROM draw d WHERE d.drawn_at IS NULL`,
        [userId, ofUser, MONDAY],
      );
    await insert(first, first);
    await expect(insert(second, null)).rejects.toThrow('verified person');
    await expect(insert(third, first)).rejects.toThrow('verified person');
    await pool.query(`ALTER TABLE draw_entry DISABLE TRIGGER USER`);
    await expect(insert(second, first)).rejects.toThrow('draw_entry_of_person');
  });

  it('is refused to who is excluded, and while the giveaway is switched off', async () => {
    await look();
    const [out = '', fine = ''] = await players(2);
    await pool.query(`UPDATE player SET protection = 'excluded', protection_since = created_at WHERE user_id = $1`, [out]);
    expect(await enter(out)).toMatchObject({ status: 403, code: 'self-excluded' });
    await stage.change('giveaway', { enabled: false });
    expect(await enter(fine)).toMatchObject({ status: 409, reason: 'switched-off' });
  });
});

describe('a draw that is over', () => {
  it('has winners that follow from what is published, with the device’s own cryptography, too', async () => {
    const byEntry = await entered(30);
    const { drawId, commit } = (await draws())[0] ?? { drawId: '', commit: '' };
    expect((await refusalOf(readProof(pool, drawId))).code).toBe('not-found');
    stage.at(CLOSES);
    await look();
    const told = (await draws()).find((draw) => draw.drawId === drawId);
    const proof = await readProof(pool, drawId);
    expect([told?.entries, told?.commit, proof.commit, proof.entryIds.length]).toEqual([30, commit, commit, 30]);
    expect(told && checkDraw(proof, told)).toBe('right');
    expect(await commitByWebCrypto(crypto.subtle, proof.seed)).toBe(commit);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof.entryIds.join('\n')));
    const triple = { serverSeed: proof.seed, clientSeed: Buffer.from(digest).toString('hex'), nonce: 0 };
    const again = await replayByWebCrypto(crypto.subtle, triple, (chance) => {
      const left = [...proof.entryIds];
      return PRIZES.map(() => left.splice(chance.below(left.length), 1)[0]);
    });
    expect(told?.winners.map(({ entryId }) => entryId)).toEqual(again);
    expect(told?.winners.map(({ place, prize, name }) => ({ place, prize, name }))).toEqual(
      PRIZES.map((prize, index) => ({ place: index + 1, prize, name: 'A. O.' })),
    );
    expect(await paid()).toEqual(new Map(told?.winners.map(({ entryId, prize }) => [byEntry.get(entryId), prize * 100])));
  });

  it('tells each player their own entries, before and after it, and nobody else’s', async () => {
    const byEntry = await entered(3);
    const own = async () => Promise.all([...byEntry.values()].map(async (userId) => (await stage.claimable(userId, 'giveaway'))?.entryIds));
    const each = [...byEntry.keys()].map((entryId) => [entryId]);
    expect(await own()).toEqual(each);
    stage.at(NEXT_MONDAY);
    await look();
    expect(await own()).toEqual(each);
    const [userId = ''] = byEntry.values();
    const { claimed } = await enter(userId);
    expect((await own())[0]).toEqual([claimed?.entry?.entryId, ...(each[0] ?? [])]);
    expect((await stage.claimable(userId, 'welcome-bonus'))?.entryIds).toEqual([]);
  });

  it('is drawn and paid once by many processes at the same moment', async () => {
    await entered(12);
    stage.at(CLOSES);
    await Promise.all(Array.from({ length: 8 }, look));
    await look();
    expect([...(await paid()).values()].sort((a, b) => b - a)).toEqual(PRIZES.map((prize) => prize * 100));
    expect((await pool.query(`SELECT FROM ledger_transaction WHERE kind = 'bonus-credit'`)).rowCount).toBe(5);
    expect(await draws()).toHaveLength(2);
  });

  it('is whole or not begun when it breaks off in its middle, and has the same winners afterwards', async () => {
    await entered(12);
    stage.at(CLOSES);
    await pool.query(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken off'; END $$;
      CREATE TRIGGER breaks BEFORE INSERT ON draw_winner FOR EACH ROW WHEN (NEW.place = 4) EXECUTE FUNCTION break_off()`);
    await expect(look()).rejects.toThrow('broken off');
    expect([(await paid()).size, (await draws()).map(({ drawnAt }) => drawnAt)]).toEqual([0, [null, null]]);
    await pool.query('DROP TRIGGER breaks ON draw_winner');
    await look();
    const [, told] = await draws();
    expect(told && checkDraw(await readProof(pool, told.drawId), told)).toBe('right');
    expect((await paid()).size).toBe(5);
  });

  it('is found out where a prize was paid that nobody won, or one is missing', async () => {
    await entered(6);
    stage.at(CLOSES);
    await look();
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
    expect(await violated('SELECT 1')).toEqual([0, 0]);
    expect(await violated('DELETE FROM draw_winner WHERE place = 2')).toEqual([1, 1]);
    expect(await violated('UPDATE draw_winner SET prize = prize + 1 WHERE place = 2')).toEqual([1, 0]);
  });

  it('waits for who is about to enter, so that nobody is in it who was not drawn from', async () => {
    await entered(3);
    const entering = await pool.connect();
    await entering.query('BEGIN');
    expect(await lockOpenDraw(entering, 'giveaway', stage.cashier.platform.now())).not.toBeNull();
    stage.at(CLOSES);
    try {
      await look();
      expect((await draws()).map(({ drawnAt }) => drawnAt)).toEqual([null, null]);
    } finally {
      await entering.query('COMMIT');
      entering.release();
    }
    await look();
    expect((await draws())[1]?.drawnAt).toBe(CLOSES);
  });

  it('pays nothing while money is turned off, and everything afterwards', async () => {
    await entered(5);
    stage.at(CLOSES);
    await pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    expect((await refusalOf(look())).code).toBe('money-unavailable');
    expect((await paid()).size).toBe(0);
    await pool.query('UPDATE money_switch SET open = true, reason = NULL');
    await look();
    expect((await paid()).size).toBe(5);
  });

  it('passes over who is excluded, closed or an admin by then, and keeps who takes a break', async () => {
    const byEntry = await entered(5);
    const [excluded = '', closed = '', admin = '', other = '', onBreak = ''] = byEntry.values();
    await pool.query(`UPDATE player SET protection = 'excluded', protection_since = created_at WHERE user_id = $1`, [excluded]);
    await pool.query('UPDATE player SET closed_at = created_at WHERE user_id = $1', [closed]);
    await pool.query(`UPDATE player SET role = 'admin' WHERE user_id = $1`, [admin]);
    await pool.query(`UPDATE player SET protection = 'cool-off', protection_since = created_at, protection_until = '2027-01-01T00:00:00Z' WHERE user_id = $1`, [onBreak]);
    stage.at(CLOSES);
    await look();
    expect([...(await paid()).keys()].sort()).toEqual([other, onBreak].sort());
    const [, told] = await draws();
    expect([told?.entries, told?.winners.length]).toEqual([5, 2]);
    const proof = await readProof(pool, told?.drawId ?? '');
    expect(proof.passedOver?.map((entryId) => byEntry.get(entryId)).sort()).toEqual([excluded, closed, admin].sort());
    expect(told && checkDraw(proof, told)).toBe('right');
  });

  it('has no winners where nobody entered', async () => {
    await look();
    stage.at(CLOSES);
    await look();
    const [, told] = await draws();
    expect(told).toMatchObject({ entries: 0, winners: [], drawnAt: CLOSES });
    expect(await readProof(pool, told?.drawId ?? '')).toMatchObject({ entryIds: [], prizes: PRIZES });
  });

  it('is caught up with after the platform was away for weeks, and its prizes are those it opened with', async () => {
    await entered(5);
    await stage.change('giveaway', { terms: { kind: 'draw', prizes: [7_000] } });
    stage.at('2026-12-15T12:00:00.000Z');
    await look();
    expect((await draws()).map(({ week, prizes, opensAt, drawnAt }) => ({ week, prizes, opensAt, drawnAt }))).toEqual([
      { week: '2026-12-14', prizes: [7_000], opensAt: '2026-12-15T12:00:00.000Z', drawnAt: null },
      { week: '2026-11-23', prizes: PRIZES, opensAt: MONDAY, drawnAt: '2026-12-15T12:00:00.000Z' },
    ]);
    expect([...(await paid()).values()].reduce((sum, won) => sum + won, 0)).toBe(18_000_000);
  });
});

describe('what is kept of a draw', () => {
  it('can’t be changed: neither the seed and the prizes, nor an entry, nor a winner', async () => {
    await entered(6);
    await expect(pool.query('UPDATE draw SET prizes = $1', [[1]])).rejects.toThrow('stays as it was published');
    await expect(pool.query('DELETE FROM draw_entry')).rejects.toThrow('stays');
    await expect(pool.query(`UPDATE draw_entry SET at = at - interval '1 day'`)).rejects.toThrow('stays');
    stage.at(CLOSES);
    await look();
    await expect(pool.query('UPDATE draw_entry SET left_out = true')).rejects.toThrow('stays');
    await expect(pool.query('UPDATE draw_entry SET passed_over = true')).rejects.toThrow('stays');
    await expect(pool.query('UPDATE draw_winner SET prize = prize + 1')).rejects.toThrow('not allowed');
    await expect(pool.query('UPDATE draw SET drawn_at = NULL WHERE drawn_at IS NOT NULL')).rejects.toThrow('drawn once');
  });
});
