import { expect, it } from 'vitest';
import { ownProtectionAt } from '../../../server/protection/active-protection';

it('of breaks that were asked for and carried in turn, what holds here follows from those that were asked for here', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const exclusionOf = (day: number, until: number | null, length: '7-days' | '6-months' | 'permanent', carried: number | null = null) =>
    ({ length, at: at(day), ends_at: until === null ? null : at(until), carried_from: carried });
  expect(ownProtectionAt([exclusionOf(1, 8, '7-days'), exclusionOf(2, null, 'permanent', 5)], at(3))).toEqual({ state: 'cool-off', since: at(1), until: at(8) });
  expect(ownProtectionAt([exclusionOf(1, 8, '7-days'), exclusionOf(2, 180, '6-months')], at(9))).toEqual({ state: 'excluded', since: at(1), until: at(180) });
  expect(ownProtectionAt([exclusionOf(1, 8, '7-days')], at(8))).toBe(null);
  expect(ownProtectionAt([exclusionOf(2, null, 'permanent', 5)], at(3))).toBe(null);
});
