import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { secretCommitOf } from '../../../src/core/draw-secret';
import type { SeenDraw } from '../../../src/core/draw-pins';
import { createDatabase } from '../../../src/data/database';
import { MAX_PINS, drawEntriesOf, drawPins, keepDrawEntries, pinDraws } from '../../../src/data/draw-pins';
import { drawSecretOf, dropDrawSecret, keepDrawSecret } from '../../../src/data/draw-secrets';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { emptyBrowser } from './support';

beforeEach(emptyBrowser);

const draw = (drawId: string, more: Partial<SeenDraw> = {}): SeenDraw => ({
  drawId, week: `week of ${drawId}`, closesAt: '2026-11-29T19:00:00.000Z', commit: `commit of ${drawId}`, prizes: [100], rules: 2, entriesHash: null,
  winners: [], drawnAt: null,
  attempts: [{ number: 1, source: 'admins', namedAt: '2026-11-23T00:00:00.000Z', beacon: null, until: null, commits: [], voidedAt: null, voidReason: null }],
  ...more,
});

describe('what a device saw of draws', () => {
  it('stays as it was first, also when somebody else signs in or out', async () => {
    const db = createDatabase();
    await pinDraws(db, [draw('b'), draw('a')], 1);
    await pinDraws(db, [draw('b', { entriesHash: 'hash' }), draw('a', { commit: 'another' })], 2);
    await raiseEpoch(db, { userId: 'ada' });
    await wipePlayer(db);
    const sights = (drawId: string) => ({
      commit: { text: `commit of ${drawId}`, earlyAt: 1 }, terms: { text: `week of ${drawId} 2026-11-29T19:00:00.000Z 100`, earlyAt: 1 },
      rules: { text: 'new', earlyAt: null }, tries: { text: 'admins  ', earlyAt: null }, 'tries 1': { text: 'admins   ', earlyAt: 1 },
    });
    expect(await drawPins(db)).toEqual([
      { drawId: 'a', sights: sights('a') },
      { drawId: 'b', sights: { ...sights('b'), entries: { text: 'hash', earlyAt: 2 }, 'tries 1 ran': { text: 'yes', earlyAt: null } } },
    ]);
  });

  it('is bounded, and the newest stay', async () => {
    const db = createDatabase();
    for (let n = 0; n < MAX_PINS; n += 10) await pinDraws(db, Array.from({ length: 20 }, (_, at) => draw(`d${n + 20 - at}`)), n);
    const pins = await drawPins(db);
    expect([pins.length, pins.at(-1)?.drawId, pins[0]?.drawId]).toEqual([MAX_PINS, `d${MAX_PINS + 10}`, 'd11']);
  });

  it('is read only where it has the right shape; anything else in its place is ignored', async () => {
    const db = createDatabase();
    await db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put([{ drawId: 1 }, null, 'x'], 'draw-pins'));
    expect(await drawPins(db)).toEqual([]);
    await db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put('spoilt', 'draw-pins'));
    expect(await drawPins(db)).toEqual([]);
    await pinDraws(db, [draw('a')], 1);
    const [pin] = await drawPins(db);
    const spoilt = [null, 'x', [{}], { commit: 'c' }, { commit: { text: 1, earlyAt: null } }, { commit: { text: 'c', earlyAt: 'yesterday' } }];
    await db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put(spoilt.map((sights) => ({ ...pin, sights })), 'draw-pins'));
    expect(await drawPins(db)).toEqual([]);
  });

  it('is read although an earlier version of the app stored it, and is completed the next time', async () => {
    const db = createDatabase();
    const former = { drawId: 'a', commit: 'commit of a', named: 'admins  ', entriesHash: 'hash', hashSeenAt: 1, isHashEarly: true };
    await db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put([former], 'draw-pins'));
    const sights = { commit: { text: 'commit of a', earlyAt: null }, entries: { text: 'hash', earlyAt: 1 }, tries: { text: 'admins  ', earlyAt: null } };
    expect(await drawPins(db)).toEqual([{ drawId: 'a', sights }]);
    await pinDraws(db, [draw('a', { entriesHash: 'hash' })], 2);
    expect(await drawPins(db)).toMatchObject([{ drawId: 'a', sights: { ...sights, 'tries 1': { text: 'admins   ', earlyAt: 2 } } }]);
  });
});

describe('a player’s entries in draws', () => {
  const [ada, obi] = ['user-of-ada', 'user-of-obi'];

  it('stay, each for the player whose it is, also when somebody else signs in or out, and name nobody', async () => {
    const db = createDatabase();
    await keepDrawEntries(db, ada, [{ drawId: 'b', entryId: 'b1' }, { drawId: 'a', entryId: 'a1' }]);
    await keepDrawEntries(db, obi, [{ drawId: 'b', entryId: 'b2' }]);
    await wipePlayer(db);
    // A platform that names another entry later does not make the device forget the first.
    await keepDrawEntries(db, ada, [{ drawId: 'b', entryId: 'b3' }, { drawId: 'b', entryId: 'b1' }]);
    expect(await Promise.all([drawEntriesOf(db, ada, 'b'), drawEntriesOf(db, obi, 'b'), drawEntriesOf(db, ada, 'a'), drawEntriesOf(db, obi, 'a')]))
      .toEqual([['b1', 'b3'], ['b2'], ['a1'], []]);
    const storedEntries = await db.tx(['meta'], 'readonly', (tx) => tx.objectStore('meta').get('draw-entries'));
    expect(JSON.stringify(storedEntries)).not.toMatch(/user-of/);
  });

  it('are bounded, and the newest stay; anything else in their place is ignored', async () => {
    const db = createDatabase();
    await keepDrawEntries(db, ada, Array.from({ length: MAX_PINS + 1 }, (_, n) => ({ drawId: `d${n}`, entryId: `e${n}` })));
    expect([await drawEntriesOf(db, ada, 'd0'), await drawEntriesOf(db, ada, `d${MAX_PINS}`)]).toEqual([['e0'], []]);
    await db.tx(['meta'], 'readwrite', (tx) => tx.objectStore('meta').put([{ drawId: 'd0' }, null], 'draw-entries'));
    expect(await drawEntriesOf(db, ada, 'd0')).toEqual([]);
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
