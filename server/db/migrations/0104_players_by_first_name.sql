-- The desk finds players by the beginning of their first name.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS player_by_first_name ON player (name_search_key(firstname) COLLATE "C", user_id);
