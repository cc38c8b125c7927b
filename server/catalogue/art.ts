/** Stores the art that admins give games, by the hash of its bytes, and reads it. What a hash names never changes, so it may be cached for ever. */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DAY_MS, HOUR_MS } from '../../src/core/time';
import type { Db } from '../ledger/accounts';
import { countAttempt, tooManyAttempts } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';

const HASH = /^[0-9a-f]{32}$/;
/** Devices and stores on the way keep lists that name art for so long at most after a game has other art. */
export const UNNAMED_ART_DAYS = 30;
/** Of each admin. */
export const ART_LIMIT: AttemptLimit = { kind: 'game-art', limit: 60, windowMs: HOUR_MS };

/** Counts a picture that an admin sends. Throws `too-many-requests`. */
export async function countArt(pool: Pool, adminId: string, at: Date): Promise<void> {
  const wait = await countAttempt(pool, ART_LIMIT, adminId, at);
  if (wait !== null) throw tooManyAttempts(wait, `You have sent ${ART_LIMIT.limit} pictures within an hour.`, 'Wait a little, and send it again.');
}

/** Stores the file, which `toServedArt` made, and returns its hash. */
export async function storeArt(tx: Db, file: Buffer, at: Date): Promise<string> {
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
  await tx.query('INSERT INTO game_art (hash, bytes, stored_at) VALUES ($1, $2, $3) ON CONFLICT (hash) DO UPDATE SET named_at = $3', [hash, file, at]);
  return hash;
}

export async function readArt(db: Db, hash: string): Promise<Buffer | undefined> {
  if (!HASH.test(hash)) return undefined;
  const { rows } = await db.query<{ bytes: Buffer }>({ name: 'game-art', text: 'SELECT bytes FROM game_art WHERE hash = $1', values: [hash] });
  return rows[0]?.bytes;
}

/** Deletes art that no game has named for a while. Several processes may run it at any time. */
export async function deleteUnnamedArt(pool: Pool, now: Date): Promise<void> {
  await pool.query('UPDATE game_art a SET named_at = $1 FROM game g WHERE g.art_hash = a.hash', [now]);
  await pool.query(
    'DELETE FROM game_art a WHERE coalesce(named_at, stored_at) < $1 AND NOT EXISTS (SELECT FROM game g WHERE g.art_hash = a.hash)',
    [new Date(now.getTime() - UNNAMED_ART_DAYS * DAY_MS)],
  );
}
