-- As before; what comes back from the gateway of a payout that was paid is no deposit.
-- min_reader: 93
CREATE OR REPLACE VIEW activity_of_entries AS
  WITH moved AS (
    SELECT e.user_id, lagos_day(e.at) AS day,
      coalesce(sum(-amount) FILTER (WHERE e.kind = 'stake' AND account_id = 'real:' || e.user_id), 0)::bigint AS staked,
      coalesce(sum(amount) FILTER (WHERE (e.kind = 'win' OR e.of = 'round-void' AND e.kind = 'adjustment') AND account_id = 'real:' || e.user_id), 0)::bigint AS won,
      coalesce(sum(-amount) FILTER (WHERE amount < 0 AND (account_id = 'gateway:NGN' AND e.kind NOT IN ('deposit-held', 'withdrawal-return')
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
