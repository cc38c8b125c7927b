/**
 * A puzzle that costs a device some seconds and the platform nothing: find a number with which SHA-256 of `<puzzle>.<number>`
 * begins with so many zero bits. It is a small price for one account, and a high one for thousands.
 */
import { asciiBytes } from './fairness/ascii';
import { sha256 } from './fairness/sha256';

/** Returns how many numbers a device tries on average to solve a puzzle of so many `bits`. */
export const averageTries = (bits: number): number => 2 ** bits;

/** How many zero bits a digest begins with. */
export function leadingZeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}

/** Returns true if `answer` solves the puzzle. */
export function isSolution(puzzle: string, bits: number, answer: number): boolean {
  return leadingZeroBits(sha256(asciiBytes(`${puzzle}.${answer}`))) >= bits;
}

/** The first solution among the `count` numbers from `from` on, or null. */
export function solve(puzzle: string, bits: number, from: number, count: number): number | null {
  for (let answer = from; answer < from + count; answer += 1) if (isSolution(puzzle, bits, answer)) return answer;
  return null;
}
