-- Rounds of other providers stand in the player's history: with the balances of the player's own money that they met and left.
ALTER TABLE frame_round
  -- Kobo: before the first stake; after the newest posting, and the version of the real account that it made.
  ADD COLUMN balance_before  bigint CHECK (balance_before >= 0),
  ADD COLUMN balance_after   bigint CHECK (balance_after >= 0),
  ADD COLUMN balance_version bigint;
UPDATE frame_round f
SET balance_before = e.before, balance_after = e.after, balance_version = a.version
FROM (
  SELECT t.reference, t.user_id, (array_agg(l.balance_before ORDER BY l.entry_id))[1] AS before,
    (array_agg(l.balance_after ORDER BY l.entry_id DESC))[1] AS after
  FROM ledger_transaction t JOIN ledger_entry l USING (transaction_id)
  WHERE l.account_id = 'real:' || t.user_id AND t.reference IN (SELECT round_id FROM frame_round)
  GROUP BY t.reference, t.user_id
) e JOIN ledger_account a ON a.account_id = 'real:' || e.user_id
WHERE e.reference = f.round_id AND e.user_id = f.user_id;
CREATE INDEX frame_round_of_player_by_time ON frame_round (user_id, started_at DESC, round_id DESC);
CREATE INDEX frame_round_not_settled ON frame_round (user_id) WHERE settled_at IS NULL;
