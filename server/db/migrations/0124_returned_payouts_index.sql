-- The payouts that came back, for the desk.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS withdrawal_step_reversed ON withdrawal_step (at) WHERE step = 'reversed';
