/** What is given without a deposit is given once to a person, whichever accounts they have. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { runDraws } from '../../server/promotions/draw';
import { readDraws, readProof } from '../../server/promotions/draw-rows';
import { checkDraw, drawWinners } from '../../src/core/draw';
import { makePlayer } from '../support/players';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';

/** In Lagos: Monday 23 November 2026 0:00, and Sunday 29 November 20:00. */
const MONDAY = '2026-11-22T23:00:00.000Z';
const CLOSES = '2026-11-29T19:00:00.000Z';

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

it('nobody is given free spins with each account of their own name and birthday: they are claimed with a NIN', async () => {
  const four = await Promise.all(Array.from({ length: 4 }, () => makePlayer(pool)));
  for (const userId of four) {
    expect(await stage.claimable(userId, 'free-spins')).toMatchObject({ canClaim: false, reason: 'nin-needed', from: null });
    expect(await stage.claim(userId, 'free-spins')).toEqual({ status: 409, code: 'not-claimable', reason: 'nin-needed' });
    expect(await stage.claim(userId, 'welcome-bonus')).toMatchObject({ status: 201 });
  }
  const [first = '', ...others] = four;
  await stage.onePerson(first, ...others);
  expect(await stage.claimable(first, 'free-spins')).toMatchObject({ canClaim: true, reason: null });
  expect(await stage.claim(first, 'free-spins')).toMatchObject({ status: 201 });
  for (const userId of others) expect(await stage.claim(userId, 'free-spins')).toMatchObject({ status: 409, code: 'nin-in-use' });
});

it('nobody steers it by closing accounts up to the drawing: whoever is drawn in their place was drawn next in any case', async () => {
  const byEntry = await entered(30);
  const { rows } = await pool.query<{ seed: string }>('SELECT seed FROM draw');
  const order = drawWinners(rows[0]?.seed ?? '', [...byEntry.keys()], 30);
  const closed = [order[0], order[2], order[20]].map((entryId) => byEntry.get(entryId ?? ''));
  await pool.query('UPDATE player SET closed_at = created_at WHERE user_id = ANY($1)', [closed]);
  stage.at(CLOSES);
  await look();
  const [, told] = await draws();
  expect(told?.winners.map(({ entryId }) => entryId)).toEqual([order[1], order[3], order[4], order[5], order[6]]);
  const proof = await readProof(pool, told?.drawId ?? '');
  // Closing the last one changed nothing, so nothing is said of it.
  expect([proof.entryIds.length, new Set(proof.passedOver)]).toEqual([30, new Set([order[0], order[2]])]);
  expect(told && checkDraw(proof, told)).toBe('right');
});

it('nobody wins two prizes of one draw with two accounts, though all entered before a NIN was asked for', async () => {
  await look();
  const person = await unverified(7);
  // As the version before wrote them: without an identity.
  await pool.query('ALTER TABLE draw_entry DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO draw_entry (entry_id, draw_id, user_id, at) SELECT 'e-' || user_id, draw_id, user_id, $2 FROM unnest($1::text[]) user_id, draw`,
    [person, MONDAY],
  );
  await pool.query('ALTER TABLE draw_entry ENABLE TRIGGER USER');
  const [first = '', ...others] = person;
  const [stranger = ''] = await players(1);
  expect(await enter(stranger)).toMatchObject({ status: 201 });
  await stage.onePerson(first, ...others.slice(0, 2));
  expect(await stage.claimable(first, 'giveaway')).toMatchObject({ reason: 'entered' });
  stage.at(CLOSES);
  await look();
  expect([...(await paid()).keys()].sort()).toEqual([first, stranger].sort());
  const [, told] = await draws();
  const proof = await readProof(pool, told?.drawId ?? '');
  expect([told?.entries, proof.passedOver]).toEqual([8, others.map((userId) => `e-${userId}`).sort()]);
  expect(told && checkDraw(proof, told)).toBe('right');
  // What was passed over is not given later to whoever shows a NIN then.
  expect((await paid()).size).toBe(2);
  await look();
  expect((await paid()).size).toBe(2);
});
