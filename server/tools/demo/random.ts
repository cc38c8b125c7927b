/** Randomness that a seed repeats: two runs with one seed draw the same people, rounds and amounts. */
import { createHash } from 'node:crypto';

export interface Random {
  /** Draws from [0, 1). */
  readonly next: () => number;
  /** Draws a whole number from `least` to `most`. */
  readonly between: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  readonly bytes: (size: number) => Buffer;
}

const BLOCK_BYTES = 32;

/** Each name has draws of its own, so a further draw of one part changes nothing of the others. */
export function randomFrom(seed: number, name: string): Random {
  let drawCount = 0;
  const bytes = (size: number): Buffer => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += BLOCK_BYTES) {
      drawCount += 1;
      blocks.push(createHash('sha256').update(`${seed}/${name}/${drawCount}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, size);
  };
  const next = (): number => bytes(4).readUInt32BE() / 2 ** 32;
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return { next, between, bytes, chance: (probability) => next() < probability, pick: (items) => items[between(0, items.length - 1)] ?? items[0] };
}
