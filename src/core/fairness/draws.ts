/**
 * Commit and reveal: how a round's chance is fixed before the bet and can be checked by anybody afterwards.
 *
 * - Server seed: 64 lower-case hexadecimal characters (32 random bytes, written out). Everywhere below it is used as
 *   **those 64 ASCII characters**, never as the 32 bytes they stand for, so that `printf %s SEED | sha256sum` checks
 *   it.
 * - Commit, shown before any bet: SHA-256 of the 64 characters, as hexadecimal.
 * - Client seed: 1 to 64 printable ASCII characters but the space (U+0021 … U+007E), chosen by the player after the
 *   commit was shown. Behind it, after a space, the part that the player's device made for this one bet: 32 lower-case
 *   hexadecimal characters, sent with the bet, so that nobody knows its draws before. Only bets of older clients have none.
 * - Nonce: a whole number from 0, one more for each bet under the same pair of seeds.
 * - Bytes of a bet: HMAC-SHA256(key = the 64 characters, message = `clientSeed:nonce:block`) for block = 0, 1, 2 …,
 *   numbers in decimal; each block gives 32 bytes. Nonce and block are the last two fields, so a colon inside a client
 *   seed can't make two bets share a message.
 * - Words: each four bytes big-endian. An integer below n: the next word, skipping those at or above the largest
 *   multiple of n that fits 2^32 (they would favour small results), modulo n.
 */
import { asciiBytes, hexOf } from './ascii';
import { DIGEST_BYTES, hmacSha256, sha256 } from './sha256';

export const SERVER_SEED_PATTERN = /^[0-9a-f]{64}$/;
export const CLIENT_SEED_PATTERN = /^[\x21-\x7e]{1,64}( [0-9a-f]{32})?$/;
/** The most results that `below` can choose from: 2^32, one for each word. */
export const MAX_BELOW = 2 ** 32;

/** Names one bet's chance. The pair of seeds and the nonce together are never used twice. */
export interface SeedTriple {
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
}

/** A bet's chance, read from left to right. */
export interface Draws {
  /** The next integer in 0 … n − 1, each as likely. `n` is an integer in 1 … 2^32, else a RangeError. */
  below(n: number): number;
  /** 32-bit words read so far, skipped ones included. */
  used(): number;
}

/** The commit of a server seed: 64 hexadecimal characters. Throws a RangeError for a malformed seed. */
export function commitOf(serverSeed: string): string {
  if (!SERVER_SEED_PATTERN.test(serverSeed)) throw new RangeError('server seed: 64 lower-case hexadecimal characters');
  return hexOf(sha256(asciiBytes(serverSeed)));
}

/** Returns true if every part of the triple is well formed. Where it is false, `drawsFrom` throws a RangeError. */
export function isSeedTriple({ serverSeed, clientSeed, nonce }: SeedTriple): boolean {
  return (
    SERVER_SEED_PATTERN.test(serverSeed) &&
    CLIENT_SEED_PATTERN.test(clientSeed) &&
    Number.isSafeInteger(nonce) &&
    nonce >= 0
  );
}

/** An integer below `n` from words of 32 bits: the rule of the last paragraph above. `n` is an integer in 1 … 2^32. */
export function fairBelow(nextWord: () => number, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > MAX_BELOW) throw new RangeError(`can't draw below ${n}`);
  const fairWords = MAX_BELOW - (MAX_BELOW % n);
  let word = nextWord();
  while (word >= fairWords) word = nextWord();
  return word % n;
}

/** The draws of one bet, from the first word. Blocks are computed as they are needed. */
export function drawsFrom(seeds: SeedTriple): Draws {
  if (!isSeedTriple(seeds)) throw new RangeError('malformed server seed, client seed or nonce');
  const key = asciiBytes(seeds.serverSeed);
  let block = new DataView(new ArrayBuffer(0));
  let words = 0;

  const nextWord = (): number => {
    const offset = (4 * words) % DIGEST_BYTES;
    if (offset === 0) {
      const index = (4 * words) / DIGEST_BYTES;
      const message = asciiBytes(`${seeds.clientSeed}:${seeds.nonce}:${index}`);
      block = new DataView(hmacSha256(key, message).buffer);
    }
    words += 1;
    return block.getUint32(offset);
  };

  return { below: (n) => fairBelow(nextWord, n), used: () => words };
}
