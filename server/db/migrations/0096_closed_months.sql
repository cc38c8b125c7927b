-- The checks of money go on from what they have checked, and the check of everything goes in slices.
-- min_reader: 92

-- The check of everything that is under way: where it goes on and what it found, so that a restart does not begin it anew.
ALTER TABLE ledger_checkpoint ADD COLUMN full_position jsonb;

-- One row for each part of the transactions that the checkpoint has passed, with the hash of the transactions and of the deposits and withdrawals
-- that they belong to. Only what can't change any more goes into the hash.
CREATE TABLE ledger_transaction_part (
  last_transaction  bigint PRIMARY KEY,
  after_transaction bigint NOT NULL,
  hash              bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE FUNCTION ledger_transaction_part_hash(after_transaction bigint, last_transaction bigint) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(coalesce(string_agg(jsonb_build_array(
    t.transaction_id, t.kind, t.user_id, t.reference, t.operation_key, extract(epoch FROM t.at),
    CASE t.kind
      WHEN 'deposit' THEN (SELECT jsonb_build_array(d.deposit_id, d.user_id, d.gateway, d.reference, d.amount) FROM deposit d WHERE d.transaction_id = t.transaction_id)
      WHEN 'deposit-hold' THEN (SELECT jsonb_build_array(d.deposit_id, d.user_id, d.gateway, d.reference, d.amount) FROM deposit d WHERE d.hold_transaction = t.transaction_id)
      WHEN 'withdrawal' THEN (SELECT jsonb_build_array(w.withdrawal_id, w.user_id, w.reference, w.amount) FROM withdrawal w WHERE w.hold_transaction = t.transaction_id)
      WHEN 'payout' THEN (SELECT jsonb_build_array(w.withdrawal_id, w.state) FROM withdrawal w WHERE w.end_transaction = t.transaction_id)
      WHEN 'withdrawal-return' THEN (SELECT jsonb_build_array(w.withdrawal_id, w.state) FROM withdrawal w WHERE w.end_transaction = t.transaction_id)
    END)::text, E'\n' ORDER BY t.transaction_id), ''), 'UTF8'))
  FROM ledger_transaction t WHERE t.transaction_id > $1 AND t.transaction_id <= $2
$$;

-- One row for each span of time whose rounds were hashed, each with what it took from bonuses.
CREATE TABLE round_part (
  part_no  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  after_at timestamptz NOT NULL,
  last_at  timestamptz NOT NULL UNIQUE CHECK (last_at > after_at),
  rounds   bigint NOT NULL,
  -- Kobo.
  staked   numeric NOT NULL,
  won      numeric NOT NULL,
  hash     bytea NOT NULL CHECK (octet_length(hash) = 32)
);
-- The first part, from which the next goes on.
INSERT INTO round_part (after_at, last_at, rounds, staked, won, hash) VALUES ('2019-12-01', '2020-01-01', 0, 0, 0, sha256(''));
CREATE FUNCTION round_part_hash(after_at timestamptz, last_at timestamptz) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(coalesce(string_agg(jsonb_build_array(
    r.round_id, r.user_id, r.game_id, r.stake, r.win, r.balance_before, r.balance_after, r.balance_version, r.bet, r.outcome, r.seed_pair_id, r.nonce,
    r.client_seed, r.transaction_id, extract(epoch FROM r.at), r.bonus_staked, r.bonus_won, r.bonus_converted, r.free_spin_of, r.first_stake, r.actions,
    extract(epoch FROM r.started_at), r.rules,
    (SELECT jsonb_agg(jsonb_build_array(g.wallet_id, g.staked, g.won, g.counted) ORDER BY g.number) FROM bonus_wager g WHERE g.round_id = r.round_id)
  )::text, E'\n' ORDER BY r.at, r.round_id), ''), 'UTF8'))
  FROM round r WHERE r.at > $1 AND r.at <= $2
$$;

-- The books as they were when a month was over: what there was until then, each month's hash with that of the month before in it.
CREATE TABLE closed_month (
  -- The first day of the month, in Lagos.
  month            date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  last_entry       bigint NOT NULL,
  last_transaction bigint NOT NULL,
  last_round_part  bigint NOT NULL,
  -- The sum of all balances of each kind of account, in kobo.
  balances         jsonb NOT NULL,
  -- Of this month alone.
  rounds           bigint NOT NULL,
  staked           numeric NOT NULL,
  won              numeric NOT NULL,
  hash             bytea NOT NULL CHECK (octet_length(hash) = 32),
  closed_at        timestamptz NOT NULL
);
-- The hash of a closed month from its figures and parts.
CREATE FUNCTION closed_month_hash(which closed_month) RETURNS bytea LANGUAGE sql STABLE AS $$
  WITH before AS (
    SELECT m.last_entry, m.last_transaction, m.last_round_part, m.hash FROM closed_month m WHERE m.month < which.month ORDER BY m.month DESC LIMIT 1
  )
  SELECT sha256(convert_to(concat_ws(E'\n', which.month, which.last_entry, which.last_transaction, which.balances::text, which.rounds, which.staked, which.won,
    (SELECT encode(hash, 'hex') FROM before),
    (SELECT string_agg(encode(p.hash, 'hex'), E'\n' ORDER BY p.last_entry) FROM ledger_part p
     WHERE p.last_entry > coalesce((SELECT last_entry FROM before), 0) AND p.last_entry <= which.last_entry),
    (SELECT string_agg(encode(p.hash, 'hex'), E'\n' ORDER BY p.last_transaction) FROM ledger_transaction_part p
     WHERE p.last_transaction > coalesce((SELECT last_transaction FROM before), 0) AND p.last_transaction <= which.last_transaction),
    (SELECT string_agg(encode(p.hash, 'hex'), E'\n' ORDER BY p.part_no) FROM round_part p
     WHERE p.part_no > coalesce((SELECT last_round_part FROM before), 0) AND p.part_no <= which.last_round_part)
  ), 'UTF8'))
$$;

-- As before, and found by indexes for one player: only the gateway's and the bonus-cost's entries of the house's side count here.
CREATE OR REPLACE VIEW activity_of_entries AS
  WITH moved AS (
    SELECT e.user_id, lagos_day(e.at) AS day,
      coalesce(sum(-amount) FILTER (WHERE e.kind = 'stake' AND account_id = 'real:' || e.user_id), 0)::bigint AS staked,
      coalesce(sum(amount) FILTER (WHERE (e.kind = 'win' OR e.of = 'round-void' AND e.kind = 'adjustment') AND account_id = 'real:' || e.user_id), 0)::bigint AS won,
      coalesce(sum(-amount) FILTER (WHERE amount < 0 AND (account_id = 'gateway:NGN' AND e.kind <> 'deposit-held'
        OR account_id = 'suspense:' || e.user_id AND e.kind = 'deposit')), 0)::bigint AS deposited,
      coalesce(sum(amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount > 0 AND e.kind <> 'deposit-returned'), 0)::bigint AS withdrawn,
      count(DISTINCT e.transaction_id) FILTER (WHERE e.kind = 'stake' AND e.of IS DISTINCT FROM 'round-step') AS rounds
    FROM (
      SELECT o.*, (SELECT t.kind FROM ledger_transaction t WHERE t.transaction_id = o.transaction_id) AS of FROM (
        SELECT * FROM ledger_entry WHERE balance_after IS NOT NULL
        UNION ALL
        SELECT * FROM ledger_entry WHERE account_id = 'gateway:NGN'
        UNION ALL
        SELECT * FROM ledger_entry WHERE account_id = 'bonus-cost:NGN'
      ) o
    ) e WHERE e.user_id IS NOT NULL GROUP BY e.user_id, lagos_day(e.at)
  ), stake AS (
    SELECT user_id, at, lag(at) OVER (PARTITION BY user_id ORDER BY entry_id) AS before
    FROM (
      SELECT user_id, at, entry_id FROM ledger_entry WHERE kind = 'stake' AND amount < 0 AND balance_after IS NOT NULL
      UNION ALL
      SELECT user_id, at, entry_id FROM ledger_entry WHERE kind = 'stake' AND amount < 0 AND account_id = 'bonus-cost:NGN'
    ) staked
  ), gap AS (
    SELECT user_id, before, at FROM stake WHERE at > before AND at < before + interval '30 minutes'
  ), played AS (
    SELECT user_id, day, sum(extract(epoch FROM least(at, lagos_midnight(day + 1)) - greatest(before, lagos_midnight(day))) * 1000)::bigint AS ms
    FROM gap CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[lagos_day(before), lagos_day(at)]) AS day) days
    GROUP BY user_id, day
  )
  SELECT user_id, day, staked, won, deposited, withdrawn, rounds, coalesce(ms, 0) AS played_ms
  FROM moved LEFT JOIN played USING (user_id, day);
