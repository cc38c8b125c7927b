import { describe, expect, it } from 'vitest';
import { isHidden, isOpen } from '../../../server/catalogue/opening';
import { lagosMinute, readLagosMinute } from '../../../src/core/games/hidden-until';

const INSTANT = Date.parse('2026-12-01T08:00:00Z');

describe('a game that is hidden until an instant', () => {
  it.each([
    [true, null, 0, true], [false, null, 0, false],
    [true, INSTANT, INSTANT - 1, false], [true, INSTANT, INSTANT, true], [false, INSTANT, INSTANT, false],
  ])('is open where it is on (%s) and its instant (%s) has come (%s): %s', (enabled, until, at, expected) => {
    const game = { enabled, hidden_until: until === null ? null : new Date(until) };
    expect(isOpen(game, new Date(at))).toBe(expected);
    expect(isHidden(game, new Date(at))).toBe(until !== null && at < until);
  });
});

describe('the minute in Lagos', () => {
  it('is an hour ahead of UTC, and is read again as it was written', () => {
    expect(lagosMinute(INSTANT)).toBe('2026-12-01T09:00');
    expect(readLagosMinute(lagosMinute(INSTANT))).toBe(INSTANT);
  });

  it.each(['2026-12-01 09:00', ' 2026-12-01T09:00:00 ', '2026-12-01T09:00+01:00', '2026-12-01T08:00:00.000Z', '2026-12-01T08:00Z'])('may be typed as %j', (text) => {
    expect(readLagosMinute(text)).toBe(INSTANT);
  });

  it.each(['', 'soon', '2026-12-01', '2026-02-31T09:00', '2026-02-31T09:00Z', '2026-12-01T24:00', '2026-12-01T09:60', '2026-12-01T09:00:30', '1999-12-01T09:00', '2026-12-01T09:00+99:00', '2099-12-31T23:30Z', '2000-01-01T00:30+05:00'])(
    'is not %j', (text) => {
      expect(readLagosMinute(text)).toBeNull();
    },
  );
});
