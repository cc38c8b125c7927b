import { describe, expect, it } from 'vitest';
import { SEEN_FOR_MS, createSeenSessions } from '../../../server/accounts/seen-sessions';

describe('the sessions that were seen open', () => {
  it('are remembered for some minutes since they were last read, and not once they have ended', () => {
    let nowMs = Date.parse('2026-11-27T12:00:00Z');
    const seen = createSeenSessions(() => new Date(nowMs));
    seen.note({ sessionHash: 'a', userId: 'ada' });
    seen.note({ sessionHash: 'b', userId: 'bola' });
    nowMs += SEEN_FOR_MS - 1;
    seen.note({ sessionHash: 'a', userId: 'ada' });
    expect(['a', 'b', 'c'].map((hash) => seen.find(hash))).toEqual(['ada', 'bola', null]);
    nowMs += 1;
    expect(['a', 'b'].map((hash) => seen.find(hash))).toEqual(['ada', null]);
    seen.forget('a');
    expect(seen.find('a')).toBeNull();
    seen.note({ sessionHash: 'a', userId: 'ada' });
    // The clock was set back.
    nowMs -= 2 * SEEN_FOR_MS;
    expect(seen.find('a')).toBeNull();
  });
});
