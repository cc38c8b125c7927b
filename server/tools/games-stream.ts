/**
 * `npm run --silent games:stream -- SERVER_SEED [CLIENT_SEED [BYTES]]` writes the bytes that rounds are drawn from to stdout, for
 * test batteries (`… | RNG_test stdin32`, `… | dieharder -a -g 200`). It takes nonce after nonce as rounds count them, of each the
 * first two blocks (64 bytes), each 32-bit word big-endian. Without BYTES it continues until the reader closes the pipe.
 */
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { isSeedTriple } from '../../src/core/fairness/draws';
import { DIGEST_BYTES } from '../../src/core/fairness/sha256';
import { streamHmac } from './stream-hmac';

const BLOCKS_PER_NONCE = 2;
const BYTES_PER_NONCE = BLOCKS_PER_NONCE * DIGEST_BYTES;
const NONCES_PER_WRITE = 4_096;

/** Writes the bytes of `nonces` rounds from `firstNonce` on. */
export type StreamBytes = (firstNonce: number, nonces: number) => Uint8Array;

/** Returns the stream of a pair of seeds. Throws a RangeError for malformed seeds. */
export function streamOf({ serverSeed, clientSeed }: { readonly serverSeed: string; readonly clientSeed: string }): StreamBytes {
  if (!isSeedTriple({ serverSeed, clientSeed, nonce: 0 })) throw new RangeError('malformed server seed or client seed');
  const write = streamHmac(serverSeed);
  return (firstNonce, nonces) => {
    const view = new DataView(new ArrayBuffer(BYTES_PER_NONCE * nonces));
    for (let i = 0; i < nonces; i += 1) {
      const message = `${clientSeed}:${firstNonce + i}:`;
      for (let block = 0; block < BLOCKS_PER_NONCE; block += 1) write(`${message}${block}`, view, i * BYTES_PER_NONCE + block * DIGEST_BYTES);
    }
    return new Uint8Array(view.buffer);
  };
}

async function main(serverSeed: string, clientSeed: string, bytes: number): Promise<void> {
  // Without a listener the error of a closed pipe would end the command with a stack trace.
  process.stdout.on('error', () => undefined);
  if (!isSeedTriple({ serverSeed, clientSeed, nonce: 0 }) || !(bytes > 0)) {
    process.stderr.write('games:stream SERVER_SEED (64 lower-case hexadecimal characters) [CLIENT_SEED [BYTES]]\n');
    process.exitCode = 2;
    return;
  }
  const streamBytes = streamOf({ serverSeed, clientSeed });
  for (let [remainingBytes, nonce] = [bytes, 0]; remainingBytes > 0; nonce += NONCES_PER_WRITE) {
    const chunk = streamBytes(nonce, NONCES_PER_WRITE).subarray(0, remainingBytes);
    remainingBytes -= chunk.length;
    if (!(await write(chunk))) break;
  }
}

/** Resolves when the chunk was taken; with false where the reader, who has enough, has closed the pipe. */
function write(chunk: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => process.stdout.write(chunk, (error) => resolve(!error)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [serverSeed = '', clientSeed = 'stream', bytes = 'Infinity'] = process.argv.slice(2);
  await main(serverSeed, clientSeed, Number(bytes));
}
