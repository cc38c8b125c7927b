-- The desk finds players by the last four digits of an account that they removed.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS former_bank_account_by_last_four ON former_bank_account (last_four, user_id);
