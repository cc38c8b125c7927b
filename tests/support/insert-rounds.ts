/** Rounds written straight into the database, with a win that the test chooses. */
import type { Pool } from 'pg';
import { writeRevealedPair } from './seed-keys';

export interface RoundToWrite {
  readonly userId: string;
  readonly gameId?: string;
  /** Kobo. */
  readonly stake: number;
  readonly win: number;
  readonly at: Date;
  /** Default: `{}`. */
  readonly bet?: unknown;
}

/** Writes a round under a pair of seeds of its own. */
export async function writeRound(pool: Pool, { userId, gameId = 'adire-gold', stake, win, at, bet = {} }: RoundToWrite): Promise<string> {
  const id = await writeRevealedPair(pool, { userId, at });
  await pool.query(
    `INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome, seed_pair_id,
       nonce, client_seed, transaction_id, at)
     VALUES ($1, $2, $3, $4::bigint, $5::bigint, $4, $5, 1, $7, '{}', $1, 0, 'x', '0', $6)`,
    [id, userId, gameId, stake, win, at, JSON.stringify(bet)],
  );
  return id;
}
