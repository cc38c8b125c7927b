import { describe, expect, it } from 'vitest';
import { newId } from '../../../server/ids';

/** An id whose bytes are all `byte`, but for the last, which is `last`. */
const idOf = (byte: number, last = byte): string => newId({ randomBytes: (size) => Buffer.alloc(size, byte).fill(last, size - 1) });

describe('an id', () => {
  it('begins with a letter, whatever was drawn: no spreadsheet takes it for a formula', () => {
    for (let byte = 0; byte < 256; byte += 1) expect(idOf(byte)).toMatch(/^[A-Za-z][\w-]{21}$/);
  });

  it('is another one for whatever else was drawn, and leaves what was drawn as it was', () => {
    const ids = new Set(Array.from({ length: 256 }, (_, last) => idOf(0xfb, last)));
    expect(ids.size).toBe(256);
    const drawn = Buffer.alloc(16, 0xff);
    newId({ randomBytes: () => drawn });
    expect(drawn.readUInt8(0)).toBe(0xff);
  });
});
