/** A person gets a bonus that needs no deposit once, whichever accounts they have. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { readProof } from '../../server/promotions/draws/published-draws';
import { checkDraw } from '../../src/core/draw-check';
import { DRAW_CLOSES, DRAW_OPENS, drawStage } from '../support/draw-stage';
import type { DrawStage } from '../support/draw-stage';
import { makePlayer } from '../support/players';

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

it('nobody wins two prizes of one draw with two accounts, though all entered before a NIN was asked for', async () => {
  await stage.runDraws();
  const person = await stage.makeUnverified(7);
  // As the version before wrote them: without an identity.
  await pool.query('ALTER TABLE draw_entry DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO draw_entry (entry_id, draw_id, user_id, at) SELECT 'e-' || user_id, draw_id, user_id, $2 FROM unnest($1::text[]) user_id, draw`,
    [person, DRAW_OPENS],
  );
  await pool.query('ALTER TABLE draw_entry ENABLE TRIGGER USER');
  const [first = '', ...others] = person;
  const [stranger = ''] = await stage.makeVerified(1);
  expect(await stage.enter(stranger)).toMatchObject({ status: 201 });
  await stage.onePerson(first, ...others.slice(0, 2));
  expect(await stage.claimable(first, 'giveaway')).toMatchObject({ reason: 'entered' });
  stage.at(DRAW_CLOSES);
  await stage.runDraws();
  expect([...(await stage.readPrizes()).keys()].sort()).toEqual([first, stranger].sort());
  const [, pastDraw] = await stage.readDraws();
  const proof = await readProof(pool, pastDraw?.drawId ?? '');
  // The two that tried its NIN are second accounts; of the others nobody knows whose they are.
  const reasons = new Map(others.map((userId, at) => [`e-${userId}`, at < 2 ? 'second-account' : 'unverified']));
  expect([pastDraw?.entries, new Map(pastDraw?.passedOver?.map(({ entryId, reason }) => [entryId, reason]))]).toEqual([8, reasons]);
  expect(pastDraw && checkDraw(proof, pastDraw)).toBe('right');
  // Entries that were passed over win nothing later, when somebody shows a NIN.
  expect((await stage.readPrizes()).size).toBe(2);
  await stage.runDraws();
  expect((await stage.readPrizes()).size).toBe(2);
});
