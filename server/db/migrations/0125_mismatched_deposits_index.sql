-- The deposits that do not match, for the desk.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS deposit_mismatched ON deposit (updated_at) WHERE state = 'mismatch';
