/** Stores the art that admins give games, by the hash of its bytes, and reads it. What a hash names never changes, so it may be cached for ever. */
import { createHash } from 'node:crypto';
import type { Db } from '../ledger/accounts';

const HASH = /^[0-9a-f]{32}$/;

/** Stores the file, which `toServedArt` made, and returns its hash. */
export async function storeArt(tx: Db, file: Buffer, at: Date): Promise<string> {
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
  await tx.query('INSERT INTO game_art (hash, bytes, stored_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [hash, file, at]);
  return hash;
}

export async function readArt(db: Db, hash: string): Promise<Buffer | undefined> {
  if (!HASH.test(hash)) return undefined;
  const { rows } = await db.query<{ bytes: Buffer }>({ name: 'game-art', text: 'SELECT bytes FROM game_art WHERE hash = $1', values: [hash] });
  return rows[0]?.bytes;
}
