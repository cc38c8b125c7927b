-- For the register of payments, in the order of the entries.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entry_of_gateway_in_order ON ledger_entry (entry_id) WHERE account_id = 'gateway:NGN';
