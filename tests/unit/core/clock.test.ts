import { beforeEach, describe, expect, it } from 'vitest';
import { AGREEING_ANSWERS, CLOCK_TOLERANCE_MS, createClock } from '../../../src/core/clock';
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
  readonly skews: number[] = [];
  readonly clock = () => createClock({ wall: () => this.wall, steady: () => this.steady, onSkew: (skew) => this.skews.push(skew) });
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
  it('tells whole milliseconds, although the steady clock has fractions: what is stored by them must be readable as a time', () => {
    const clock = phone.clock();
    phone.steady += 1_234.6;
    phone.wall += 1_234;
    expect(clock.now()).toBe(TRUE_START + 1_235);
  });

  it.each([-20 * HOUR_MS, -HOUR_MS, -60_000, 60_000, HOUR_MS, 20 * HOUR_MS])('off by %i ms tells the platform’s time once it was heard', (wrongBy) => {
    phone = new Phone(wrongBy);
    const clock = phone.clock();
    clock.notePlatformTime(phone.truth);
    phone.pass(90_000);
    expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
    expect(ageWords(TRUE_START, clock.now())).toBe('2 min ago');
  });

  it.each([-400 * DAY_MS, -3 * DAY_MS, 3 * DAY_MS, 400 * DAY_MS])('off by %i ms, days, tells the platform’s time once several answers agree', (wrongBy) => {
    phone = new Phone(wrongBy);
    const clock = phone.clock();
    for (let n = 0; n < AGREEING_ANSWERS; n += 1) clock.notePlatformTime(phone.truth + 400 * n);
    phone.pass(90_000);
    expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
    expect(ageWords(TRUE_START, clock.now())).toBe('2 min ago');
  });

  it.each([-3_650 * DAY_MS, -DAY_MS, -HOUR_MS, -10_000])('that is set back by %i ms while the page is open changes no age', (by) => {
    const clock = phone.clock();
    clock.notePlatformTime(phone.truth);
    const savedAt = clock.now();
    phone.pass(60_000);
    phone.set(by);
    expect(ageWords(savedAt, clock.now())).toBe('1 min ago');
    phone.pass(60_000);
    expect(ageWords(savedAt, clock.now())).toBe('2 min ago');
  });

  it('that is set forward by hours makes figures too old rather than too young, and only until the platform is heard', () => {
    const clock = phone.clock();
    clock.notePlatformTime(phone.truth);
    const savedAt = clock.now();
    phone.set(5 * HOUR_MS);
    expect(ageWords(savedAt, clock.now())).toBe('as of 14:02');
    clock.notePlatformTime(phone.truth);
    expect(ageWords(savedAt, clock.now())).toBe('just now');
  });

  it('that slept while the steady clock stood still does not treat its stored figures as fresh', () => {
    const clock = phone.clock();
    const savedAt = clock.now();
    phone.sleep(20 * 60_000);
    expect(ageWords(savedAt, clock.now())).toBe('20 min ago');
    phone.pass(60_000);
    expect(ageWords(savedAt, clock.now())).toBe('21 min ago');
  });

  it.each([20 * 60_000, 5 * HOUR_MS, 5 * DAY_MS])('that slept for %i ms with the app open and wakes without a network tells the time that really passed', (asleep) => {
    const clock = phone.clock();
    clock.notePlatformTime(phone.truth);
    const savedAt = clock.now();
    phone.pass(30_000);
    phone.sleep(asleep);
    expect(clock.now() - savedAt).toBe(asleep + 30_000);
    phone.pass(60_000);
    expect(clock.now() - savedAt).toBe(asleep + 90_000);
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
      clock.notePlatformTime(Math.floor(phone.truth / 1_000) * 1_000 - 800);
      clock.notePlatformTime(Number.NaN);
      expect(clock.now()).toBe(before);
    }
  });

  it.each([['ten years ahead', 3_650 * DAY_MS], ['in 1999', Date.parse('1999-03-01T00:00:00Z') - TRUE_START]])('does not take an absurd Date for the time, once or twice or between good ones: %s', (_what, by) => {
    const clock = phone.clock();
    const savedAt = clock.now();
    const isRight = () => {
      expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
      expect(ageWords(savedAt, clock.now())).toMatch(/^(?:just now|\d+ min ago)$/);
    };
    for (let beat = 0; beat < 20; beat += 1) {
      clock.notePlatformTime(phone.truth + by);
      isRight();
      clock.notePlatformTime(phone.truth + by);
      isRight();
      clock.notePlatformTime(phone.truth);
      isRight();
      phone.pass(15_000);
    }
    expect(phone.skews).toEqual([]);
  });

  it('believes no absurd Dates that contradict each other, however many come', () => {
    const clock = phone.clock();
    for (let beat = 0; beat < 30; beat += 1) {
      clock.notePlatformTime(phone.truth + (beat % 2 === 0 ? 3_650 : -3_650) * DAY_MS);
      clock.notePlatformTime(phone.truth + beat * 5 * DAY_MS + 2 * DAY_MS);
      phone.pass(15_000);
    }
    expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
  });

  it.each([-40 * 60_000, -60_000, 60_000, 20 * HOUR_MS])('does not jump between two machines of a platform that are %i ms apart: a figure that has just come is from now', (apart) => {
    const clock = phone.clock();
    for (let beat = 0; beat < 20; beat += 1) {
      clock.notePlatformTime(phone.truth);
      const savedAt = clock.now();
      clock.notePlatformTime(phone.truth + apart);
      expect(ageWords(savedAt, clock.now())).toBe('just now');
      phone.pass(15_000);
    }
    expect(phone.skews).toEqual([]);
  });

  it('follows a platform that has corrected its clock, once several answers agree, and stores no skew for it', () => {
    const clock = phone.clock();
    clock.notePlatformTime(phone.truth - HOUR_MS);
    for (let n = 0; n < AGREEING_ANSWERS; n += 1) clock.notePlatformTime(phone.truth);
    expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
    expect(phone.skews.at(-1)).toBe(0);
  });

  it('does not count as the platform’s time after a Date that is not believed', () => {
    const clock = phone.clock();
    for (const date of [Number.NaN, Date.parse('1999-03-01T00:00:00Z'), phone.truth + 3_650 * DAY_MS]) clock.notePlatformTime(date);
    expect(clock.hasPlatformTime()).toBe(false);
    clock.notePlatformTime(phone.truth);
    expect(clock.hasPlatformTime()).toBe(true);
  });

  it('does not believe a platform that says again and again that it is 1999', () => {
    const clock = phone.clock();
    for (let n = 0; n < 20; n += 1) {
      clock.notePlatformTime(Date.parse('1999-03-01T00:00:00Z') + n * 15_000);
      phone.pass(15_000);
    }
    expect(clock.now()).toBe(phone.truth);
  });

  it('whose day is wrong is still corrected in the next visit, until somebody sets it right', () => {
    phone = new Phone(3 * DAY_MS);
    const first = phone.clock();
    for (let n = 0; n < AGREEING_ANSWERS; n += 1) first.notePlatformTime(phone.truth);
    expect(phone.skews).toEqual([-3 * DAY_MS]);
    const second = phone.clock();
    second.applyStoredSkew(phone.skews[0] ?? 0);
    phone.pass(60_000);
    expect(Math.abs(second.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
    phone.set(-3 * DAY_MS);
    second.notePlatformTime(phone.truth);
    expect(phone.skews).toEqual([-3 * DAY_MS, 0]);
    expect(Math.abs(second.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
  });

  it.each([-20 * HOUR_MS, -3 * HOUR_MS, -60_000, 60_000, 3 * HOUR_MS, 20 * HOUR_MS])('off by %i ms is still corrected on the next visit without a connection, so an old figure keeps its true age', (wrongBy) => {
    phone = new Phone(wrongBy);
    const first = phone.clock();
    first.notePlatformTime(phone.truth);
    const savedAt = first.now();
    phone.sleep(3 * HOUR_MS);
    const second = phone.clock();
    second.applyStoredSkew(phone.skews.at(-1) ?? 0);
    expect(second.now() - savedAt).toBe(3 * HOUR_MS);
  });

  it('reports that a stored skew no longer holds when it was read after the platform’s time was known', () => {
    const clock = phone.clock();
    clock.notePlatformTime(phone.truth);
    clock.applyStoredSkew(3 * HOUR_MS);
    expect(phone.skews).toEqual([0]);
    expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
  });

  it('goes on although the Date of the platform stands still: a live figure is from now, poll after poll', () => {
    const clock = phone.clock();
    const standing = phone.truth;
    for (let poll = 0; poll < 40; poll += 1) {
      for (let call = 0; call < AGREEING_ANSWERS; call += 1) clock.notePlatformTime(standing);
      expect(Math.abs(clock.now() - phone.truth)).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS);
      phone.pass(15_000);
    }
  });

  it('snoozes the guide to the home screen for 10 days at most', () => {
    const until = String(TRUE_START + 400 * DAY_MS);
    expect(isSnoozed(until, TRUE_START)).toBe(false);
    expect(isSnoozed(String(TRUE_START + SNOOZE_MS), TRUE_START)).toBe(true);
    expect(isSnoozed(String(TRUE_START + SNOOZE_MS), TRUE_START + SNOOZE_MS)).toBe(false);
  });
});
