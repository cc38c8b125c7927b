import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { averageTries, isSolution, leadingZeroBits, solve } from '../../../src/core/proof-of-work';

const digestOf = (puzzle: string, answer: number): Buffer => createHash('sha256').update(`${puzzle}.${answer}`).digest();

describe('the zero bits a digest begins with', () => {
  it.each([
    [[0xff, 0], 0], [[0x80], 0], [[0x7f], 1], [[0x01, 0xff], 7], [[0x00, 0xff], 8], [[0x00, 0x0f], 12], [[0, 0, 0x10], 19], [[0, 0], 16],
  ])('%j has %i', (bytes, bits) => {
    expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(bits);
  });
});

describe('a puzzle', () => {
  it('is solved by a number with which another SHA-256 finds the zero bits, too, and by none before it', () => {
    for (const puzzle of ['16.mi8w3k2z.AbCdEfGh.signature-of-the-puzz', 'another', 'x']) {
      const answer = solve(puzzle, 10, 0, 100_000) ?? -1;
      expect(digestOf(puzzle, answer).readUInt16BE(0) >> 6).toBe(0);
      for (let before = 0; before < answer; before += 1) expect(digestOf(puzzle, before).readUInt16BE(0) >> 6).not.toBe(0);
      expect([isSolution(puzzle, 10, answer), isSolution(puzzle, 10, answer + 1), isSolution(`${puzzle}x`, 10, answer)]).toEqual([true, false, false]);
    }
  });

  it('goes on where it was left, so that a page can do other things in between', () => {
    const whole = solve('in-slices', 10, 0, 100_000);
    let [from, found]: [number, number | null] = [0, null];
    for (; found === null; from += 100) found = solve('in-slices', 10, from, 100);
    expect(found).toBe(whole);
    expect(solve('in-slices', 10, 0, found)).toBeNull();
  });

  it('takes as many tries on average as its bits say', () => {
    const tries = Array.from({ length: 200 }, (_, n) => (solve(`puzzle-${n}`, 6, 0, 10_000) ?? Number.NaN) + 1);
    const average = tries.reduce((sum, each) => sum + each, 0) / tries.length;
    expect(average).toBeGreaterThan(averageTries(6) * 0.7);
    expect(average).toBeLessThan(averageTries(6) * 1.3);
  });
});
