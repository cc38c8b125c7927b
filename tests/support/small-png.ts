/** Makes a screenshot small with at most 256 colours; on a drawn page people see no difference. */
import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The sizes of palette to try, the greatest that the format allows first. */
const PALETTES = [256, 128, 64];
/** The bytes of a pixel by the format's colour type: without and with alpha. */
const CHANNELS: ReadonlyMap<number, number> = new Map([[2, 3], [6, 4]]);

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly rgb: Uint8Array;
}

function* chunksOf(png: Buffer): Generator<readonly [type: string, data: Buffer]> {
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += length + 12;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Predicts a byte from its neighbours, as each filter of the PNG format does. */
function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0: return 0;
    case 1: return left;
    case 2: return up;
    case 3: return (left + up) >> 1;
    case 4: return paeth(left, up, corner);
    default: throw new Error(`PNG filter ${filter} does not exist.`);
  }
}

/** Decodes a PNG as Chromium writes it: 8 bits, colours with or without alpha, not interlaced. */
function decode(png: Buffer): Pixels {
  const chunks = [...chunksOf(png)];
  const header = chunks[0]?.[1];
  if (header === undefined) throw new Error('This is no PNG.');
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), CHANNELS.get(header[9] ?? -1)];
  if (channels === undefined || header[8] !== 8 || header[12] !== 0) throw new Error('This is no PNG as Chromium writes them.');
  const raw = inflateSync(Buffer.concat(chunks.flatMap(([type, data]) => (type === 'IDAT' ? [data] : []))));
  const stride = width * channels;
  const bytes = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < channels ? 0 : (bytes[at - channels] ?? 0);
      const up = y === 0 ? 0 : (bytes[at - stride] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (bytes[at - stride - channels] ?? 0);
      bytes[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) rgb[pixel * 3 + channel] = bytes[pixel * channels + channel] ?? 0;
  }
  return { width, height, rgb };
}

interface Colour {
  readonly value: number;
  readonly count: number;
}

const channelOf = (value: number, channel: number): number => (value >> (16 - 8 * channel)) & 0xff;

/**
 * Chooses the colours by median cut: the box with the widest spread of frequent colours is halved until there are enough boxes.
 */
function choosePalette(counts: ReadonlyMap<number, number>, colours: number): number[] {
  const boxes: Colour[][] = [Array.from(counts, ([value, count]) => ({ value, count }))];
  const spread = (box: readonly Colour[]) => [0, 1, 2].map((channel) => {
    const values = box.map(({ value }) => channelOf(value, channel));
    return Math.max(...values) - Math.min(...values);
  });
  while (boxes.length < colours) {
    const weights = boxes.map((box) => (box.length < 2 ? 0 : Math.max(...spread(box)) * Math.sqrt(box.reduce((sum, { count }) => sum + count, 0))));
    const widest = weights.indexOf(Math.max(...weights));
    const box = boxes[widest];
    if (box === undefined || box.length < 2) break;
    const spreads = spread(box);
    const channel = spreads.indexOf(Math.max(...spreads));
    const sorted = box.toSorted((a, b) => channelOf(a.value, channel) - channelOf(b.value, channel));
    boxes.splice(widest, 1, sorted.slice(0, sorted.length >> 1), sorted.slice(sorted.length >> 1));
  }
  // The most frequent colour of a box stands for it, so backgrounds keep exactly their colour.
  const mostUsed = (box: readonly Colour[]) =>
    box.reduce<Colour | null>((most, each) => (most === null || each.count > most.count ? each : most), null);
  return boxes.flatMap((box) => mostUsed(box)?.value ?? []);
}

function findNearest(value: number, palette: readonly number[]): number {
  let best = 0;
  let leastDistance = Infinity;
  palette.forEach((colour, at) => {
    const distance = [0, 1, 2].reduce((sum, channel) => sum + (channelOf(value, channel) - channelOf(colour, channel)) ** 2, 0);
    if (distance < leastDistance) [best, leastDistance] = [at, distance];
  });
  return best;
}

const CRC_TABLE = Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  const [length, end] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  end.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, end]);
}

/** Encodes the same picture with a palette, in at most `maxBytes`. Throws for a file that is not a PNG as Chromium writes it. */
export function compressPng(png: Buffer, maxBytes = Infinity): Buffer {
  const pixels = decode(png);
  for (const colours of PALETTES) {
    const compressed = encode(pixels, colours);
    if (compressed.length <= maxBytes) return compressed;
  }
  throw new Error(`The picture does not fit ${maxBytes} bytes.`);
}

function encode({ width, height, rgb }: Pixels, mostColours: number): Buffer {
  const values = Array.from({ length: width * height }, (_, pixel) =>
    ((rgb[pixel * 3] ?? 0) << 16) | ((rgb[pixel * 3 + 1] ?? 0) << 8) | (rgb[pixel * 3 + 2] ?? 0));
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const palette = choosePalette(counts, mostColours);
  const indexOf = new Map([...counts.keys()].map((value) => [value, findNearest(value, palette)]));
  const rows = Buffer.alloc((width + 1) * height);
  values.forEach((value, pixel) => {
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = indexOf.get(value) ?? 0;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, colour type 3 (palette).
  header.set([8, 3], 8);
  const colours = Buffer.from(palette.flatMap((value) => [0, 1, 2].map((channel) => channelOf(value, channel))));
  return Buffer.concat([
    SIGNATURE, chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ]);
}
