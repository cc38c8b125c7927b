-- For the rules that compare a framed round with the calls of its provider.
-- min_reader: 92
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS frame_transaction_of_round ON frame_transaction (round_id);
