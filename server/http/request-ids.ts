import { randomFillSync } from 'node:crypto';

/** Twelve characters of an id. */
const ID_BYTES = 9;
const IDS_PER_BATCH = 512;

/** Returns a maker of random ids for requests. The randomness is drawn for many ids at once, because one draw costs as much for one. */
export function createRequestIds(fill: (bytes: Buffer) => void = randomFillSync): () => string {
  const bytes = Buffer.alloc(ID_BYTES * IDS_PER_BATCH);
  let used = bytes.length;
  return () => {
    if (used === bytes.length) {
      fill(bytes);
      used = 0;
    }
    used += ID_BYTES;
    return bytes.toString('base64url', used - ID_BYTES, used);
  };
}
