import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawByRule1, hashEntries } from '../../../src/core/draw';
import { checkDraw } from '../../../src/core/draw-check';
import { commitOf } from '../../../src/core/fairness/draws';

const drawWinners = (seed: string, entryIds: readonly string[], places: number) => drawByRule1(seed, entryIds, places).winners;
const named = (prefix: string, count: number, digits = 0): string[] =>
  Array.from({ length: count }, (_, n) => prefix + String(n).padStart(digits, '0'));
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Made by a third implementation, in Python with hashlib and hmac. */
const VECTORS = [
  {
    seed: '0'.repeat(64), entries: ['a'], places: 5,
    clientSeed: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', winners: ['a'],
  },
  {
    seed: '0123456789abcdef'.repeat(4), entries: ['entry-3', 'entry-1', 'entry-2'], places: 5,
    clientSeed: '612ba2ed5d5dba58486eef05c104f275b5ce14c24d8ea0a7352efb775fd94e05', winners: ['entry-2', 'entry-3', 'entry-1'],
  },
  {
    seed: hashOf('ayo'), entries: named('E', 200, 3), places: 5,
    clientSeed: '2914cea8b8ca6f7e48f816b7642dbf77c99dbbd01aa0673c01ac2f4c4b315f3c', winners: ['E034', 'E125', 'E040', 'E030', 'E166'],
  },
  {
    seed: hashOf('joy'), entries: ['Zz', 'zz', '_1', '-1', '0', '9', 'A', 'a'], places: 3,
    clientSeed: '5f02723c77e78ce0e2e5f600126a9d3321a2600407467928b1e2a61d7e3a0eb6', winners: ['_1', '-1', '9'],
  },
  {
    seed: hashOf('sunday'), entries: named('n', 1000), places: 20,
    clientSeed: '6cae3a02d57675f2915a4e7503106e1f0d7ad5eaf3897ad836bf98e8e9edf9f1',
    winners: [
      'n252', 'n810', 'n755', 'n663', 'n750', 'n947', 'n145', 'n751', 'n953', 'n872', 'n538', 'n866', 'n868', 'n743', 'n312', 'n707', 'n955',
      'n249', 'n207', 'n164',
    ],
  },
];

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex');

/** The draw a second time, on WebCrypto and from the rules alone: one block of bytes for every place is enough mostly. */
async function drawnByWebCrypto(seed: string, entries: readonly string[], places: number): Promise<string[]> {
  const sorted = entries.map((entry) => [...bytesOf(entry)].map((byte) => String.fromCharCode(byte)).join('')).sort();
  const clientSeed = hex(await crypto.subtle.digest('SHA-256', bytesOf(sorted.join('\n'))));
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const words: bigint[] = [];
  let block = 0;
  const won: string[] = [];
  while (won.length < Math.min(places, entries.length)) {
    if (words.length === 0) {
      const signed = hex(await crypto.subtle.sign('HMAC', key, bytesOf(`${clientSeed}:0:${block}`)));
      words.push(...(signed.match(/.{8}/g) ?? []).map((word) => BigInt(`0x${word}`)));
      block += 1;
    }
    const word = words.shift() ?? 0n;
    const rest = sorted.filter((entry) => !won.includes(entry));
    const n = BigInt(rest.length);
    if (word >= 2n ** 32n - (2n ** 32n % n)) continue;
    won.push(rest[Number(word % n)] ?? '');
  }
  return won;
}

describe('a draw by rule 1', () => {
  it.each(VECTORS)('of $entries.length entries has the winners of the golden vector', ({ seed, entries, places, clientSeed, winners }) => {
    expect(hashEntries(entries)).toBe(clientSeed);
    expect(drawWinners(seed, entries, places)).toEqual(winners);
  });

  it.each(VECTORS)('of $entries.length entries is the same by a second implementation', async ({ seed, entries, places, winners }) => {
    expect(await drawnByWebCrypto(seed, entries, places)).toEqual(winners);
  });

  it('is the same by both for any seed and entries', async () => {
    const start = randomBytes(8).toString('hex');
    for (let n = 1; n <= 60; n += 1) {
      const seed = hashOf(`${start}/${n}`);
      const entries = named(hashOf(seed).slice(0, 4), n);
      expect({ start, n, won: drawWinners(seed, entries, 7) }).toEqual({ start, n, won: await drawnByWebCrypto(seed, entries, 7) });
    }
  });

  it('does not depend on the order in which people entered', () => {
    const entries = named('E', 200, 3);
    expect(drawWinners(hashOf('ayo'), entries.toReversed(), 5)).toEqual(drawWinners(hashOf('ayo'), entries, 5));
  });

  it('has another result with one entry more', () => {
    const entries = named('E', 200, 3);
    expect(drawWinners(hashOf('ayo'), [...entries, 'E200'], 5)).not.toEqual(drawWinners(hashOf('ayo'), entries, 5));
  });

  it('gives every place to a different entry, and no place when no entry is left', () => {
    expect(new Set(drawWinners(hashOf('x'), named('e', 30), 30)).size).toBe(30);
    expect(drawWinners(hashOf('x'), [], 5)).toEqual([]);
  });

  it('gives every entry the same chance', () => {
    const entries = named('e', 10);
    const first = new Map<string, number>();
    for (let n = 0; n < 5_000; n += 1) {
      const [winner = ''] = drawWinners(hashOf(`fair ${n}`), entries, 1);
      first.set(winner, (first.get(winner) ?? 0) + 1);
    }
    const chiSquare = entries.reduce((sum, entry) => sum + ((first.get(entry) ?? 0) - 500) ** 2 / 500, 0);
    // 9 degrees of freedom, 99 %.
    expect(chiSquare).toBeLessThan(21.67);
  });

  it('passes over what may not win in the order in which all are drawn, and stops with the last place', () => {
    const entries = named('E', 200, 3);
    const order = drawWinners(hashOf('ayo'), entries, 200);
    const out = new Set([order[0], order[3], order[9]]);
    const mayWin = (entryId: string) => !out.has(entryId);
    const drawn = { winners: [order[1], order[2], order[4]], passedOver: [order[0], order[3]] };
    expect(drawByRule1(hashOf('ayo'), entries, 3, mayWin)).toEqual(drawn);
    expect(drawByRule1(hashOf('ayo'), entries, 5, () => false)).toEqual({ winners: [], passedOver: order });
  });

  it('was won 60 of 60 times by an insider who knew the seed while entries were open, and chose the id of an entry', () => {
    const wins = Array.from({ length: 60 }, (_, n) => {
      const entries = named(`of ${n}/`, 9);
      return named(`chosen-${n}-`, 1_000).some((entryId) => drawWinners(hashOf(`seed ${n}`), [...entries, entryId], 1)[0] === entryId);
    });
    expect(wins.filter(Boolean)).toHaveLength(60);
  });

  it('takes no entry twice, and no malformed seed', () => {
    expect(() => drawWinners(hashOf('x'), ['a', 'a'], 1)).toThrow(RangeError);
    expect(() => drawWinners('A'.repeat(64), ['a'], 1)).toThrow(RangeError);
  });
});

describe('checking a draw of rule 1 that is over', () => {
  const seed = hashOf('ayo');
  const proof = { drawId: 'd', seed, entryIds: named('E', 200, 3), prizes: [100_000, 50_000] };
  const published = {
    drawId: 'd', closesAt: '2026-11-22T19:00:00.000Z', commit: commitOf(seed), prizes: [100_000, 50_000],
    winners: [{ place: 2, entryId: 'E125', prize: 50_000 }, { place: 1, entryId: 'E034', prize: 100_000 }],
  };

  it('finds a right one right', () => {
    expect(checkDraw(proof, published)).toBe('right');
  });

  it('finds a right one right where an entry was passed over, and a wrong one where another was, or one that was never drawn', () => {
    const entryIds = named('E', 200, 3);
    const [first = '', second = '', third = '', fourth = ''] = drawWinners(seed, entryIds, 4);
    const passed = { ...published, winners: [{ place: 1, entryId: second, prize: 100_000 }, { place: 2, entryId: third, prize: 50_000 }] };
    expect(checkDraw({ ...proof, passedOver: [first] }, passed)).toBe('right');
    expect(checkDraw({ ...proof, passedOver: [] }, published)).toBe('right');
    for (const passedOver of [[], [second], [first, second], [first, fourth], [first, first], [first, 'nobody']]) {
      expect(checkDraw({ ...proof, passedOver }, passed), passedOver.join()).toBe('winners');
    }
  });

  it('finds a seed that was not committed to', () => {
    expect(checkDraw({ ...proof, seed: hashOf('another') }, published)).toBe('commit');
    expect(checkDraw({ ...proof, seed: 'no seed' }, published)).toBe('commit');
  });

  it('finds other winners, one too few, and an entry that was left out', () => {
    expect(checkDraw(proof, { ...published, winners: [{ place: 1, entryId: 'E125', prize: 100_000 }, { place: 2, entryId: 'E034', prize: 50_000 }] })).toBe('winners');
    expect(checkDraw(proof, { ...published, winners: published.winners.slice(1) })).toBe('winners');
    expect(checkDraw({ ...proof, entryIds: proof.entryIds.slice(1) }, published)).toBe('winners');
  });
});
