/**
 * Computes draws a second time, independently of `draws.ts` and `sha256.ts`, with the browser's own WebCrypto. The player's device checks
 * the platform with it. It shares no code with the first implementation on purpose; golden vectors made by a third one show that both
 * agree. The rules are written at the top of `draws.ts`.
 */
import type { Draws, SeedTriple } from './draws';

/** The part of `SubtleCrypto` that is used; core has no DOM types. `crypto.subtle` fits. */
export interface SubtleHmac<Key> {
  digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  importKey(
    format: 'raw',
    data: Uint8Array<ArrayBuffer>,
    algorithm: { name: 'HMAC'; hash: 'SHA-256' },
    extractable: boolean,
    usages: 'sign'[],
  ): Promise<Key>;
  sign(algorithm: 'HMAC', key: Key, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}

/** A round of slots needs one block, its free spins a few more; growth doubles from here. */
const FIRST_BLOCKS = 4;
/** 2^15 words: far above any round, so a replay that never ends is stopped. */
const MAX_BLOCKS = 4_096;

const bytesOf = (ascii: string): Uint8Array<ArrayBuffer> => Uint8Array.from(ascii, (sign) => sign.charCodeAt(0));

/** The commit of a server seed, computed by WebCrypto: 64 hexadecimal characters. */
export async function commitByWebCrypto<Key>(subtle: SubtleHmac<Key>, serverSeed: string): Promise<string> {
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytesOf(serverSeed)));
  return Array.from(digest, (byte) => (byte + 256).toString(16).slice(1)).join('');
}

/**
 * Plays a round again: `replay` is called with the draws of the bet and its result is returned. It must be a pure
 * function of the draws: it is started afresh with more bytes when it asks for more than were prepared. Rejects with
 * what `replay` throws, or with a RangeError when it reads without end.
 */
export async function replayByWebCrypto<Key, Result>(
  subtle: SubtleHmac<Key>,
  seeds: SeedTriple,
  replay: (draws: Draws) => Result,
): Promise<Result> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = await subtle.importKey('raw', bytesOf(seeds.serverSeed), algorithm, false, ['sign']);
  const words: number[] = [];
  for (let blocks = 0, target = FIRST_BLOCKS; blocks < MAX_BLOCKS; target *= 2) {
    for (; blocks < target; blocks += 1) {
      const message = bytesOf([seeds.clientSeed, seeds.nonce, blocks].join(':'));
      words.push(...wordsOf(await subtle.sign('HMAC', key, message)));
    }
    const attempt = tryReplay(words, replay);
    if (attempt.done) return attempt.result;
  }
  throw new RangeError('the replay reads without end');
}

function wordsOf(bytes: ArrayBuffer): number[] {
  const words: number[] = [];
  for (const [i, byte] of new Uint8Array(bytes).entries()) {
    if (i % 4 === 0) words.push(byte);
    else words.push((words.pop() ?? 0) * 256 + byte);
  }
  return words;
}

class OutOfWords extends Error {}

function tryReplay<Result>(
  words: readonly number[],
  replay: (draws: Draws) => Result,
): { readonly done: true; readonly result: Result } | { readonly done: false } {
  let position = 0;
  const draws: Draws = {
    below(n) {
      for (;;) {
        const word = words[position];
        if (word === undefined) throw new OutOfWords();
        position += 1;
        const rest = word % n;
        // Keep a word only if its whole run of n values lies below 2^32; the last, cut-off run would be unfair.
        if (word - rest + n <= 0x1_0000_0000) return rest;
      }
    },
    used: () => position,
  };
  try {
    return { done: true, result: replay(draws) };
  } catch (error) {
    if (error instanceof OutOfWords) return { done: false };
    throw error;
  }
}
