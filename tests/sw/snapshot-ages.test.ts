import { balance } from '../../src/core/contract/player';
import { emptyBrowser, fetchEvent, json, network, ORIGIN, ticks } from './support';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepClockSkew } from '../../src/data/clock-skew';
import { createDatabase } from '../../src/data/database';
import { ensureFence } from '../../src/data/fence';
import { getSnapshot } from '../../src/data/snapshots';
import { SnapshotStrategy } from '../../sw/routes/snapshot-strategy';

const BALANCE = { items: [{ type: 'Real', amount: 10, currency: 'NGN' }] };
const TAGGED = { headers: { etag: '"1"' } };

beforeEach(() => {
  emptyBrowser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A service worker in a browser in which `a` is signed in. */
async function browser() {
  const db = createDatabase();
  await ensureFence(db, 'a');
  const strategy = new SnapshotStrategy(db, Date.now);
  async function answer(): Promise<void> {
    const event = fetchEvent();
    const answered = strategy.handle({ event, request: new Request(`${ORIGIN}/api/v1/player/a/balance`) });
    await ticks();
    await answered;
    await ticks();
    await Promise.all(event.waited);
  }
  return { db, answer, stored: () => getSnapshot(db, 'a', 'balance', balance) };
}

const AT = Date.parse('2026-11-21T13:02:00Z');
const DAY_MS = 24 * 60 * 60_000;
const saying = (at: number) => network(() => json(BALANCE, { headers: { ...TAGGED.headers, date: new Date(at).toUTCString() } }));

describe('the age of what is stored', () => {
  it.each([-20, 0, 20])('A-20: is computed by the platform’s time where that is known, although the phone’s clock is %d hours off', async (hours) => {
    const { db, answer, stored } = await browser();
    await keepClockSkew(db, -hours * 60 * 60_000, AT - 60_000);
    vi.setSystemTime(AT + hours * 60 * 60_000);
    saying(AT);
    await answer();
    expect(await stored()).toMatchObject({ savedAt: AT, wallAt: AT + hours * 60 * 60_000 });
    vi.setSystemTime(AT + (hours + 1) * 60 * 60_000);
    network(() => new Response(null, { status: 304, headers: { etag: '"1"', date: new Date(AT + 60 * 60_000).toUTCString() } }));
    await answer();
    expect((await stored())?.wallAt).toBe(AT + (hours + 1) * 60 * 60_000);
  });

  it.each(['1999-03-01T00:00:00Z', '2036-11-21T13:02:00Z'])('does not get an age of years from an absurd Date of the platform: %s', async (date) => {
    const { answer, stored } = await browser();
    vi.setSystemTime(AT);
    saying(Date.parse(date));
    await answer();
    expect((await stored())?.savedAt).toBe(AT);
    // Not modified: only the age is renewed, and not to that.
    vi.setSystemTime(AT + 60_000);
    network(() => new Response(null, { status: 304, headers: { etag: '"1"', date: new Date(Date.parse(date)).toUTCString() } }));
    await answer();
    expect((await stored())?.savedAt).toBe(AT + 60_000);
  });

  it.each([-3, 3])('A-20: is computed by the platform’s time on a phone that is %d days off, once several answers have agreed', async (days) => {
    const { db, answer, stored } = await browser();
    vi.setSystemTime(AT + days * DAY_MS);
    await keepClockSkew(db, -days * DAY_MS, Date.now());
    saying(AT + 1_000);
    await answer();
    expect((await stored())?.savedAt).toBe(AT + 1_000);
    saying(AT + 3_650 * DAY_MS);
    await answer();
    expect((await stored())?.savedAt).toBe(AT + 1_000);
  });
});
