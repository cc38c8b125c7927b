/**
 * Makes QR codes (ISO/IEC 18004) of texts in bytes, with error correction M and versions 5 to 10, which the links of authenticator apps
 * need. Pure.
 */

interface Version {
  readonly no: number;
  /** Bytes for error correction in each block. */
  readonly ecBytes: number;
  /** The data bytes of each block. */
  readonly blocks: readonly number[];
  /** The middles of the small squares, beside the first at 6. */
  readonly alignment: readonly number[];
}

const VERSIONS: readonly Version[] = [
  { no: 5, ecBytes: 24, blocks: [43, 43], alignment: [30] },
  { no: 6, ecBytes: 16, blocks: [27, 27, 27, 27], alignment: [34] },
  { no: 7, ecBytes: 18, blocks: [31, 31, 31, 31], alignment: [22, 38] },
  { no: 8, ecBytes: 22, blocks: [38, 38, 39, 39], alignment: [24, 42] },
  { no: 9, ecBytes: 22, blocks: [36, 36, 36, 37, 37], alignment: [26, 46] },
  { no: 10, ecBytes: 26, blocks: [43, 43, 43, 43, 44], alignment: [28, 50] },
];
const BYTE_MODE = 4;
const PADDING = [0xec, 0x11];
const FIELD = 0x11d;
/** Error correction M is 0 in the format's two bits. */
const FORMAT_POLYNOMIAL = 0x537;
const FORMAT_MASK = 0x5412;
const VERSION_POLYNOMIAL = 0x1f25;

/** True is dark. */
export type Modules = readonly (readonly boolean[])[];

/** Returns the modules of the text's code; null where the text is too long. */
export function qrModules(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find((each) => dataBits(each, bytes.length) <= 8 * dataSize(each));
  if (version === undefined) return null;
  const codewords = interleave(version, toData(version, bytes));
  const drawings = MASKS.map((isFlipped, mask) => draw(version, codewords, { mask, isFlipped }));
  return drawings.reduce((best, each) => (penaltyOf(each) < penaltyOf(best) ? each : best));
}

const dataSize = ({ blocks }: Version): number => blocks.reduce((sum, size) => sum + size, 0);
const countBits = ({ no }: Version): number => (no < 10 ? 8 : 16);
const dataBits = (version: Version, length: number): number => 4 + countBits(version) + 8 * length;

/** Writes mode, length, text and padding. */
function toData(version: Version, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  push(BYTE_MODE, 4);
  push(bytes.length, countBits(version));
  for (const byte of bytes) push(byte, 8);
  const capacity = 8 * dataSize(version);
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let at = 0; bits.length < capacity; at += 1) push(PADDING[at % 2] ?? 0, 8);
  return Array.from({ length: bits.length / 8 }, (_, index) => bits.slice(8 * index, 8 * index + 8).reduce((byte, bit) => 2 * byte + bit, 0));
}

function multiply(one: number, other: number): number {
  let product = 0;
  for (let at = 7; at >= 0; at -= 1) {
    product = (product << 1) ^ (product > 127 ? FIELD : 0);
    if (((other >> at) & 1) === 1) product ^= one;
  }
  return product;
}

/** The coefficients after the leading 1 of the product of (x − 2^i). */
function generatorOf(length: number): number[] {
  let coefficients = [1];
  let root = 1;
  for (let n = 0; n < length; n += 1) {
    const shifted = [...coefficients, 0];
    coefficients = shifted.map((each, at) => each ^ multiply(coefficients[at - 1] ?? 0, root));
    root = multiply(root, 2);
  }
  return coefficients.slice(1);
}

/** The bytes of Reed and Solomon's error correction for a block. */
function correctionOf(data: readonly number[], generator: readonly number[]): number[] {
  let remainder = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (remainder[0] ?? 0);
    remainder = generator.map((coefficient, at) => (remainder[at + 1] ?? 0) ^ multiply(coefficient, factor));
  }
  return remainder;
}

/** Takes the first byte of each block, then the second ones and so on, and the bytes of error correction likewise. */
function interleave({ blocks, ecBytes }: Version, data: readonly number[]): number[] {
  const generator = generatorOf(ecBytes);
  let start = 0;
  const parts = blocks.map((size) => {
    const part = data.slice(start, start + size);
    start += size;
    return part;
  });
  const takeTurns = (lists: readonly (readonly number[])[]): number[] => {
    const longest = Math.max(...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
  };
  return [...takeTurns(parts), ...takeTurns(parts.map((part) => correctionOf(part, generator)))];
}

type IsFlipped = (x: number, y: number) => boolean;
const MASKS: readonly IsFlipped[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Appends the remainder that makes the value divisible by the polynomial (BCH). */
function withRemainder(value: number, polynomial: number, length: number): number {
  let remainder = value;
  for (let n = 0; n < length; n += 1) remainder = (remainder << 1) ^ ((remainder >> (length - 1)) * polynomial);
  return (value << length) | remainder;
}

interface Mask {
  readonly mask: number;
  readonly isFlipped: IsFlipped;
}

function draw(version: Version, codewords: readonly number[], { mask, isFlipped }: Mask): boolean[][] {
  const size = 17 + 4 * version.no;
  /** Null is a module for data. */
  const modules: (boolean | null)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  const set = (x: number, y: number, isDark: boolean): void => {
    const row = modules[y];
    if (row !== undefined && x >= 0 && x < size) row[x] = isDark;
  };
  drawTimers(set, size);
  drawAlignment(set, version, size);
  drawCorners(set, size);
  drawFormat(set, size, mask);
  if (version.no >= 7) drawVersion(set, size, version.no);
  fillData(modules, codewords, isFlipped);
  return modules.map((row) => row.map((isDark) => isDark === true));
}

type SetModule = (x: number, y: number, isDark: boolean) => void;

function drawTimers(set: SetModule, size: number): void {
  for (let at = 0; at < size; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
}

/** Each of the three large squares, with its light frame. */
function drawCorners(set: SetModule, size: number): void {
  for (const [middleX, middleY] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        set(middleX + dx, middleY + dy, distance !== 2 && distance !== 4);
      }
    }
  }
}

function drawAlignment(set: SetModule, { alignment }: Version, size: number): void {
  const middles = [6, ...alignment];
  const last = size - 7;
  for (const middleY of middles) {
    for (const middleX of middles) {
      const isAtCorner = (middleX === 6 && middleY === 6) || (middleX === 6 && middleY === last) || (middleX === last && middleY === 6);
      if (isAtCorner) continue;
      for (let dy = -2; dy <= 2; dy += 1) {
        for (let dx = -2; dx <= 2; dx += 1) set(middleX + dx, middleY + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    }
  }
}

/** Writes the format twice: around the first corner, and at the other two. */
function drawFormat(set: SetModule, size: number, mask: number): void {
  const bits = withRemainder(mask, FORMAT_POLYNOMIAL, 10) ^ FORMAT_MASK;
  const isDark = (at: number): boolean => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 8; at += 1) {
    set(8, at < 6 ? at : at + 1, isDark(at));
    set(size - 1 - at, 8, isDark(at));
  }
  for (let at = 8; at < 15; at += 1) {
    set(at === 8 ? 7 : 14 - at, 8, isDark(at));
    set(8, size - 15 + at, isDark(at));
  }
  set(8, size - 8, true);
}

function drawVersion(set: SetModule, size: number, no: number): void {
  const bits = withRemainder(no, VERSION_POLYNOMIAL, 12);
  for (let at = 0; at < 18; at += 1) {
    const isDark = ((bits >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), size - 11 + (at % 3)];
    set(near, far, isDark);
    set(far, near, isDark);
  }
}

/** Fills the rest in columns of two, up and down in turns from the right; the column of the timer is left out. */
function fillData(modules: (boolean | null)[][], codewords: readonly number[], isFlipped: IsFlipped): void {
  const size = modules.length;
  let at = 0;
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = modules[y];
        if (row === undefined || row[x] !== null) continue;
        const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        row[x] = (bit === 1) !== isFlipped(x, y);
        at += 1;
      }
    }
    isUpward = !isUpward;
  }
}

/** Counts what makes a code hard to read: long runs, blocks of one colour, and too much of one colour. */
function penaltyOf(modules: Modules): number {
  const size = modules.length;
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  let penalty = 0;
  for (const line of [...modules, ...columns]) {
    for (const [run] of line.map((isDark) => (isDark ? '1' : '0')).join('').matchAll(/1{5,}|0{5,}/g)) penalty += run.length - 2;
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const isDark = modules[y]?.[x];
      if (isDark === modules[y - 1]?.[x] && isDark === modules[y]?.[x - 1] && isDark === modules[y - 1]?.[x - 1]) penalty += 3;
    }
  }
  const dark = modules.flat().filter(Boolean).length;
  return penalty + 10 * Math.floor(Math.abs((20 * dark) / (size * size) - 10));
}

/** The dark modules as one path of an SVG, whose unit is a module. */
export function qrPath(modules: Modules): string {
  return modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
