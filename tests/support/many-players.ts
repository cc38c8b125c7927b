/** Fills a database as it is after years: many players, each with a session, money, seeds, rounds, deposits and answers to keys. */
import type { Pool } from 'pg';
import { unlimited } from '../../server/db/query-timeout';

/** One statement for each table; `$1` and `$2` are the first and the last player's number. The rows look like the platform's own. */
const TABLES = [
  `INSERT INTO player (user_id, username, username_key, email, password_hash, firstname, lastname, date_of_birth, phone, created_at)
   SELECT 'many' || n, 'many' || n, 'many' || n, 'many' || n || '@x.example', 'none', 'Ada', 'Obi ' || n,
     '1940-01-01'::date + n % 25000, '+234' || (7000000000 + n), now()`,
  `INSERT INTO lookalike_key (user_id, date_of_birth, kind, key)
   SELECT 'many' || n, '1940-01-01'::date + n % 25000, unnest(ARRAY['word', 'word', 'word', 'name', 'name', 'phone']),
     unnest(ARRAY['ada', 'obi', 'adaobi', 'adaobi', 'obiada', '+234' || (7000000000 + n)])`,
  `INSERT INTO session (session_hash, user_id, binding_hash, created_at, last_action_at, last_seen_at, expires_at)
   SELECT encode(sha256(('many' || n)::bytea), 'hex'), 'many' || n, '', now(), now(), now(), now() + interval '1 day'`,
  `INSERT INTO ledger_account (account_id, user_id, kind, currency, balance) SELECT 'real:many' || n, 'many' || n, 'real', 'NGN', 100000`,
  `INSERT INTO activity_day (user_id, day, staked, won, deposited, withdrawn, rounds, played_ms)
   SELECT 'many' || n, '2026-11-21'::date, 1000, 0, 0, 0, 1, 0`,
  `INSERT INTO consent (user_id, tag, given, at, wording_version, channel) SELECT 'many' || n, 'email', true, now(), '1', 'web'`,
  `INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at)
   SELECT 'many' || lpad(n::text, 18, '0'), 'many' || n, (SELECT key_id FROM seed_key LIMIT 1), '', 'x', 'active', now()`,
  `INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome, seed_pair_id, nonce, client_seed, transaction_id, at)
   SELECT 'many' || n, 'many' || n, 'adire-gold', 1000, 0, 1000, 0, 1, '{}', '{}', 'many' || lpad(n::text, 18, '0'), 0, 'x', '0', now()`,
  `INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at)
   SELECT 'many' || n, 'many-key-' || n, 'round', '', 'done', 201, '{}', now(), now()`,
  `INSERT INTO deposit (deposit_id, user_id, gateway, reference, operation_key, method, amount, currency, state, return_base, created_at, updated_at, expires_at, closes_at, check_after)
   SELECT 'many' || n, 'many' || n, 'simulator', 'many-reference-' || lpad(n::text, 12, '0'), 'many-key-' || n, 'card', 50000, 'NGN', 'failed', '', now(), now(), now(), now(), now()`,
];
/** Both are one statement, because a ledger transaction must have its entries when the database transaction ends. */
const MONEY = `WITH made AS (
    INSERT INTO ledger_transaction (kind, user_id, reference, at) SELECT 'round', 'many' || n, 'many' || n, now() FROM generate_series($1::int, $2::int) n
    RETURNING transaction_id, user_id
  )
  INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash)
  SELECT transaction_id, leg.account_id, user_id, 'stake', leg.amount, leg.before, leg.after, now(), CASE WHEN leg.after IS NOT NULL THEN sha256('many') END
  FROM made, LATERAL (VALUES ('real:' || user_id, -1000::bigint, 1000::bigint, 0::bigint), ('house:NGN', 1000, NULL, NULL)) AS leg (account_id, amount, before, after)`;
const BATCH = 50_000;

/** Adds players number `from` to `to`, and updates the planner's statistics. */
export async function addManyPlayers(pool: Pool, from: number, to: number): Promise<void> {
  const client = await pool.connect();
  try {
    // These statements are not the platform's, whose time limit a busy machine needs for fewer rows.
    await client.query('SET statement_timeout = 0');
    for (let first = from; first <= to; first += BATCH) {
      const range = [first, Math.min(to, first + BATCH - 1)];
      for (const table of TABLES) await client.query(unlimited(`${table} FROM generate_series($1::int, $2::int) n`, range));
      await client.query(unlimited(MONEY, range));
    }
    // Reads all rows: from a sample PostgreSQL chooses another plan by luck in one run of many.
    await client.query('SET default_statistics_target = 1000');
    await client.query(unlimited('ANALYZE'));
    await client.query('RESET ALL');
  } finally {
    client.release();
  }
}
