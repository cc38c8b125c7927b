import type { Pool } from 'pg';

/** Rounds of a player who has played very much, written straight into the table; a second apart. */
export async function manyRounds(pool: Pool, userId: string, rounds: number): Promise<void> {
  await pool.query(
    `WITH pair AS (
       INSERT INTO seed_pair (seed_pair_id, user_id, server_seed, commit_hash, client_seed, nonce, state, created_at, revealed_at)
       VALUES ('many-' || $1, $1, repeat('ab', 32), repeat('cd', 32), 'mine', $2, 'revealed', '2026-01-01', '2026-01-02') RETURNING seed_pair_id
     )
     INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome,
                        seed_pair_id, nonce, client_seed, transaction_id, at)
     SELECT 'r' || n || '-' || $1, $1, 'adire-gold', 1000, 0, 100000, 99000, n, '{}', jsonb_build_object('stops', jsonb_build_array(n, n * 7 % 31, 3)),
       seed_pair_id, n, 'mine', n::text, timestamptz '2026-01-01' + n * interval '1 second'
     FROM pair, generate_series(0, $2::int - 1) n`,
    [userId, rounds],
  );
}
