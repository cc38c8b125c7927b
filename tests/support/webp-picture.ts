/** Makes files that are WebP as far as anybody sees who does not decode them. */

export function webpChunk(name: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8, name, 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}

export function webpFile(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  const header = Buffer.alloc(8, 'RIFF', 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** The head of a lossy picture, and as many bytes of it as are asked for. */
export function vp8Frame(width = 480, height = 640, length = 101): Buffer {
  const frame = Buffer.alloc(length, 7);
  // A key frame that is shown, whose first part has 20 bytes.
  frame.writeUIntLE((20 << 5) | (1 << 4), 0, 3);
  frame.writeUIntBE(0x9d012a, 3, 3);
  frame.writeUInt16LE(width, 6);
  frame.writeUInt16LE(height, 8);
  return frame;
}

export const webpPicture = (width?: number, height?: number, length?: number): Buffer => webpFile(webpChunk('VP8 ', vp8Frame(width, height, length)));
