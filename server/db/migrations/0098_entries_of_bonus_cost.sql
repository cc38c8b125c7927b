-- For the activity of one player: what free spins cost and bonuses brought.
-- min_reader: 92
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entry_of_bonus_cost ON ledger_entry (user_id, entry_id) WHERE account_id = 'bonus-cost:NGN';
