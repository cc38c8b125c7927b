import { describe, expect, it } from 'vitest';
import { SESSION_KEPT_MS, createSessionCache } from '../../../server/accounts/session-cache';
import type { SessionRecord } from '../../../server/http/guards';

const START = Date.parse('2026-11-21T10:00:00.000Z');

function makeSession(name: string, userId = `user-${name}`): SessionRecord {
  return { userId, role: 'player', sessionHash: `hash-${name}`, bindingHash: '', lastActionAt: new Date(START), factorAt: null, versions: { balance: 1, bonuses: 0 } };
}

function makeCache() {
  let nowMs = START;
  const cache = createSessionCache(() => new Date(nowMs));
  return {
    cache,
    pass: (ms: number) => {
      nowMs += ms;
    },
    put: (session: SessionRecord) => cache.keep(cache.begin(), session),
  };
}

describe('a kept session', () => {
  it('is given for less than a second after its read began', () => {
    const { cache, pass } = makeCache();
    const read = cache.begin();
    pass(600);
    cache.keep(read, makeSession('a'));
    pass(SESSION_KEPT_MS - 601);
    expect(cache.get('hash-a')).toEqual(makeSession('a'));
    pass(1);
    expect(cache.get('hash-a')).toBeNull();
  });

  it('is not given for longer when the clock is set back', () => {
    const { cache, pass, put } = makeCache();
    put(makeSession('a'));
    pass(-60 * 60_000);
    expect(cache.get('hash-a')).toBeNull();
  });

  it('is dropped with all others of its player, and nobody else’s', () => {
    const { cache, put } = makeCache();
    for (const [name, userId] of [['a', 'ada'], ['b', 'ada'], ['c', 'bola']] as const) put(makeSession(name, userId));
    cache.drop('ada');
    expect(['hash-a', 'hash-b', 'hash-c'].map((hash) => cache.get(hash)?.userId ?? null)).toEqual([null, null, 'bola']);
    cache.drop(null);
    expect(cache.get('hash-c')).toBeNull();
  });

  it.each([['the player', 'ada'], ['everybody', null]])('is not kept where a change of %s came while it was being read', (_, userId) => {
    const { cache } = makeCache();
    const [late, other] = [cache.begin(), cache.begin()];
    cache.drop(userId);
    cache.keep(late, makeSession('a', 'ada'));
    expect(cache.get('hash-a')).toBeNull();
    // A read that began after the change has seen it.
    cache.keep(cache.begin(), makeSession('a', 'ada'));
    cache.keep(other, makeSession('b', 'bola'));
    expect([cache.get('hash-a') !== null, cache.get('hash-b') !== null]).toEqual([true, userId !== null]);
  });

  it('is not kept either where so many players have changed meanwhile that they are not told apart any more', () => {
    const { cache } = makeCache();
    const [late, other] = [cache.begin(), cache.begin()];
    for (let n = 0; n <= 10_000; n += 1) cache.drop(`player-${n}`);
    cache.keep(late, makeSession('a', 'player-0'));
    cache.keep(other, makeSession('b', 'bola'));
    expect([cache.get('hash-a'), cache.get('hash-b')]).toEqual([null, null]);
    cache.keep(cache.begin(), makeSession('b', 'bola'));
    expect(cache.get('hash-b')).not.toBeNull();
  });

  it('is kept where the change came before its read began, also while older reads go on', () => {
    const { cache } = makeCache();
    const older = cache.begin();
    cache.drop('ada');
    cache.keep(cache.begin(), makeSession('a', 'ada'));
    cache.end('hash-b');
    expect(cache.get('hash-a')).not.toBeNull();
    expect(older.change).toBe(0);
  });
});
