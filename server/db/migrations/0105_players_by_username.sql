-- The desk finds players by the beginning of their user name.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS player_by_username ON player (username_key COLLATE "C", user_id);
