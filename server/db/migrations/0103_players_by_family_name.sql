-- The desk finds players by the beginning of their family name.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS player_by_family_name ON player (name_search_key(lastname) COLLATE "C", user_id);
