/** The draws of a round, as the par sheets describe them. */
import { createHash, createHmac } from 'node:crypto';
import type { CheckedRound, Draw } from './round';

const WORDS = 4_294_967_296;
const WORD_BYTES = 4;

/** The commit of a server seed: the SHA-256 of its 64 characters. */
export const commitOf = (serverSeed: string): string => createHash('sha256').update(serverSeed, 'ascii').digest('hex');

function* words({ serverSeed, clientSeed, nonce }: Pick<CheckedRound, 'serverSeed' | 'clientSeed' | 'nonce'>): Generator<number, never> {
  for (let block = 0; ; block += 1) {
    const bytes = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:${block}`).digest();
    for (let at = 0; at < bytes.length; at += WORD_BYTES) yield bytes.readUInt32BE(at);
  }
}

export function drawsOf(round: Pick<CheckedRound, 'serverSeed' | 'clientSeed' | 'nonce'>): Draw {
  const next = words(round);
  return (n) => {
    for (;;) {
      const { value } = next.next();
      if (value < WORDS - (WORDS % n)) return value % n;
    }
  };
}
