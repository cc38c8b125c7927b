import { beforeEach, describe, expect, it } from 'vitest';
import { CLOCK_TOLERANCE_MS, LONGEST_SLEEP_MS, createClock } from '../../../src/core/clock';
import { ageWords, DAY_MS } from '../../../src/core/time';
import { isSnoozed, SNOOZE_MS } from '../../../src/state/mobile-guide';

const HOUR_MS = 60 * 60_000;
const TRUE_START = Date.parse('2026-11-21T13:02:00Z');

/** A phone whose clock is off by `wrongBy`, and can be set; `pass` awake, `sleep` with the steady clock standing still. */
class Phone {
  wall: number;
  steady = 0;
  truth = TRUE_START;
  constructor(wrongBy = 0) {
    this.wall = TRUE_START + wrongBy;
  }
  readonly clock = () => createClock({ wall: () => this.wall, steady: () => this.steady });
  pass(ms: number): void {
    this.sleep(ms);
    this.steady += ms;
  }
  sleep(ms: number): void {
    this.wall += ms;
    this.truth += ms;
  }
  set(ms: number): void {
    this.wall += ms;
  }
}

let phone: Phone;
beforeEach(() => {
  phone = new Phone();
});

describe('A-20: a phone with a wrong clock', () => {
  it.each([-400 * DAY_MS, -HOUR_MS, -60_000, 60_000, HOUR_MS, 400 * DAY_MS])('off by %i ms tells the platform’s time once it was heard', (wrongBy) => {
    phone = new Phone(wrongBy);
    const clock = phone.clock();
    clock.hear(phone.truth);
    phone.pass(90_000);
    expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
    expect(ageWords(TRUE_START, clock.now())).toBe('2 min ago');
  });

  it.each([-DAY_MS, -HOUR_MS, -10_000, LONGEST_SLEEP_MS + HOUR_MS, 3_650 * DAY_MS])('that is set by %i ms while the page is open changes no age', (by) => {
    const clock = phone.clock();
    clock.hear(phone.truth);
    const savedAt = clock.now();
    phone.pass(60_000);
    phone.set(by);
    expect(ageWords(savedAt, clock.now())).toBe('1 min ago');
    phone.pass(60_000);
    expect(ageWords(savedAt, clock.now())).toBe('2 min ago');
  });

  it('that is set forward by hours makes figures too old rather than too young, and only until the platform is heard', () => {
    const clock = phone.clock();
    clock.hear(phone.truth);
    const savedAt = clock.now();
    phone.set(5 * HOUR_MS);
    expect(ageWords(savedAt, clock.now())).toBe('as of 14:02');
    clock.hear(phone.truth);
    expect(ageWords(savedAt, clock.now())).toBe('now');
  });

  it('that slept, with the steady clock standing still, does not take what it has for fresh', () => {
    const clock = phone.clock();
    const savedAt = clock.now();
    phone.sleep(20 * 60_000);
    expect(ageWords(savedAt, clock.now())).toBe('20 min ago');
    phone.pass(60_000);
    expect(ageWords(savedAt, clock.now())).toBe('21 min ago');
  });

  it('never goes backward, whatever is done to the phone, as long as the platform does not say so', () => {
    const clock = phone.clock();
    let last = clock.now();
    for (const set of [-DAY_MS, 7 * DAY_MS, -30 * DAY_MS, 4_000, -4_000, 2 * HOUR_MS, -2 * HOUR_MS]) {
      phone.pass(1);
      phone.set(set);
      const now = clock.now();
      // Smaller steps of the device's clock are not followed, in neither direction.
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  it('does not jitter with the seconds of a header, and takes no answer for no time', () => {
    const clock = phone.clock();
    for (let beat = 0; beat < 20; beat += 1) {
      phone.pass(15_000);
      const before = clock.now();
      clock.hear(Math.floor(phone.truth / 1_000) * 1_000 - 800);
      clock.hear(Number.NaN);
      expect(clock.now()).toBe(before);
    }
  });

  it('snoozes the guide to the home screen for 10 days at most', () => {
    const until = String(TRUE_START + 400 * DAY_MS);
    expect(isSnoozed(until, TRUE_START)).toBe(false);
    expect(isSnoozed(String(TRUE_START + SNOOZE_MS), TRUE_START)).toBe(true);
    expect(isSnoozed(String(TRUE_START + SNOOZE_MS), TRUE_START + SNOOZE_MS)).toBe(false);
  });
});
