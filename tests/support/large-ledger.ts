/** A ledger of any size whose every entry, hash, round, deposit and key is right, written by a few statements with the triggers off. */
import type { Pool, PoolClient } from 'pg';
import { unlimited } from '../../server/db/query-timeout';

export interface LargeLedger {
  readonly players: number;
  /** Of each player. Each has a stake and the house's side of it; every fourth one also a win. */
  readonly rounds: number;
  /** When the first round was played; the others follow, all within `days`. */
  readonly from: Date;
  readonly days: number;
}

const STAKE = 1_000;
const WIN = 2_500;
const TABLES = ['ledger_entry', 'ledger_transaction', 'ledger_account', 'operation', 'round', 'seed_pair', 'deposit'];
/** Named, because PostgreSQL warns of each catalogue that is not ours, and a warning may be that of an unconfirmed commit. */
export const FILLED_TABLES = [...TABLES, 'player', 'activity_day'].join(', ');

/** Adds a round of each player. $1: its number, $2: players, $3 and $4: the newest ids of entries and transactions, $5: the time. */
const PLAY = `
  WITH drawn AS (
    SELECT n, 'large' || n AS user_id, a.balance, a.chain_hash, $4::bigint + n AS transaction_id, $3::bigint + 4 * n - 3 AS entry_id,
      'large' || lpad(n || 'r' || $1::int, 17, '0') AS round_id, $5::timestamptz + n * interval '1 ms' AS at, ($1::int % 4 = 0) AS is_won
    FROM generate_series(1, $2::int) n JOIN ledger_account a ON a.account_id = 'real:large' || n
  ), staked AS (
    SELECT *, statement_hash(chain_hash, (entry_id, transaction_id, 'real:' || user_id, user_id, 'stake', -${STAKE}, balance, balance - ${STAKE}, at, NULL)::ledger_entry, round_id) AS stake_hash
    FROM drawn
  ), ended AS (
    SELECT *, CASE WHEN is_won THEN statement_hash(stake_hash,
      (entry_id + 1, transaction_id, 'real:' || user_id, user_id, 'win', ${WIN}, balance - ${STAKE}, balance - ${STAKE} + ${WIN}, at, NULL)::ledger_entry, round_id) ELSE stake_hash END AS head,
      CASE WHEN is_won THEN ${WIN} ELSE 0 END AS won
    FROM staked
  ), transactions AS (
    INSERT INTO ledger_transaction (transaction_id, kind, user_id, reference, operation_key, at) OVERRIDING SYSTEM VALUE
    SELECT transaction_id, 'round', user_id, round_id, 'key-' || round_id, at FROM ended
  ), entries AS (
    INSERT INTO ledger_entry (entry_id, transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash) OVERRIDING SYSTEM VALUE
    SELECT entry_id, transaction_id, 'real:' || user_id, user_id, 'stake', -${STAKE}, balance, balance - ${STAKE}, at, stake_hash FROM ended
    UNION ALL SELECT entry_id + 1, transaction_id, 'real:' || user_id, user_id, 'win', ${WIN}, balance - ${STAKE}, balance - ${STAKE} + ${WIN}, at, head FROM ended WHERE is_won
    UNION ALL SELECT entry_id + 2, transaction_id, 'house:NGN', user_id, 'stake', ${STAKE}, NULL, NULL, at, NULL FROM ended
    UNION ALL SELECT entry_id + 3, transaction_id, 'house:NGN', user_id, 'win', -${WIN}, NULL, NULL, at, NULL FROM ended WHERE is_won
  ), keys AS (
    INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at)
    SELECT user_id, 'key-' || round_id, 'round', '', 'done', 201, '{}', at, at FROM ended
  ), rounds AS (
    INSERT INTO round (round_id, user_id, game_id, stake, win, balance_before, balance_after, balance_version, bet, outcome, seed_pair_id, nonce, client_seed, transaction_id, at)
    SELECT round_id, user_id, 'adire-gold', ${STAKE}, won, balance, balance - ${STAKE} + won, $1::int + 1, '{}', '{}', 'large' || lpad(n::text, 17, '0'), $1::int - 1, 'x', transaction_id::text, at FROM ended
  )
  UPDATE ledger_account a SET balance = a.balance - ${STAKE} + won, version = version + 1, chain_hash = head, chain_length = chain_length + CASE WHEN is_won THEN 2 ELSE 1 END
  FROM ended WHERE a.account_id = 'real:' || ended.user_id`;

/** $1: players, $2 and $3: the newest ids of entries and transactions, $4: kobo, $5: the time, $6: the nonce of the next round. */
const PAY_IN = `
  WITH drawn AS (
    SELECT n, 'large' || n AS user_id, $3::bigint + n AS transaction_id, $2::bigint + 2 * n - 1 AS entry_id, 'large-deposit-' || lpad(n::text, 8, '0') AS deposit_id
    FROM generate_series(1, $1::int) n
  ), players AS (
    INSERT INTO player (user_id, username, username_key, email, password_hash, firstname, lastname, date_of_birth, phone, created_at)
    SELECT user_id, user_id, user_id, user_id || '@x.example', 'none', 'Ada', 'Obi ' || n, '1940-01-01'::date + n % 25000, '+234' || (7000000000 + n), $5 FROM drawn
  ), pairs AS (
    INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at, nonce)
    SELECT 'large' || lpad(n::text, 17, '0'), user_id, (SELECT key_id FROM seed_key LIMIT 1), '', 'x', 'active', $5, $6::int FROM drawn
  ), hashed AS (
    SELECT *, statement_hash(statement_start(user_id), (entry_id, transaction_id, 'real:' || user_id, user_id, 'deposit', $4::bigint, 0, $4::bigint, $5::timestamptz, NULL)::ledger_entry, deposit_id) AS hash FROM drawn
  ), accounts AS (
    INSERT INTO ledger_account (account_id, user_id, kind, currency, balance, version, chain_hash, chain_length)
    SELECT 'real:' || user_id, user_id, 'real', 'NGN', $4, 1, hash, 1 FROM hashed
  ), transactions AS (
    INSERT INTO ledger_transaction (transaction_id, kind, user_id, reference, at) OVERRIDING SYSTEM VALUE SELECT transaction_id, 'deposit', user_id, deposit_id, $5 FROM drawn
  ), keys AS (
    INSERT INTO operation (user_id, key, kind, body_hash, state, status, answer, at, done_at) SELECT user_id, deposit_id, 'deposit', '', 'done', 201, '{}', $5, $5 FROM drawn
  ), deposits AS (
    INSERT INTO deposit (deposit_id, user_id, gateway, reference, operation_key, method, amount, currency, state, return_base, created_at, updated_at, expires_at, closes_at, check_after, transaction_id)
    SELECT deposit_id, user_id, 'simulator', deposit_id, deposit_id, 'card', $4, 'NGN', 'success', '', $5, $5, $5, $5, $5, transaction_id FROM drawn
  )
  INSERT INTO ledger_entry (entry_id, transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash) OVERRIDING SYSTEM VALUE
  SELECT entry_id, transaction_id, 'real:' || user_id, user_id, 'deposit', $4::bigint, 0, $4::bigint, $5::timestamptz, hash FROM hashed
  UNION ALL SELECT entry_id + 1, transaction_id, 'gateway:NGN', user_id, 'deposit', -$4::bigint, NULL, NULL, $5, NULL FROM hashed`;

/** Writes the ledger into a database without money, and updates the planner's statistics. Returns how many entries there are. */
export async function addLargeLedger(pool: Pool, { players, rounds, from, days }: LargeLedger): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    for (const table of TABLES) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    // Enough for all stakes.
    await client.query(unlimited(PAY_IN, [players, 0, 0, STAKE * (rounds + 1), from, rounds]));
    let [entries, transactions] = [2 * players, players];
    const stepMs = Math.floor((days * 24 * 60 * 60_000) / (rounds + 1));
    for (let round = 1; round <= rounds; round += 1) {
      await client.query(unlimited(PLAY, [round, players, entries, transactions, new Date(from.getTime() + round * stepMs)]));
      [entries, transactions] = [entries + 4 * players, transactions + players];
    }
    await finish(client, entries, transactions);
    const { rows } = await client.query<{ total: number }>('SELECT count(*) AS total FROM ledger_entry');
    return rows[0]?.total ?? 0;
  } finally {
    client.release(true);
  }
}

async function finish(client: PoolClient, entries: number, transactions: number): Promise<void> {
  for (const table of TABLES) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await client.query(`SELECT setval('ledger_entry_entry_id_seq', $1), setval('ledger_transaction_transaction_id_seq', $2)`, [entries, transactions]);
  await client.query(unlimited(
    `INSERT INTO activity_day (user_id, day, staked, won, deposited, withdrawn, rounds, played_ms)
     SELECT v.user_id, day, staked, won, deposited, withdrawn, rounds, played_ms FROM ledger_account a
     CROSS JOIN LATERAL (SELECT * FROM activity_of_entries o WHERE o.user_id = a.user_id OFFSET 0) v WHERE a.kind = 'real'`,
  ));
  await client.query(unlimited(`ANALYZE ${FILLED_TABLES}`));
}
