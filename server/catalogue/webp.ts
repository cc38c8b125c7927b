/**
 * Takes the picture out of a WebP file and puts it into a container of our own, so that nothing else of what was sent is kept: no metadata, no
 * profile, no bytes around the picture. Judges by content alone, and decodes nothing. Pure.
 */
import { ART_HEIGHT, ART_WIDTH, MAX_ART_BYTES } from '../../src/core/games/art';

const CHUNK_HEADER_BYTES = 8;
const FILE_HEADER_BYTES = 12;
/** Tag of the frame, start code and size. */
const FRAME_HEADER_BYTES = 10;
const SIZE_MASK = 0x3fff;

const nameAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

/** Returns the file to serve, or what is wrong with the one that was sent. */
export function toServedArt(sent: Buffer): Buffer | { readonly problem: string } {
  const frame = findFrame(sent);
  if (frame === null) return { problem: 'This is no plain WebP picture.' };
  if (!isWholePicture(frame)) return { problem: 'This picture is damaged.' };
  const [width, height] = [frame.readUInt16LE(6) & SIZE_MASK, frame.readUInt16LE(8) & SIZE_MASK];
  if (width !== ART_WIDTH || height !== ART_HEIGHT) return { problem: `Art has ${ART_WIDTH} × ${ART_HEIGHT} pixels, this picture has ${width} × ${height}.` };
  const file = wrap(frame);
  return file.length > MAX_ART_BYTES ? { problem: `Art has at most ${MAX_ART_BYTES / 1000} kB.` } : file;
}

/** Returns the one lossy picture; null where the file is no WebP, or has another kind of picture, like an animation or transparency. */
function findFrame(sent: Buffer): Buffer | null {
  if (sent.length < FILE_HEADER_BYTES || nameAt(sent, 0) !== 'RIFF' || nameAt(sent, 8) !== 'WEBP') return null;
  if (sent.readUInt32LE(4) + CHUNK_HEADER_BYTES !== sent.length) return null;
  let frame: Buffer | null = null;
  for (let at = FILE_HEADER_BYTES; at < sent.length;) {
    if (at + CHUNK_HEADER_BYTES > sent.length) return null;
    const [name, length] = [nameAt(sent, at), sent.readUInt32LE(at + 4)];
    const end = at + CHUNK_HEADER_BYTES + length;
    if (end > sent.length) return null;
    if (name === 'VP8 ') {
      if (frame !== null) return null;
      frame = sent.subarray(at + CHUNK_HEADER_BYTES, end);
    } else if (name !== 'VP8X' && name !== 'ICCP') return null;
    at = end + (length % 2);
  }
  return frame;
}

/** Says whether the picture stands alone, is shown, is as long as it says, and has something in both of its parts. */
function isWholePicture(frame: Buffer): boolean {
  if (frame.length < FRAME_HEADER_BYTES) return false;
  const tag = frame.readUIntLE(0, 3);
  const [isKeyFrame, isShown, firstPartBytes] = [(tag & 1) === 0, (tag >> 4) % 2 === 1, tag >> 5];
  const hasParts = firstPartBytes > 0 && FRAME_HEADER_BYTES + firstPartBytes < frame.length;
  return isKeyFrame && isShown && frame.readUIntBE(3, 3) === 0x9d012a && hasParts;
}

function wrap(frame: Buffer): Buffer {
  const padding = frame.length % 2;
  const header = Buffer.alloc(FILE_HEADER_BYTES + CHUNK_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(4 + CHUNK_HEADER_BYTES + frame.length + padding, 4);
  header.write('WEBPVP8 ', 8, 'latin1');
  header.writeUInt32LE(frame.length, 16);
  return Buffer.concat([header, frame, Buffer.alloc(padding)]);
}
