import { describe, expect, it } from 'vitest';
import { ageWords, bytesWords, clockTime, dateTime, dayWords, durationWords, lagosDay, lagosDayStart, momentWords } from '../../../src/core/time';

const at = (iso: string) => Date.parse(iso);
const now = at('2026-11-21T13:02:00Z');

describe('time in Lagos', () => {
  it('is one hour ahead of UTC, also over midnight', () => {
    expect(clockTime(at('2026-11-21T13:02:00Z'))).toBe('14:02');
    expect(lagosDay(at('2026-11-21T23:30:00Z'))).toBe('2026-11-22');
    expect(lagosDayStart('2026-11-22')).toBe(at('2026-11-21T23:00:00Z'));
    expect(dateTime(at('2026-12-31T23:00:00Z'))).toBe('01/01/2027, 00:00');
  });

  it('names the year only when it is another', () => {
    expect(dayWords(at('2026-11-03T10:00:00Z'), now)).toBe('3 Nov');
    expect(dayWords(at('2025-11-03T10:00:00Z'), now)).toBe('3 Nov 2025');
    expect(momentWords(at('2026-11-03T10:00:00Z'), now)).toBe('3 Nov, 11:00');
  });
});

describe('ages', () => {
  it.each([
    ['2026-11-21T13:01:45Z', 'just now'],
    ['2026-11-21T13:01:00Z', '1 min ago'],
    ['2026-11-21T13:00:00Z', '2 min ago'],
    ['2026-11-21T11:30:00Z', 'as of 12:30'],
    ['2026-11-03T11:30:00Z', 'as of 3 Nov'],
    ['2025-11-03T11:30:00Z', 'as of 3 Nov 2025'],
  ])('of %s read "%s"', (instant, words) => {
    expect(ageWords(at(instant), now)).toBe(words);
  });

  it('never call a time in the future "just now": the clock has jumped', () => {
    expect(ageWords(now + 3_600_000, now)).toBe('as of 15:02');
  });
});

describe('sizes and durations', () => {
  it('are in the units data is sold in', () => {
    expect([bytesWords(512), bytesWords(4_250), bytesWords(18_400), bytesWords(1_250_000)]).toEqual(['512 B', '4.3 KB', '18 KB', '1.3 MB']);
  });

  it('show seconds until there are hours', () => {
    expect([durationWords(59_999), durationWords(65_000), durationWords(7_805_000)]).toEqual(['59 s', '1 min 05 s', '2 h 10 min']);
  });
});
