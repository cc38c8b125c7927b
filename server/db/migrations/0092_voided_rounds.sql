-- Rounds that were open in a database that was put back from a backup: their player may have seen in the lost time how they go on, so they are
-- not played again. Their stakes go back to the player.
CREATE TABLE voided_round (
  round_id   text PRIMARY KEY,
  restore_id bigint NOT NULL REFERENCES database_restore (restore_id),
  -- Null until the stakes are back. Until then the round stays in open_round, and takes no step.
  voided_at  timestamptz
);

CREATE FUNCTION keep_voided_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.voided_at IS NOT NULL OR NEW.voided_at IS NULL
     OR ROW (NEW.round_id, NEW.restore_id) IS DISTINCT FROM ROW (OLD.round_id, OLD.restore_id) THEN
    RAISE EXCEPTION 'a voided round stays so, and its stakes go back once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER voided_round_is_kept BEFORE UPDATE OR DELETE ON voided_round FOR EACH ROW EXECUTE FUNCTION keep_voided_round();
CREATE TRIGGER voided_round_not_emptied BEFORE TRUNCATE ON voided_round FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- As before; the stakes of a voided round that come back count like a win, so that they are no loss.
CREATE OR REPLACE VIEW activity_of_entries AS
  WITH moved AS (
    SELECT e.user_id, lagos_day(e.at) AS day,
      coalesce(sum(-amount) FILTER (WHERE e.kind = 'stake' AND account_id = 'real:' || e.user_id), 0)::bigint AS staked,
      coalesce(sum(amount) FILTER (WHERE (e.kind = 'win' OR t.kind = 'round-void' AND e.kind = 'adjustment') AND account_id = 'real:' || e.user_id), 0)::bigint AS won,
      coalesce(sum(-amount) FILTER (WHERE amount < 0 AND (account_id = 'gateway:NGN' AND e.kind <> 'deposit-held'
        OR account_id = 'suspense:' || e.user_id AND e.kind = 'deposit')), 0)::bigint AS deposited,
      coalesce(sum(amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount > 0 AND e.kind <> 'deposit-returned'), 0)::bigint AS withdrawn,
      count(DISTINCT e.transaction_id) FILTER (WHERE e.kind = 'stake' AND t.kind IS DISTINCT FROM 'round-step') AS rounds
    FROM ledger_entry e LEFT JOIN ledger_transaction t USING (transaction_id) WHERE e.user_id IS NOT NULL GROUP BY e.user_id, lagos_day(e.at)
  ), stake AS (
    SELECT user_id, at, lag(at) OVER (PARTITION BY user_id ORDER BY entry_id) AS before
    FROM ledger_entry WHERE kind = 'stake' AND amount < 0 AND user_id IS NOT NULL
  ), gap AS (
    SELECT user_id, before, at FROM stake WHERE at > before AND at < before + interval '30 minutes'
  ), played AS (
    SELECT user_id, day, sum(extract(epoch FROM least(at, lagos_midnight(day + 1)) - greatest(before, lagos_midnight(day))) * 1000)::bigint AS ms
    FROM gap CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[lagos_day(before), lagos_day(at)]) AS day) days
    GROUP BY user_id, day
  )
  SELECT user_id, day, staked, won, deposited, withdrawn, rounds, coalesce(ms, 0) AS played_ms
  FROM moved LEFT JOIN played USING (user_id, day);
