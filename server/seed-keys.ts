/**
 * Derives server seeds from keys that are kept outside the database, so that whoever reads the database can predict no round.
 * This is the port for a module that keeps the key in hardware: it needs no more than `currentId` and `seedOf`.
 */
import { createHmac } from 'node:crypto';

export interface SeedKeys {
  /** The id of the key that new pairs are derived from. */
  readonly currentId: string;
  /** Whether pairs of that key can be derived here. */
  readonly has: (keyId: string) => boolean;
  /** Returns the server seed of that pair, 64 lower-case hexadecimal characters. Rejects with an Error for a key that is not here. */
  readonly seedOf: (keyId: string, pairId: string) => Promise<string>;
}

/** Bytes of a key. */
export const SEED_KEY_BYTES = 32;
const ID_CHARACTERS = 16;

/** Names a key without telling anything about the seeds that are derived from it. */
function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('ayo: id of a seed key').digest('hex').slice(0, ID_CHARACTERS);
}

/** Makes them of keys in memory, each of `SEED_KEY_BYTES`; the last one is current. Throws a RangeError where there is none. */
export function createSeedKeys(keys: readonly Buffer[]): SeedKeys {
  const keyOf = new Map(keys.map((key) => [idOf(key), key]));
  const currentId = [...keyOf.keys()].at(-1);
  if (currentId === undefined) throw new RangeError('there must be a seed key');
  return {
    currentId,
    has: (keyId) => keyOf.has(keyId),
    // A rejection rather than a throw, because the caller awaits what a hardware module would answer later.
    seedOf: async (keyId, pairId) => {
      const key = keyOf.get(keyId);
      if (key === undefined) throw new Error(`the seed key ${keyId} is not here`);
      return createHmac('sha256', key).update(pairId).digest('hex');
    },
  };
}
