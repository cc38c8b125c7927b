-- The desk finds players by the last four digits of an account that they are paid out to.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_account_by_last_four ON bank_account (last_four, user_id);
