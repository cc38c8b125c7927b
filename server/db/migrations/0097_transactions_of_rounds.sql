-- For the rules that compare a round with its transactions.
-- min_reader: 92
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transaction_of_round ON ledger_transaction (reference)
  WHERE kind IN ('round', 'round-step', 'round-end', 'round-void');
