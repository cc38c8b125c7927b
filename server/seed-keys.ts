/**
 * Derives server seeds from keys that are kept outside the database, so that whoever reads the database can predict no round.
 * This is the port for a module that keeps the key in hardware: it needs no more than `currentId` and `seedOf`.
 */
import { createHmac } from 'node:crypto';
import { KEY_BYTES } from './key-file';

/** Every id that `newId` ever made has this form. */
const ID_PATTERN = /^[A-Za-z0-9_-]{22}$/;

/** The owner of a seed is a player's pair or a draw. Neither ever gets the seed of the other, whatever id stands in its row. */
export type SeedOwner = 'pair' | 'draw';

/** The row of a pair or a draw has an id that the platform never makes, so somebody else wrote that row. */
export class ForeignSeedIdError extends Error {
  override readonly name = 'ForeignSeedIdError';
}

export interface SeedKeys {
  /** The id of the key that new pairs are derived from. */
  readonly currentId: string;
  /** Says whether this process has that key, so that it can derive the pairs of it. */
  readonly has: (keyId: string) => boolean;
  /**
   * Returns the server seed of that pair or draw, 64 lower-case hexadecimal characters. Rejects with an Error for a key that this
   * process lacks, and with a `ForeignSeedIdError` for an id that does not have the form of ours.
   */
  readonly seedOf: (keyId: string, owner: SeedOwner, id: string) => Promise<string>;
}

/** Bytes of a key. */
export const SEED_KEY_BYTES = KEY_BYTES;
const ID_CHARACTERS = 16;

/** Names a key without telling anything about the seeds that are derived from it. */
function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('ayo: id of a seed key').digest('hex').slice(0, ID_CHARACTERS);
}

/**
 * Returns the text that the key is applied to. No id of ours has a slash, so no pair has the text of a draw. We check that here, and not only where
 * rows are written, because whoever writes to the database could ask for a draw's seed by a pair that is named like the draw.
 */
function derivationText(owner: SeedOwner, id: string): string {
  if (!ID_PATTERN.test(id)) throw new ForeignSeedIdError(`no ${owner} of ours is named ${id}`);
  return owner === 'pair' ? id : `draw/${id}`;
}

/** Makes the seed keys from bytes in memory, each of `SEED_KEY_BYTES`; the last one is current. Throws a RangeError where there is none. */
export function createSeedKeys(keys: readonly Buffer[]): SeedKeys {
  const keyOf = new Map(keys.map((key) => [idOf(key), key]));
  const currentId = [...keyOf.keys()].at(-1);
  if (currentId === undefined) throw new RangeError('there must be a seed key');
  return {
    currentId,
    has: (keyId) => keyOf.has(keyId),
    // A rejection rather than a throw, because the caller awaits what a hardware module would answer later.
    seedOf: async (keyId, owner, id) => {
      const key = keyOf.get(keyId);
      if (key === undefined) throw new Error(`the seed key ${keyId} is not here`);
      return createHmac('sha256', key).update(derivationText(owner, id)).digest('hex');
    },
  };
}
