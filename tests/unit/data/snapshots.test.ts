import { describe, expect, it } from 'vitest';
import { balance } from '../../../src/core/contract/player';
import { keepClockSkew } from '../../../src/data/clock-skew';
import { ensureFence, raiseEpoch, readFence, wipePlayer } from '../../../src/data/fence';
import { PUBLIC_USER } from '../../../src/data/schema';
import { dropReloadable, dropUser, getSnapshot, MAX_QUERY_SNAPSHOTS, putSnapshot, renewSnapshot } from '../../../src/data/snapshots';
import type { Database } from '../../../src/data/database';
import { isLong } from '../../support/seeds';
import { everything, freshDatabase } from './support';

const BALANCE = { items: [{ type: 'Real', amount: 10, currency: 'NGN' }] };

function snapshot(userId: string, more: Partial<{ kind: string; savedAt: number; etag: string; data: unknown }> = {}) {
  return { userId, kind: 'balance', savedAt: 1000, etag: '"1"', balanceVersion: 1, data: BALANCE, ...more };
}

/** A browser in which `userId` is signed in; the epoch beside it. */
async function signedIn(userId: string): Promise<{ db: Database; epoch: number }> {
  const db = freshDatabase();
  await ensureFence(db, userId);
  return { db, epoch: (await readFence(db))?.epoch ?? -1 };
}

const put = (db: Database, of: ReturnType<typeof snapshot>, epoch: number) => putSnapshot(db, of, epoch, balance);
const get = (db: Database, userId: string, kind = 'balance') => getSnapshot(db, userId, kind, balance);

describe('a snapshot', () => {
  it('comes back as it was stored, with its age, tag and version', async () => {
    const { db, epoch } = await signedIn('a');
    expect(await put(db, snapshot('a'), epoch)).toBe(true);
    expect(await get(db, 'a')).toEqual({ v: 1, ...snapshot('a') });
  });

  it('is not stored when it does not fit, and not replaced by an older one', async () => {
    const { db, epoch } = await signedIn('a');
    expect(await put(db, snapshot('a', { data: { items: 'no' } }), epoch)).toBe(false);
    await put(db, snapshot('a', { savedAt: 2000 }), epoch);
    expect(await put(db, snapshot('a', { savedAt: 1500 }), epoch)).toBe(false);
    expect((await get(db, 'a'))?.savedAt).toBe(2000);
  });

  it('is dropped when it is read and does not fit any more', async () => {
    const { db } = await signedIn('a');
    for (const unfit of [{ ...snapshot('a'), v: 0 }, { ...snapshot('a'), v: 1, data: { items: [{ type: 7 }] } }]) {
      await db.tx(['snapshots'], 'readwrite', (tx) => tx.objectStore('snapshots').put(unfit));
      expect(await get(db, 'a')).toBeNull();
      expect(await everything(db, 'snapshots')).toEqual([]);
    }
  });

  it('gets a new age, and nothing else, when the platform says that nothing changed', async () => {
    const { db, epoch } = await signedIn('a');
    await put(db, snapshot('a'), epoch);
    const of = { userId: 'a', kind: 'balance', etag: '"1"', savedAt: 5000, wallAt: 5000 };
    expect(await renewSnapshot(db, of, epoch)).toBe(true);
    expect(await get(db, 'a')).toEqual({ v: 1, ...snapshot('a', { savedAt: 5000 }), wallAt: 5000 });
    expect(await renewSnapshot(db, { ...of, etag: '"0"' }, epoch)).toBe(false);
    expect(await renewSnapshot(db, of, epoch - 1)).toBe(false);
  });

  it('is never younger than it is by the phone’s own clock, whatever the platform said; without the phone’s time it is read as before', async () => {
    const { db, epoch } = await signedIn('a');
    const hour = 3_600_000;
    // One machine of the platform was 20 hours ahead.
    await putSnapshot(db, { ...snapshot('a', { savedAt: 50 * hour }), wallAt: 30 * hour }, epoch, balance);
    expect((await get(db, 'a'))?.savedAt).toBe(30 * hour);
    // The phone is 20 hours behind, as the app has found since.
    await keepClockSkew(db, 20 * hour, 30 * hour);
    expect((await get(db, 'a'))?.savedAt).toBe(50 * hour);
    await put(db, snapshot('a', { savedAt: 90 * hour }), epoch);
    expect((await get(db, 'a'))?.savedAt).toBe(90 * hour);
  });

  it('of a list is one of a bounded number, the oldest go', async () => {
    const { db, epoch } = await signedIn('a');
    for (let n = 0; n < MAX_QUERY_SNAPSHOTS + 5; n += 1) {
      await put(db, snapshot('a', { kind: `rounds?limit=${n}`, savedAt: 1000 + n }), epoch);
    }
    await put(db, snapshot('a', { savedAt: 1 }), epoch);
    const kinds = (await everything(db, 'snapshots')).map((each) => (each as { kind: string }).kind);
    expect(kinds).toHaveLength(MAX_QUERY_SNAPSHOTS + 1);
    expect(kinds).not.toContain('rounds?limit=4');
    expect(kinds).toContain('balance');
  });
});

describe('the epoch fence', () => {
  it('lets nobody’s answer in who is not signed in', async () => {
    const { db, epoch } = await signedIn('a');
    expect(await put(db, snapshot('b'), epoch)).toBe(false);
    await wipePlayer(db);
    expect(await put(db, snapshot('a'), epoch)).toBe(false);
    expect(await everything(db, 'snapshots')).toEqual([]);
  });

  it('keeps an answer out that was under way when the same player signed in anew', async () => {
    const { db, epoch } = await signedIn('a');
    await raiseEpoch(db, { userId: 'a' });
    expect(await put(db, snapshot('a'), epoch)).toBe(false);
  });

  it('shows a stored answer to its own player alone', async () => {
    const { db, epoch } = await signedIn('a');
    await put(db, snapshot('a'), epoch);
    expect(await get(db, 'b')).toBeNull();
    await raiseEpoch(db, { userId: 'b' });
    expect(await get(db, 'a')).toBeNull();
  });

  it('drops a player’s snapshots and late answers on a refusal, and lets newer ones in again', async () => {
    const { db, epoch } = await signedIn('a');
    await put(db, snapshot('a'), epoch);
    await dropUser(db, 'a');
    expect(await everything(db, 'snapshots')).toEqual([]);
    expect(await put(db, snapshot('a'), epoch)).toBe(false);
    const { epoch: next = -1, userId } = (await readFence(db)) ?? {};
    expect(userId).toBe('a');
    expect(await put(db, snapshot('a'), next)).toBe(true);
  });

  it('leaves public snapshots alone', async () => {
    const { db } = await signedIn('a');
    expect(await put(db, snapshot(PUBLIC_USER, { kind: 'games' }), 0)).toBe(true);
    await wipePlayer(db);
    expect(await get(db, PUBLIC_USER, 'games')).not.toBeNull();
    await dropReloadable(db);
    expect(await get(db, PUBLIC_USER, 'games')).toBeNull();
  });

  it('is not raised when the session found at the start is the one that it names', async () => {
    const { db, epoch } = await signedIn('a');
    await put(db, snapshot('a'), epoch);
    await ensureFence(db, 'a');
    expect(await get(db, 'a')).not.toBeNull();
    await ensureFence(db, 'b');
    expect(await everything(db, 'snapshots')).toEqual([]);
  });

  it('lets nothing of one player be stored or read by the next, in any order of steps', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return state % below;
    };
    for (let run = 0; run < (isLong ? 1_000 : 150); run += 1) {
      const { db } = await signedIn('a');
      const players = ['a', 'b', 'c'];
      const steps = Array.from({ length: 12 }, async (_, n) => {
        for (let hop = random(6); hop > 0; hop -= 1) await Promise.resolve();
        const who = players[random(3)] ?? 'a';
        const step = random(4);
        if (step === 0) return raiseEpoch(db, { userId: who });
        if (step === 1) return wipePlayer(db);
        const fence = await readFence(db);
        for (let hop = random(20); hop > 0; hop -= 1) await Promise.resolve();
        return put(db, snapshot(who, { savedAt: n }), fence?.epoch ?? -1);
      });
      await Promise.all(steps);
      const fence = await readFence(db);
      const owners = (await everything(db, 'snapshots')).map((each) => (each as { userId: string }).userId);
      expect(owners.filter((owner) => owner !== fence?.userId), `seed ${seed}, run ${run}`).toEqual([]);
      for (const who of players.filter((player) => player !== fence?.userId)) expect(await get(db, who)).toBeNull();
      db.close();
    }
  });
});
