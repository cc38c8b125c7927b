/** A weekly draw that a public beacon decides: what is named before, what comes, and what happens when it does not. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { askForRounds, beaconWaitMs } from '../../server/promotions/draws/beacon-rounds';
import { freezeDraws } from '../../server/promotions/draws/freeze-draws';
import { BEACON_WAIT_MS, ROUND_DELAY_MS } from '../../server/promotions/draws/name-attempt';
import { readProof } from '../../server/promotions/draws/published-draws';
import type { Draw, DrawAttempt } from '../../src/core/contract/draws';
import { checkDraw } from '../../src/core/draw-check';
import { TEST_CHAIN, beaconRound, startBeaconServer } from '../support/beacon-server';
import type { BeaconServer, BeaconTrouble } from '../support/beacon-server';
import { DRAW_CLOSES, drawStage } from '../support/draw-stage';
import type { DrawStage } from '../support/draw-stage';
import { makePlayer } from '../support/players';

const CLOSES_MS = Date.parse(DRAW_CLOSES);
const ROUND_AT = new Date(CLOSES_MS + ROUND_DELAY_MS).toISOString();

let beacon: BeaconServer;
let stage: DrawStage;
let pool: DrawStage['database']['pool'];
beforeEach(async () => {
  beacon = await startBeaconServer();
  stage = await drawStage({ drawBeacon: beacon.config });
  ({ pool } = stage.database);
});
afterEach(async () => {
  expect(await findViolations(pool, MONEY_INVARIANTS)).toEqual([]);
  await stage.database.close();
  await beacon.close();
});

/** Sets both clocks. */
function at(instant: string | number): void {
  const moment = new Date(instant);
  beacon.nowMs = moment.getTime();
  stage.at(moment.toISOString());
}

/** The draw of the first week. */
async function firstDraw(): Promise<Draw> {
  const draw = (await stage.readDraws()).find(({ week }) => week === '2026-11-23');
  if (draw === undefined) throw new Error('the draw was not opened');
  return draw;
}

async function attempts(): Promise<readonly DrawAttempt[]> {
  return (await firstDraw()).attempts ?? [];
}

async function isRight(): Promise<unknown> {
  const draw = await firstDraw();
  return checkDraw(await readProof(pool, draw.drawId), draw);
}

const prizesPaid = async () => [...(await stage.readPrizes()).values()].reduce((sum, prize) => sum + prize, 0);

describe('the round that decides a draw', () => {
  it('is named before anybody enters, and lies after the closing', async () => {
    await stage.runDraws();
    const round = roundOf(ROUND_AT);
    expect(await attempts()).toEqual([{
      number: 1, source: 'beacon', namedAt: expect.any(String), beacon: { url: beacon.config.urls[0], chain: TEST_CHAIN, round, at: ROUND_AT },
      until: new Date(Date.parse(ROUND_AT) + BEACON_WAIT_MS).toISOString(), commits: [], voidedAt: null, voidReason: null,
    }]);
    const change = (sql: string) => pool.query(`UPDATE draw_attempt SET ${sql}`);
    await expect(change('beacon_round = beacon_round + 1')).rejects.toThrow('stays as it was named');
    await expect(change(`ends_at = ends_at + interval '1 day'`)).rejects.toThrow('stays as it was named');
    const { signature, randomness } = beaconRound(round);
    await expect(change(`beacon_signature = '${signature}', beacon_randomness = '${randomness}'`)).rejects.toThrow('comes after its entries are frozen');
    await expect(change(`voided_at = now(), void_reason = 'beacon-away'`)).rejects.toThrow('comes after its entries are frozen');
    await expect(pool.query('DELETE FROM draw_attempt')).rejects.toThrow('a try to draw stays');
  });

  it('decides once it is there: until then the entries’ hash is out, and no winner', async () => {
    await stage.enterMany(12);
    at(DRAW_CLOSES);
    await stage.runDraws();
    const frozen = await firstDraw();
    expect(frozen).toMatchObject({ frozenAt: DRAW_CLOSES, entriesHash: expect.stringMatching(/^[0-9a-f]{64}$/), drawnAt: null, winners: [] });
    at(Date.parse(ROUND_AT) - 1);
    await stage.runDraws();
    expect(await firstDraw()).toEqual(frozen);
    // Asked once, before the freezing, to see that it is not there yet.
    expect(beacon.calls).toEqual([`/${TEST_CHAIN}/public/${roundOf(ROUND_AT)}`]);
    at(ROUND_AT);
    await stage.runDraws();
    expect(await firstDraw()).toMatchObject({ ...frozen, drawnAt: ROUND_AT, winners: expect.any(Array), passedOver: [] });
    const proof = await readProof(pool, frozen.drawId);
    expect(proof.decided).toEqual({ attempt: 1, source: 'beacon', beacon: { chain: TEST_CHAIN, ...beaconRound(roundOf(ROUND_AT)) }, secrets: [] });
    expect(await isRight()).toBe('right');
    expect(await prizesPaid()).toBe(18_000_000);
  });

  it('is asked for by one of many processes at a time, and paid for once', async () => {
    await stage.enterMany(8);
    at(DRAW_CLOSES);
    await Promise.all(Array.from({ length: 8 }, stage.runDraws));
    beacon.calls.length = 0;
    at(Date.parse(ROUND_AT) - 1);
    await Promise.all(Array.from({ length: 8 }, stage.runDraws));
    expect(beacon.calls).toEqual([]);
    at(ROUND_AT);
    await Promise.all(Array.from({ length: 8 }, stage.runDraws));
    await stage.runDraws();
    expect(beacon.calls).toHaveLength(1);
    expect(await prizesPaid()).toBe(18_000_000);
    expect((await pool.query(`SELECT FROM ledger_transaction WHERE kind = 'bonus-credit'`)).rowCount).toBe(5);
  });

  it('is asked for again by another process when one died with the question under way', async () => {
    await stage.enterMany(6);
    at(DRAW_CLOSES);
    await freezeDraws(stage.platform);
    await stage.runDraws();
    at(ROUND_AT);
    // This process takes the question, and then its connection to the database breaks for ever.
    const dying = { ...stage.platform, pool: { query: pool.query.bind(pool), connect: () => Promise.reject(new Error('killed')) } as unknown as typeof pool };
    await expect(askForRounds(dying)).rejects.toThrow('killed');
    await stage.runDraws();
    expect((await firstDraw()).drawnAt).toBeNull();
    at(Date.parse(ROUND_AT) + 60_000);
    await stage.runDraws();
    expect(await isRight()).toBe('right');
    expect(await prizesPaid()).toBe(18_000_000);
  });

  const TROUBLES: readonly BeaconTrouble[] = ['status-500', 'html', 'another-round', 'forged', 'wrong-shape', 'drop'];
  it('is never a wrong answer, one about another round or a late one: the beacon is asked until it is right, ever more slowly', async () => {
    await stage.enterMany(6);
    at(DRAW_CLOSES);
    await stage.runDraws();
    let nowMs = Date.parse(ROUND_AT);
    for (const trouble of TROUBLES) {
      beacon.trouble = trouble;
      at(nowMs);
      const before = beacon.calls.length;
      await stage.runDraws();
      await stage.runDraws();
      expect([trouble, beacon.calls.length - before, (await firstDraw()).drawnAt]).toEqual([trouble, 1, null]);
      nowMs += beaconWaitMs(1 + TROUBLES.indexOf(trouble));
    }
    beacon.trouble = 'none';
    at(nowMs);
    await stage.runDraws();
    expect(await isRight()).toBe('right');
    expect(stage.cashier.log.filter(({ event }) => event === 'draw.beacon-silent').map(({ details }) => details['why'])).toEqual([
      ['status 500'], ['answered something other than JSON'], [`answered round ${roundOf(ROUND_AT) - 1}`], ['its randomness is not that of its signature'],
      ['answered in an unknown shape'], ['did not answer'],
    ]);
    expect([1, 2, 7, 8, 99].map(beaconWaitMs)).toEqual([5_000, 10_000, 300_000, 300_000, 300_000]);
  });
});

describe('a draw whose round does not come', () => {
  async function waitInVain(): Promise<void> {
    await stage.enterMany(6);
    at(DRAW_CLOSES);
    await stage.runDraws();
    beacon.trouble = 'status-500';
    at(Date.parse(ROUND_AT) + BEACON_WAIT_MS - 1);
    await stage.runDraws();
    expect(await attempts()).toMatchObject([{ voidedAt: null }]);
    at(Date.parse(ROUND_AT) + BEACON_WAIT_MS);
    await Promise.all(Array.from({ length: 4 }, stage.runDraws));
  }

  it('is decided by two of the team after the time that was said before, from the same entries', async () => {
    await makePlayer(pool, { role: 'admin' });
    await stage.runDraws();
    const { drawId } = await firstDraw();
    await waitInVain();
    const draw = await firstDraw();
    expect(draw).toMatchObject({ drawId, frozenAt: DRAW_CLOSES, drawnAt: null });
    expect(draw.attempts).toMatchObject([{ number: 1, source: 'beacon', voidReason: 'beacon-away' }, { number: 2, source: 'admins', beacon: null, until: null, voidedAt: null }]);
    expect(stage.cashier.log).toContainEqual({ event: 'draw.void', details: { alert: true, drawId, attempt: 1, reason: 'beacon-away' } });
    expect(stage.mails.map(({ letter }) => letter.subject)).toEqual(['The weekly draw needs two of you', 'The weekly draw needs two of you']);
    // The round that comes now is too late, so that nobody can choose between two results.
    beacon.trouble = 'none';
    await stage.runDraws();
    expect((await firstDraw()).attempts).toEqual(draw.attempts);
    const { signature, randomness } = beaconRound(roundOf(ROUND_AT));
    await expect(pool.query('UPDATE draw_attempt SET beacon_signature = $1, beacon_randomness = $2 WHERE number = 1 AND draw_id = $3', [signature, randomness, drawId])).rejects.toThrow('ends once');
  });

  it('waits for a later round, named then, where one admin is alone', async () => {
    await waitInVain();
    const nowMs = Date.parse(ROUND_AT) + BEACON_WAIT_MS;
    const [, again] = await attempts();
    expect(again).toMatchObject({ number: 2, source: 'beacon', beacon: { round: roundOf(nowMs + ROUND_DELAY_MS) }, voidedAt: null });
    beacon.trouble = 'none';
    at(nowMs + ROUND_DELAY_MS);
    await stage.runDraws();
    expect(await isRight()).toBe('right');
  });
});

describe('clocks', () => {
  it('nobody draws from a round that was known before the entries were frozen: with the clock set back another one is named', async () => {
    await stage.enterMany(6);
    // The beacon, which is right, is two hours ahead of this machine.
    stage.at(DRAW_CLOSES);
    beacon.nowMs = CLOSES_MS + 2 * 60 * 60_000;
    await freezeDraws(stage.platform);
    // The person who had set the clock back sets it right at once, so that the round looks due.
    at(beacon.nowMs);
    await stage.runDraws();
    const [first, second, ...others] = await attempts();
    expect(first).toMatchObject({ voidReason: 'beacon-early' });
    expect([second?.beacon?.at, others]).toEqual([new Date(beacon.nowMs + ROUND_DELAY_MS).toISOString(), []]);
    expect((await firstDraw()).drawnAt).toBeNull();
    at(second?.beacon?.at ?? '');
    await stage.runDraws();
    expect(await isRight()).toBe('right');
  });

  it('nobody gains by freezing only once the round is known: a round that is due already decides nothing', async () => {
    await stage.enterMany(6);
    at(Date.parse(ROUND_AT) + 90_000);
    await stage.runDraws();
    const [first, second, ...others] = await attempts();
    expect(first).toMatchObject({ voidReason: 'frozen-late' });
    expect(second?.beacon?.at).toBe(new Date(Date.parse(ROUND_AT) + 90_000 + ROUND_DELAY_MS).toISOString());
    expect(others).toEqual([]);
    at(second?.beacon?.at ?? '');
    await stage.runDraws();
    expect(await isRight()).toBe('right');
  });

  it('that are set back after the closing open nothing again, and pay nothing twice', async () => {
    await stage.enterMany(6);
    const [late = ''] = await stage.makeVerified(1);
    at(DRAW_CLOSES);
    await stage.runDraws();
    stage.at(new Date(CLOSES_MS - 60 * 60_000).toISOString());
    expect(await stage.enter(late)).toMatchObject({ status: 409, reason: 'not-today' });
    await stage.runDraws();
    expect(await firstDraw()).toMatchObject({ frozenAt: DRAW_CLOSES, entries: 6, drawnAt: null });
    at(ROUND_AT);
    await stage.runDraws();
    stage.at(new Date(CLOSES_MS - 60 * 60_000).toISOString());
    await stage.runDraws();
    at(Date.parse(ROUND_AT) + 60_000);
    await stage.runDraws();
    expect(await prizesPaid()).toBe(18_000_000);
    expect(await isRight()).toBe('right');
  });
});

function roundOf(instant: string | number): number {
  return Math.ceil((new Date(instant).getTime() - beacon.config.genesisMs) / beacon.config.periodMs) + 1;
}
