import { createHmac, webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamOf } from '../../../server/tools/games-stream';
import { streamHmac } from '../../../server/tools/stream-hmac';
import { MAX_BELOW, drawsFrom } from '../../../src/core/fairness/draws';
import { seedOf } from '../../support/seeds';

const WORDS_PER_NONCE = 16;

const character = (least: number, most: number) => fc.integer({ min: least, max: most }).map((code) => String.fromCharCode(code));
const serverSeeds = fc.string({ unit: fc.integer({ min: 0, max: 15 }).map((digit) => digit.toString(16)), minLength: 64, maxLength: 64 });
const clientSeeds = fc.string({ unit: character(0x21, 0x7e), minLength: 1, maxLength: 64 });

describe('the stream of bytes for outside test batteries', () => {
  it('is the first two blocks of nonce after nonce, as WebCrypto computes them', async () => {
    const seeds = { serverSeed: 'ab'.repeat(32), clientSeed: 'stream' };
    const { subtle } = webcrypto;
    const ascii = (text: string) => new TextEncoder().encode(text);
    const key = await subtle.importKey('raw', ascii(seeds.serverSeed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const blocks: Buffer[] = [];
    for (const message of ['7:0', '7:1', '8:0', '8:1']) blocks.push(Buffer.from(await subtle.sign('HMAC', key, ascii(`stream:${message}`))));
    expect(Buffer.from(streamOf(seeds)(7, 2))).toEqual(Buffer.concat(blocks));
  });

  it('has the words that rounds read, for any seeds and nonces', () => {
    const seed = seedOf('the stream has the words of rounds');
    const nonces = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 1 });
    fc.assert(
      fc.property(serverSeeds, clientSeeds, nonces, (serverSeed, clientSeed, nonce) => {
        const draws = drawsFrom({ serverSeed, clientSeed, nonce });
        const bytes = streamOf({ serverSeed, clientSeed })(nonce, 1);
        const view = new DataView(bytes.buffer);
        const words = Array.from({ length: WORDS_PER_NONCE }, (_, at) => view.getUint32(4 * at));
        expect(words).toEqual(words.map(() => draws.below(MAX_BELOW)));
      }),
      { seed, numRuns: 200 },
    );
  });

  it('refuses malformed seeds', () => {
    expect(() => streamOf({ serverSeed: 'AB'.repeat(32), clientSeed: 'stream' })).toThrow(RangeError);
    expect(() => streamOf({ serverSeed: 'ab'.repeat(32), clientSeed: 'two words' })).toThrow(RangeError);
  });
});

describe('the HMAC of the stream', () => {
  it('gives the bytes of node:crypto for messages of every length around the ends of blocks', () => {
    const key = '0123456789abcdef'.repeat(4);
    const write = streamHmac(key);
    const out = new DataView(new ArrayBuffer(40));
    for (let length = 0; length <= 200; length += 1) {
      const message = 'a'.repeat(length);
      write(message, out, 8);
      expect(Buffer.from(out.buffer, 8).toString('hex'), String(length)).toBe(createHmac('sha256', key).update(message).digest('hex'));
    }
  });
});
