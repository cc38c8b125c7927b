import { createHash, createHmac, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { asciiBytes, hexOf } from '../../../../src/core/fairness/ascii';
import { MAX_BELOW, commitOf, drawsFrom } from '../../../../src/core/fairness/draws';
import type { Draws } from '../../../../src/core/fairness/draws';
import { hmacSha256, sha256 } from '../../../../src/core/fairness/sha256';
import { commitByWebCrypto, replayByWebCrypto } from '../../../../src/core/fairness/verify-webcrypto';

const goldenVector = z.strictObject({
  serverSeed: z.string(),
  commit: z.string(),
  clientSeed: z.string(),
  nonce: z.number(),
  below: z.array(z.number()),
  result: z.array(z.number()),
  used: z.number(),
});
/** Made with Python's hashlib and hmac: neither of the two implementations had a hand in them. */
const goldenVectors = z
  .array(goldenVector)
  .parse(JSON.parse(readFileSync(new URL('./golden-vectors.json', import.meta.url), 'utf8')));

const seedHex = () => fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hexOf);
const printable = () => fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const part = () => fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 32, maxLength: 32 });
/** That of a pair, for some with the part of a bet. */
const clientSeed = () =>
  fc.tuple(fc.string({ unit: printable(), minLength: 1, maxLength: 64 }), fc.option(part())).map(([own, fresh]) => (fresh === null ? own : `${own} ${fresh}`));
const seeds = () => fc.record({ serverSeed: seedHex(), clientSeed: clientSeed(), nonce: fc.maxSafeNat() });
const bounds = () => fc.array(fc.integer({ min: 1, max: MAX_BELOW }), { minLength: 1, maxLength: 60 });
const drawAll = (below: readonly number[]) => (draws: Draws) => ({
  result: below.map((n) => draws.below(n)),
  used: draws.used(),
});

describe('SHA-256 and HMAC', () => {
  it('agree with node:crypto for every length around the block borders', () => {
    for (let length = 0; length <= 200; length += 1) {
      const message = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256);
      expect(hexOf(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    }
  });

  it('agree with node:crypto for any key and message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 150 }), fc.uint8Array({ maxLength: 300 }), (key, message) => {
        expect(hexOf(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
      }),
    );
  });

  it('give the published answers for "abc" and RFC 4231 case 2', () => {
    expect(hexOf(sha256(asciiBytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hexOf(hmacSha256(asciiBytes('Jefe'), asciiBytes('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('the golden vectors', () => {
  it.each(goldenVectors)('hold for the first implementation: $clientSeed, nonce $nonce', (vector) => {
    expect(commitOf(vector.serverSeed)).toBe(vector.commit);
    expect(drawAll(vector.below)(drawsFrom(vector))).toEqual({ result: vector.result, used: vector.used });
  });

  it.each(goldenVectors)('hold for WebCrypto: $clientSeed, nonce $nonce', async (vector) => {
    const { subtle } = webcrypto;
    expect(await commitByWebCrypto(subtle, vector.serverSeed)).toBe(vector.commit);
    const replayed = await replayByWebCrypto(subtle, vector, drawAll(vector.below));
    expect(replayed).toEqual({ result: vector.result, used: vector.used });
  });

  it('include words that had to be skipped', () => {
    expect(goldenVectors.some((vector) => vector.used > vector.result.length)).toBe(true);
  });
});

describe('the two implementations', () => {
  it('agree for any seeds and any bounds', async () => {
    await fc.assert(
      fc.asyncProperty(seeds(), bounds(), async (triple, below) => {
        const first = drawAll(below)(drawsFrom(triple));
        const second = await replayByWebCrypto(webcrypto.subtle, triple, drawAll(below));
        expect(second).toEqual(first);
      }),
    );
  });
});

describe('drawsFrom', () => {
  it('stays in range and is the same every time it is asked', () => {
    fc.assert(
      fc.property(seeds(), bounds(), (triple, below) => {
        const first = drawAll(below)(drawsFrom(triple));
        const fits = (drawn: number, n = 0) => Number.isInteger(drawn) && drawn >= 0 && drawn < n;
        expect(first.result.filter((drawn, i) => !fits(drawn, below[i]))).toEqual([]);
        expect(drawAll(below)(drawsFrom(triple))).toEqual(first);
      }),
    );
  });

  it('gives another bet other numbers, whichever part of its name changes', () => {
    const base = { serverSeed: 'a'.repeat(64), clientSeed: 'mine', nonce: 5 };
    const first = drawsFrom(base).below(MAX_BELOW);
    for (const change of [{ serverSeed: 'b'.repeat(64) }, { clientSeed: 'yours' }, { clientSeed: `mine ${'0'.repeat(32)}` }, { nonce: 6 }]) {
      expect(drawsFrom({ ...base, ...change }).below(MAX_BELOW)).not.toBe(first);
    }
  });

  it.each([
    { serverSeed: 'A'.repeat(64) },
    { serverSeed: 'a'.repeat(63) },
    { clientSeed: '' },
    { clientSeed: 'two words' },
    { clientSeed: 'Adé' },
    { clientSeed: 'x'.repeat(65) },
    { clientSeed: `mine ${'0'.repeat(31)}` },
    { clientSeed: `mine ${'F'.repeat(32)}` },
    { clientSeed: ` ${'0'.repeat(32)}` },
    { clientSeed: `mine ${'0'.repeat(32)} ${'0'.repeat(32)}` },
    { nonce: -1 },
    { nonce: 0.5 },
    { nonce: 2 ** 53 },
  ])('refuses %o', (change) => {
    expect(() => drawsFrom({ serverSeed: 'a'.repeat(64), clientSeed: 'mine', nonce: 0, ...change })).toThrow(RangeError);
  });

  it.each([0, -1, 1.5, NaN, 2 ** 32 + 1])('refuses to draw below %d', (n) => {
    expect(() => drawsFrom({ serverSeed: 'a'.repeat(64), clientSeed: 'mine', nonce: 0 }).below(n)).toThrow(RangeError);
  });

  it('refuses a commit of something that is no server seed', () => {
    expect(() => commitOf('secret')).toThrow(RangeError);
  });
});

describe('replayByWebCrypto', () => {
  const triple = { serverSeed: 'c'.repeat(64), clientSeed: 'mine', nonce: 1 };

  it('stops a replay that never stops reading', async () => {
    const endless = (draws: Draws): never => {
      for (;;) draws.below(2);
    };
    await expect(replayByWebCrypto(webcrypto.subtle, triple, endless)).rejects.toThrow(RangeError);
  });

  it('passes on what the replay throws', async () => {
    const broken = (): never => {
      throw new TypeError('no such bet');
    };
    await expect(replayByWebCrypto(webcrypto.subtle, triple, broken)).rejects.toThrow('no such bet');
  });
});
