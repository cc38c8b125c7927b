/**
 * HMAC-SHA256 of many short messages under one key, for the command that streams bytes: a call of node:crypto for each message costs
 * four times what the hashing does. The key's two halves are hashed once, and nothing is allocated for a message. Tests compare the
 * bytes with those of `src/core/fairness/draws.ts` and of node:crypto.
 */
import { DIGEST_BYTES, INITIAL_STATE, ROUND_CONSTANTS } from '../../src/core/fairness/sha256';

const BLOCK_BYTES = 64;
const BLOCK_WORDS = 16;
const DIGEST_WORDS = DIGEST_BYTES / 4;
/** The end of a message: one bit, zeros, and the length in the last two words; lengths here are below 2^32 bits. */
const END_BIT = 0x80;

const constants = Int32Array.from(ROUND_CONSTANTS);
const schedule = new Int32Array(64);

/**
 * The compression of FIPS 180-4, four rounds at a time. It is written out, with no function in it and no place changed needlessly,
 * because this halves the time.
 */
function compress(state: Int32Array, block: Int32Array): void {
  const [w, k] = [schedule, constants];
  for (let t = 0; t < BLOCK_WORDS; t += 1) w[t] = block[t] ?? 0;
  for (let t = BLOCK_WORDS; t < 64; t += 1) {
    const [x, y] = [w[t - 15] ?? 0, w[t - 2] ?? 0];
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (small1 + (w[t - 7] ?? 0) + small0 + (w[t - 16] ?? 0)) | 0;
  }
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let t = 0; t < 64; t += 4) {
    let mixed = (h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + (g ^ (e & (f ^ g)))
      + (k[t] ?? 0) + (w[t] ?? 0)) | 0;
    d = (d + mixed) | 0;
    h = (mixed + (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) | (c & (a | b)))) | 0;
    mixed = (g + (((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7))) + (f ^ (d & (e ^ f)))
      + (k[t + 1] ?? 0) + (w[t + 1] ?? 0)) | 0;
    c = (c + mixed) | 0;
    g = (mixed + (((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10))) + ((h & a) | (b & (h | a)))) | 0;
    mixed = (f + (((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7))) + (e ^ (c & (d ^ e)))
      + (k[t + 2] ?? 0) + (w[t + 2] ?? 0)) | 0;
    b = (b + mixed) | 0;
    f = (mixed + (((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10))) + ((g & h) | (a & (g | h)))) | 0;
    mixed = (e + (((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7))) + (d ^ (b & (c ^ d)))
      + (k[t + 3] ?? 0) + (w[t + 3] ?? 0)) | 0;
    a = (a + mixed) | 0;
    e = (mixed + (((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10))) + ((f & g) | (h & (f | g)))) | 0;
    const first = a;
    const second = b;
    const third = c;
    const fourth = d;
    a = e;
    b = f;
    c = g;
    d = h;
    e = first;
    f = second;
    g = third;
    h = fourth;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}

function putByte(block: Int32Array, at: number, byte: number): void {
  block[at >> 2] = (block[at >> 2] ?? 0) | (byte << (24 - 8 * (at & 3)));
}

function keyState(key: string, pad: number): Int32Array {
  const block = new Int32Array(BLOCK_WORDS);
  for (let at = 0; at < BLOCK_BYTES; at += 1) putByte(block, at, (at < key.length ? key.charCodeAt(at) : 0) ^ pad);
  const state = Int32Array.from(INITIAL_STATE);
  compress(state, block);
  return state;
}

/** Writes the 32 bytes of one message into `out` from the byte `at` on. */
export type WriteHmac = (message: string, out: DataView, at: number) => void;

/** Returns the function for one key of at most 64 ASCII characters. Messages are ASCII, too. */
export function streamHmac(key: string): WriteHmac {
  if (key.length > BLOCK_BYTES) throw new RangeError('a key of at most 64 characters');
  const [inner, outer] = [keyState(key, 0x36), keyState(key, 0x5c)];
  const state = new Int32Array(DIGEST_WORDS);
  const block = new Int32Array(BLOCK_WORDS);
  const last = new Int32Array(BLOCK_WORDS);
  putByte(last, DIGEST_BYTES, END_BIT);
  last[BLOCK_WORDS - 1] = 8 * (BLOCK_BYTES + DIGEST_BYTES);

  return (message, out, at) => {
    const { length } = message;
    state.set(inner);
    block.fill(0);
    let place = 0;
    for (let i = 0; i < length; i += 1) {
      putByte(block, place, message.charCodeAt(i));
      place += 1;
      if (place < BLOCK_BYTES) continue;
      compress(state, block);
      block.fill(0);
      place = 0;
    }
    putByte(block, place, END_BIT);
    if (place >= BLOCK_BYTES - 8) {
      compress(state, block);
      block.fill(0);
    }
    block[BLOCK_WORDS - 1] = 8 * (BLOCK_BYTES + length);
    compress(state, block);
    last.set(state);
    state.set(outer);
    compress(state, last);
    for (let word = 0; word < DIGEST_WORDS; word += 1) out.setInt32(at + 4 * word, state[word] ?? 0);
  };
}
