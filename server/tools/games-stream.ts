/**
 * `npm run --silent games:stream -- SERVER_SEED [CLIENT_SEED [BYTES]]` writes the bytes that rounds are drawn from to stdout, for
 * test batteries (`… | RNG_test stdin32`, `… | dieharder -a -g 200`). It takes nonce after nonce as rounds count them, of each the
 * first two blocks (64 bytes), each 32-bit word big-endian. Without BYTES it continues until the reader closes the pipe.
 */
import { once } from 'node:events';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { MAX_BELOW, drawsFrom, isSeedTriple } from '../../src/core/fairness/draws';

const WORDS_PER_NONCE = 16;
const NONCES_PER_WRITE = 1_024;

/** Returns the bytes of `nonces` rounds from `firstNonce` on. Throws a RangeError for malformed seeds. */
export function streamBytes(seeds: { serverSeed: string; clientSeed: string }, firstNonce: number, nonces: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * WORDS_PER_NONCE * nonces));
  for (let i = 0; i < nonces; i += 1) {
    const draws = drawsFrom({ ...seeds, nonce: firstNonce + i });
    for (let word = 0; word < WORDS_PER_NONCE; word += 1) view.setUint32(4 * (i * WORDS_PER_NONCE + word), draws.below(MAX_BELOW));
  }
  return new Uint8Array(view.buffer);
}

async function main(serverSeed: string, clientSeed: string, bytes: number): Promise<void> {
  if (!isSeedTriple({ serverSeed, clientSeed, nonce: 0 }) || !(bytes > 0)) {
    process.stderr.write('games:stream SERVER_SEED (64 lower-case hexadecimal characters) [CLIENT_SEED [BYTES]]\n');
    process.exitCode = 2;
    return;
  }
  // A reader that has enough closes the pipe.
  const reader = { isReading: true };
  process.stdout.on('error', () => (reader.isReading = false));
  for (let [remainingBytes, nonce] = [bytes, 0]; remainingBytes > 0 && reader.isReading; nonce += NONCES_PER_WRITE) {
    const chunk = streamBytes({ serverSeed, clientSeed }, nonce, NONCES_PER_WRITE).subarray(0, remainingBytes);
    remainingBytes -= chunk.length;
    if (!process.stdout.write(chunk)) {
      await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(() => undefined);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [serverSeed = '', clientSeed = 'stream', bytes = 'Infinity'] = process.argv.slice(2);
  await main(serverSeed, clientSeed, Number(bytes));
}
