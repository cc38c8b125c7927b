import { describe, expect, it } from 'vitest';
import { heldText } from '../../../src/pages/deposit/held-text';

const AT = '2026-11-21T10:00:00.000Z';
type Bar = Parameters<typeof heldText>[1];
const textOf = (bar: Bar, isRefused: boolean, heldBecause = 'limit-exceeded'): string =>
  heldText({ heldBecause, timeline: ['held', ...(isRefused ? ['return-asked', 'return-failed'] : [])].map((step) => ({ step, at: AT })) }, bar);

describe('the text about a held deposit', () => {
  it('promises no balance to play with, and no end, to somebody who is excluded', () => {
    for (const isRefused of [false, true]) {
      const text = textOf('excluded', isRefused, 'self-excluded');
      expect(text).not.toMatch(/once your|once you can|after your|while/);
      expect(text).toContain('to withdraw it');
    }
  });

  it('says that it could not be sent back, what is open then, and who helps', () => {
    for (const bar of [null, 'cool-off', 'excluded'] as const) {
      expect(textOf(bar, false)).toContain('send it back at any time');
      expect(textOf(bar, true)).not.toContain('send it back at any time');
      expect(textOf(bar, true)).toMatch(/could not be sent back; the reason is below\. .* If neither works, write to /);
    }
  });

  it('says to a second account that it takes no deposits, and how this is paid out', () => {
    expect(textOf(null, false, 'nin-in-use')).toMatch(/You have another account .* send it back at any time/);
    expect(textOf(null, true, 'nin-in-use')).toMatch(/You have another account .* on your balance to withdraw it/);
  });

  it('says that a limit applies during a break, and not during an exclusion', () => {
    expect(textOf('cool-off', true)).toContain('as far as your deposit limit has room');
    expect(textOf('excluded', true)).toContain('your deposit limit is not in the way');
    expect(textOf(null, true)).toContain('once your limit has room');
    expect(textOf(null, true, 'place-not-served')).toContain('once you can deposit');
  });
});
