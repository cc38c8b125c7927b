-- For the lines about a player whose subject is something of theirs: a thread, a case, a correction.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS admin_audit_about_player ON admin_audit ((coalesce(after ->> 'player', after ->> 'userId')), chain_no DESC)
  WHERE coalesce(after ->> 'player', after ->> 'userId') IS NOT NULL;
