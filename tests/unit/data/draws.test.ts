import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { secretCommitOf } from '../../../src/core/draw-secret';
import type { SeenDraw } from '../../../src/core/draw-pins';
import { createDatabase } from '../../../src/data/database';
import { MAX_PINS, drawPins, pinDraws } from '../../../src/data/draw-pins';
import { drawSecretOf, dropDrawSecret, keepDrawSecret } from '../../../src/data/draw-secrets';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { emptyBrowser } from './support';

beforeEach(emptyBrowser);

const draw = (drawId: string, more: Partial<SeenDraw> = {}): SeenDraw => ({
  drawId, commit: `commit of ${drawId}`, rules: 2, entriesHash: null, winners: [], drawnAt: null,
  attempts: [{ number: 1, source: 'admins', beacon: null, commits: [], voidedAt: null }], ...more,
});

describe('what a device saw of draws', () => {
  it('stays as it was first, also when somebody else signs in or out', async () => {
    const db = createDatabase();
    await pinDraws(db, [draw('b'), draw('a')], 1);
    await pinDraws(db, [draw('b', { entriesHash: 'hash' }), draw('a', { commit: 'another' })], 2);
    await raiseEpoch(db, { userId: 'ada' });
    await wipePlayer(db);
    expect(await drawPins(db)).toEqual([
      { drawId: 'a', commit: 'commit of a', named: 'admins  ', entriesHash: null, hashSeenAt: null, isHashEarly: false },
      { drawId: 'b', commit: 'commit of b', named: 'admins  ', entriesHash: 'hash', hashSeenAt: 2, isHashEarly: true },
    ]);
  });

  it('is bounded, and the newest stay', async () => {
    const db = createDatabase();
    for (let n = 0; n < MAX_PINS; n += 10) await pinDraws(db, Array.from({ length: 20 }, (_, at) => draw(`d${n + 20 - at}`)), n);
    const pins = await drawPins(db);
    expect([pins.length, pins.at(-1)?.drawId, pins[0]?.drawId]).toEqual([MAX_PINS, `d${MAX_PINS + 10}`, 'd11']);
  });

  it('is what fits: anything else in its place is nothing', async () => {
    const db = createDatabase();
    await db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put([{ drawId: 1 }, null, 'x'], 'draw-pins'));
    expect(await drawPins(db)).toEqual([]);
    await db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put('spoilt', 'draw-pins'));
    expect(await drawPins(db)).toEqual([]);
  });
});

describe('an admin’s secret', () => {
  const [one, two] = ['0'.repeat(32), 'a'.repeat(32)];

  it('is found by its commit until it is dropped, also after signing out', async () => {
    const db = createDatabase();
    for (const secret of [one, two]) expect(await keepDrawSecret(db, { commit: secretCommitOf(secret), secret })).toBe(true);
    await wipePlayer(db);
    expect(await drawSecretOf(db, secretCommitOf(two))).toBe(two);
    await dropDrawSecret(db, secretCommitOf(two));
    expect(await Promise.all([one, two].map((secret) => drawSecretOf(db, secretCommitOf(secret))))).toEqual([one, null]);
    await dropDrawSecret(db, secretCommitOf(one));
    expect(await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').getKey('draw-secrets'))).toEqual({ ok: true, value: undefined });
  });
});
