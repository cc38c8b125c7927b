-- A lock is on a person (server/desk-players/locks.ts): an account that becomes a second one of somebody has the locks that hold there from then on.
-- Never the other way round: anybody who knows a player's NIN can make a second account, and have it locked. An older Ayo may run on this schema.
-- min_reader: 93
CREATE FUNCTION carry_account_locks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_lock (user_id, what, reason, locked_by, locked_at)
  SELECT DISTINCT ON (l.what) NEW.user_id, l.what, l.reason, l.locked_by, l.locked_at
  FROM player other JOIN account_lock l ON l.user_id = other.user_id AND l.ended_at IS NULL
  WHERE other.person_id = NEW.person_id AND other.user_id <> NEW.user_id AND NOT other.is_second
  ORDER BY l.what, l.lock_id
  ON CONFLICT (user_id, what) WHERE ended_at IS NULL DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER player_has_locks_of_person AFTER UPDATE OF person_id, is_second ON player FOR EACH ROW
  WHEN (NEW.person_id IS NOT NULL AND NEW.is_second AND (NEW.person_id IS DISTINCT FROM OLD.person_id OR NOT OLD.is_second))
  EXECUTE FUNCTION carry_account_locks();
