import type { Pool } from 'pg';
import { writeRevealedPair } from '../seed-keys';

/** A statement inserts so many rounds, so that it ends within the database's time limit. */
const BATCH = 20_000;

/** Writes rounds of a player who has played very much straight into the table, a second apart. */
export async function manyRounds(pool: Pool, userId: string, rounds: number): Promise<void> {
  const pairId = await writeRevealedPair(pool, { userId, at: new Date('2026-01-02') });
  for (let from = 0; from < rounds; from += BATCH) {
    await pool.query(
      `INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome,
                          seed_pair_id, nonce, client_seed, transaction_id, at)
       SELECT 'r' || n || '-' || $1::text, $1, 'adire-gold', 1000, 0, 100000, 99000, n, '{}', jsonb_build_object('stops', jsonb_build_array(n, n * 7 % 31, 3)),
         $4, n, 'mine', n::text, timestamptz '2026-01-01' + n * interval '1 second'
       FROM generate_series($2::int, $3::int) n`,
      [userId, from, Math.min(rounds, from + BATCH) - 1, pairId],
    );
  }
}
