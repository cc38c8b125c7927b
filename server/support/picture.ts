/** Pictures that people send along: what they are is read from their bytes, whatever the sender says. */
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { getAdminPicture } from '../../src/core/contract/support-team';
import { ProblemError } from '../http/problem';

export type Picture = AnswerOf<typeof getAdminPicture>;

/** Of the decoded bytes. */
const MAX_PICTURE_BYTES = 150_000;
/** A small file can be a huge picture, and an admin's browser would have to draw it. */
const MAX_SIDE_PX = 4_096;

export interface ReadPicture {
  readonly type: Picture['type'];
  readonly bytes: Buffer;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Throws `validation` at `picture` for what is too large, or is not what it says. */
export function readPicture({ type, base64 }: Picture): ReadPicture {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_PICTURE_BYTES) throw refused('The picture is too large.');
  const size = SIZE_OF[type](bytes);
  if (size === null || size.width < 1 || size.height < 1) throw refused('This is no picture that we can read.');
  if (size.width > MAX_SIDE_PX || size.height > MAX_SIDE_PX) throw refused('The picture is too large.');
  return { type, bytes };
}

function refused(message: string): ProblemError {
  return new ProblemError('validation', 'The picture was not taken', { detail: message, errors: [{ field: 'picture', message }] });
}

const SIZE_OF: Readonly<Record<Picture['type'], (bytes: Buffer) => Size | null>> = { 'image/png': sizeOfPng, 'image/jpeg': sizeOfJpeg, 'image/webp': sizeOfWebp };

const PNG_BEGIN = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

function sizeOfPng(bytes: Buffer): Size | null {
  if (bytes.length < 33 || !bytes.subarray(0, PNG_BEGIN.length).equals(PNG_BEGIN)) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Segments of a JPEG: a marker, a length that counts itself, data. The frame header (SOF) has the size. */
function sizeOfJpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (bytes.readUInt16BE(at + 2) < 2) return null;
  }
  return null;
}

function sizeOfWebp(bytes: Buffer): Size | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (bytes.length < 30 || text(0, 4) !== 'RIFF' || text(8, 12) !== 'WEBP') return null;
  switch (text(12, 16)) {
    case 'VP8 ': return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default: return null;
  }
}
