/** Checks pictures that people attach. Type and size are read from the bytes, since the sender may claim anything. */
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { getAdminPicture } from '../../src/core/contract/support-team';
import { ProblemError } from '../http/problem';

export type Picture = AnswerOf<typeof getAdminPicture>;

/** Counts the decoded bytes. */
const MAX_PICTURE_BYTES = 150_000;
/** A small file can hold a huge picture, which an admin's browser would have to draw. */
const MAX_SIDE_PX = 4_096;

export interface DecodedPicture {
  readonly type: Picture['type'];
  readonly bytes: Buffer;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Decodes a picture. Throws `validation` at `picture` where it is too large or not of the type that the sender names. */
export function decodePicture({ type, base64 }: Picture): DecodedPicture {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_PICTURE_BYTES) throw pictureRefusal('The picture is too large.');
  const size = SIZE_READERS[type](bytes);
  if (size === null || size.width < 1 || size.height < 1) throw pictureRefusal('We can’t read this picture.');
  if (size.width > MAX_SIDE_PX || size.height > MAX_SIDE_PX) throw pictureRefusal('The picture is too large.');
  return { type, bytes };
}

function pictureRefusal(message: string): ProblemError {
  return new ProblemError('validation', 'We could not accept the picture.', { detail: message, errors: [{ field: 'picture', message }] });
}

const SIZE_READERS: Readonly<Record<Picture['type'], (bytes: Buffer) => Size | null>> = { 'image/png': readPngSize, 'image/jpeg': readJpegSize, 'image/webp': readWebpSize };

const PNG_HEADER = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

function readPngSize(bytes: Buffer): Size | null {
  if (bytes.length < 33 || !bytes.subarray(0, PNG_HEADER.length).equals(PNG_HEADER)) return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** A JPEG is a list of segments: a marker, a length that includes itself, and data. The frame header (SOF) holds the size. */
function readJpegSize(bytes: Buffer): Size | null {
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

function readWebpSize(bytes: Buffer): Size | null {
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
