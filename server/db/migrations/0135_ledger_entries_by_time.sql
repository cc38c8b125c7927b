-- What the house won on a day, for the desk. Entries are written in the order of time, so an index of block ranges is enough, and costs a posting nothing.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entry_by_time ON ledger_entry USING brin (at) WITH (pages_per_range = 16, autosummarize = on);
