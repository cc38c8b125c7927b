import { describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';

/** An id whose bytes are all `byte`, but for the one at `at`, which is `other`. */
const idOf = (byte: number, other = byte, at = 0): string => newId({ randomBytes: (size) => Buffer.alloc(size, byte).fill(other, at, at + 1) });

describe('an id', () => {
  it('begins with a letter, whatever was drawn: no spreadsheet takes it for a formula', () => {
    for (let byte = 0; byte < 256; byte += 1) expect(idOf(byte)).toMatch(/^[A-Za-z][\w-]{21}$/);
  });

  it('is another one for whatever else was drawn, and leaves what was drawn as it was', () => {
    for (let at = 0; at < 16; at += 1) {
      const ids = new Set(Array.from({ length: 256 }, (_, other) => idOf(0xfb, other, at)));
      expect({ at, ids: ids.size }).toEqual({ at, ids: at === 0 ? 128 : 256 });
    }
    const drawn = Buffer.alloc(16, 0xff);
    newId({ randomBytes: () => drawn });
    expect(drawn.readUInt8(0)).toBe(0xff);
  });
});
