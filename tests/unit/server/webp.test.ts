import { describe, expect, it } from 'vitest';
import { toServedArt } from '../../../server/catalogue/webp';
import { vp8Frame, webpChunk, webpFile, webpPicture } from '../../support/webp-picture';

const problemOf = (sent: Buffer): string | null => {
  const art = toServedArt(sent);
  return 'problem' in art ? art.problem : null;
};
const changed = (at: number, byte: number): Buffer => {
  const file = webpPicture();
  file[at] = byte;
  return file;
};

describe('art that is sent', () => {
  it('is served as the picture alone: profile and odd chunks of the container are left out', () => {
    const plain = webpPicture();
    expect(toServedArt(plain)).toEqual(plain);
    expect(toServedArt(webpFile(webpChunk('VP8X', Buffer.alloc(10)), webpChunk('ICCP', Buffer.from('a profile')), webpChunk('VP8 ', vp8Frame())))).toEqual(plain);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a script in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a PNG', Buffer.from('\u0089PNG\r\n\u001A\n'.padEnd(100, 'x'), 'latin1')],
    ['bytes behind the picture', Buffer.concat([webpPicture(), Buffer.from('<script>alert(1)</script>')])],
    ['metadata', webpFile(webpChunk('VP8 ', vp8Frame()), webpChunk('EXIF', Buffer.from('Lagos')))],
    ['a chunk of an unknown kind', webpFile(webpChunk('VP8 ', vp8Frame()), webpChunk('HTML', Buffer.from('<b>')))],
    ['an animation', webpFile(webpChunk('VP8X', Buffer.alloc(10)), webpChunk('ANIM', Buffer.alloc(6)))],
    ['two pictures', webpFile(webpChunk('VP8 ', vp8Frame()), webpChunk('VP8 ', vp8Frame()))],
    ['a container alone', webpFile()],
    ['a chunk that is longer than the file', changed(16, 0xff)],
    ['half a header of a chunk', webpFile(Buffer.from('VP8 '))],
  ])('that is %s is refused', (_, sent) => {
    expect(problemOf(sent)).toBe('This is no plain WebP picture.');
  });

  it.each<[string, Buffer]>([
    ['no key frame', changed(20, 0x91)],
    ['no start code', changed(23, 0)],
    ['a part that is longer than the picture', changed(22, 0xff)],
    ['no data of the picture', webpFile(webpChunk('VP8 ', vp8Frame(480, 640, 30)))],
    ['nothing in its first part', Buffer.concat([webpPicture().subarray(0, 20), Buffer.from([1 << 4, 0, 0]), webpPicture().subarray(23)])],
    ['a few bytes', webpFile(webpChunk('VP8 ', Buffer.alloc(4)))],
  ])('with %s is damaged', (_, sent) => {
    expect(problemOf(sent)).toBe('This picture is damaged.');
  });

  it('has one size, and not too many bytes', () => {
    expect(problemOf(webpPicture(16_383, 16_383))).toBe('Art has 480 × 640 pixels, this picture has 16383 × 16383.');
    expect(problemOf(webpPicture(480, 640, 59_900))).toBeNull();
    expect(problemOf(webpPicture(480, 640, 60_000))).toBe('Art has at most 60 kB.');
  });
});
