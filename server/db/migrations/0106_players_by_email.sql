-- The desk finds closed accounts by their e-mail, too.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS player_by_email ON player (email);
