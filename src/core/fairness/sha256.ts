/**
 * SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104), synchronous and without a platform. WebCrypto is asynchronous only,
 * and an engine has to be a plain function: the same code decides a round on the platform and in practice play.
 */
const BLOCK_BYTES = 64;
export const DIGEST_BYTES = 32;

/** First 32 bits of the fractional part of `root(p)` for the first `count` primes p: the standard's own definition. */
function fractionalRoots(count: number, root: (prime: number) => number): Uint32Array {
  const words = new Uint32Array(count);
  let index = 0;
  for (let candidate = 2; index < count; candidate += 1) {
    if (!isPrime(candidate)) continue;
    const value = root(candidate);
    words[index] = (value - Math.floor(value)) * 2 ** 32;
    index += 1;
  }
  return words;
}

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor += 1) if (n % divisor === 0) return false;
  return true;
}

/** The standard's constants; the command that streams bytes has a faster compression with the same ones. */
export const ROUND_CONSTANTS = fractionalRoots(64, Math.cbrt);
export const INITIAL_STATE = fractionalRoots(8, Math.sqrt);

function rotateRight(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function compress(state: Uint32Array, message: DataView, offset: number, schedule: Uint32Array): void {
  for (let t = 0; t < 16; t += 1) schedule[t] = message.getUint32(offset + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const w15 = schedule[t - 15] ?? 0;
    const w2 = schedule[t - 2] ?? 0;
    const s0 = rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3);
    const s1 = rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10);
    schedule[t] = (schedule[t - 16] ?? 0) + s0 + (schedule[t - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const choice = (e & f) ^ (~e & g);
    const temp1 = (h + sum1 + choice + (ROUND_CONSTANTS[t] ?? 0) + (schedule[t] ?? 0)) | 0;
    const sum0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + temp1) | 0, c, b, a, (temp1 + sum0 + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] ?? 0) + word;
  });
}

/** SHA-256 of `message`: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  // Padding: 0x80, zeros, and the length in bits as 64 bits at the end of the last block.
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);

  const state = INITIAL_STATE.slice();
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += BLOCK_BYTES) compress(state, view, offset, schedule);

  const digest = new Uint8Array(DIGEST_BYTES);
  const out = new DataView(digest.buffer);
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return digest;
}

/** HMAC-SHA256 of `message` under `key` (any length): 32 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK_BYTES + message.length).fill(0x36, 0, BLOCK_BYTES);
  const outer = new Uint8Array(BLOCK_BYTES + DIGEST_BYTES).fill(0x5c, 0, BLOCK_BYTES);
  short.forEach((byte, i) => {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  });
  inner.set(message, BLOCK_BYTES);
  outer.set(sha256(inner), BLOCK_BYTES);
  return sha256(outer);
}
