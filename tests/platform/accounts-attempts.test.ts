import { describe, expect, it } from 'vitest';
import { clearFailures, delayAfterMs, takeAttempt } from '../../server/accounts/failure-delays';
import { deleteOldAttempts } from '../../server/accounts/old-counters';
import { countAttempt, secondsUntilFree } from '../../server/rate-limits/attempts';
import { fileDatabase } from '../support/file-database';

const START_MS = Date.parse('2026-11-21T10:00:00Z');
const at = (seconds: number): Date => new Date(START_MS + seconds * 1000);

const database = fileDatabase();

describe('a sliding window', () => {
  const limit = { kind: 'test', limit: 3, windowMs: 60_000 };

  it('lets exactly the limit through in any stretch of the window, and says when the next is free', async () => {
    const count = (seconds: number) => countAttempt(database.pool, limit, 'window', at(seconds));
    expect([await count(0), await count(10), await count(20)]).toEqual([null, null, null]);
    expect(await count(30)).toBe(30);
    expect(await count(59.5)).toBe(1);
    expect(await count(60)).toBeNull();
    // The attempt of second 10 still counts, so nobody gets six attempts around the end of a window.
    expect(await count(61)).toBe(9);
  });

  it('can be looked at without counting', async () => {
    const look = (seconds: number) => secondsUntilFree(database.pool, limit, 'looked-at', at(seconds));
    expect(await look(0)).toBeNull();
    for (const second of [0, 1, 2]) await countAttempt(database.pool, limit, 'looked-at', at(second));
    expect([await look(3), await look(3), await look(60)]).toEqual([57, 57, null]);
  });

  it('counts subjects and kinds apart', async () => {
    for (const second of [0, 1, 2]) await countAttempt(database.pool, limit, 'one', at(second));
    expect(await countAttempt(database.pool, limit, 'another', at(3))).toBeNull();
    expect(await countAttempt(database.pool, { ...limit, kind: 'other' }, 'one', at(3))).toBeNull();
  });

  it('lets no more through when all come at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => countAttempt(database.pool, { ...limit, limit: 30 }, 'crowd', at(0))),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(30);
  });
});

describe('tries of one account', () => {
  it('wait longer and longer after the fifth failure, at most a minute', () => {
    expect(Array.from({ length: 11 }, (_, failures) => delayAfterMs(failures) / 1000)).toEqual([
      0, 0, 0, 0, 0, 5, 10, 20, 40, 60, 60,
    ]);
  });

  it('are refused while the waiting lasts, and go on afterwards', async () => {
    const take = (seconds: number) => takeAttempt(database.pool, 'player:waits', at(seconds));
    for (let n = 0; n < 5; n += 1) expect(await take(n)).toBeNull();
    expect(await take(4)).toBe(5);
    expect(await take(8.999)).toBe(1);
    expect(await take(9)).toBeNull();
    expect(await take(10)).toBe(9);
  });

  it('are free again after the right password, and after a quiet day', async () => {
    for (let n = 0; n < 5; n += 1) await takeAttempt(database.pool, 'player:right', at(0));
    await clearFailures(database.pool, 'player:right');
    expect(await takeAttempt(database.pool, 'player:right', at(0))).toBeNull();
    for (let n = 0; n < 5; n += 1) await takeAttempt(database.pool, 'player:quiet', at(0));
    const aDayLater = 86_400 + 1;
    for (let n = 0; n < 4; n += 1) expect(await takeAttempt(database.pool, 'player:quiet', at(aDayLater))).toBeNull();
  });

  it('can’t be multiplied by trying at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => takeAttempt(database.pool, 'player:burst', at(0))));
    expect(answers.filter((answer) => answer === null)).toHaveLength(5);
  });
});

describe('counters that have expired', () => {
  it('are removed, the others stay', async () => {
    await countAttempt(database.pool, { kind: 'old', limit: 1, windowMs: 1000 }, 'x', at(0));
    await countAttempt(database.pool, { kind: 'new', limit: 1, windowMs: 1000 }, 'x', at(5));
    await deleteOldAttempts(database.pool, at(5));
    const { rows } = await database.pool.query<{ kind: string }>(`SELECT kind FROM attempt WHERE kind IN ('old', 'new')`);
    expect(rows).toEqual([{ kind: 'new' }]);
  });
});
