import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressPng } from '../../support/small-png';
import { ROOT } from '../../support/stages.mjs';

const WIDTH = 40;
const HEIGHT = 30;

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

/** A picture with alpha whose rows use each of the five filters in turn; all bytes are what a filter leaves over. */
function screenshot(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 6], 8);
  const rows = Array.from({ length: HEIGHT }, (_, y) =>
    Buffer.from([y % 5, ...Array.from({ length: WIDTH * 4 }, (_each, x) => (x * 7 + y * 13) % 5)]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]);
}

const partOf = (png: Buffer, type: string): Buffer => {
  const at = png.indexOf(type, 0, 'latin1');
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
};

describe('a screenshot that was made small', () => {
  it('has the same size in pixels, and a palette', () => {
    const small = compressPng(screenshot());
    const header = partOf(small, 'IHDR');
    expect([header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]).toEqual([WIDTH, HEIGHT, 8, 3]);
    expect(partOf(small, 'PLTE').length % 3).toBe(0);
    expect(partOf(small, 'PLTE').length).toBeLessThanOrEqual(3 * 256);
  });

  it('names only colours of its palette', () => {
    const small = compressPng(screenshot());
    const colours = partOf(small, 'PLTE').length / 3;
    const rows = inflateSync(partOf(small, 'IDAT'));
    expect(rows.length).toBe((WIDTH + 1) * HEIGHT);
    expect(Math.max(...rows)).toBeLessThan(colours);
  });

  it('was one of Chromium’s: another kind of PNG is refused', () => {
    expect(() => compressPng(compressPng(screenshot()))).toThrow(/no PNG as Chromium writes/);
  });

  it('is what stands in public/screenshots, each at most 80 KB', () => {
    for (const name of ['lobby-360', 'game-360', 'deposit-360', 'profile-offline-360', 'game-1280']) {
      expect(readFileSync(`${ROOT}/public/screenshots/${name}.png`).length, name).toBeLessThanOrEqual(80 * 1024);
    }
  });
});
