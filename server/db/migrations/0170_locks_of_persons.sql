-- A lock of the account that has an identity reaches the other accounts of its person by rows of their own (server/persons/carry-locks.ts), each of which
-- holds no longer than the lock that it came from: the end of one lock ends no other. An older Ayo may run on this schema.
-- min_reader: 93
CREATE TABLE carried_lock (
  carried_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    text NOT NULL REFERENCES player (user_id),
  lock_id    bigint NOT NULL REFERENCES account_lock (lock_id),
  carried_at timestamptz NOT NULL,
  -- Where it ended here alone.
  ended_by   text REFERENCES player (user_id),
  ended_at   timestamptz,
  end_reason text,
  CHECK (num_nulls(ended_by, ended_at, end_reason) IN (0, 3))
);
CREATE UNIQUE INDEX carried_lock_held ON carried_lock (user_id, lock_id) WHERE ended_at IS NULL;
CREATE INDEX carried_lock_of_lock ON carried_lock (lock_id);

CREATE FUNCTION keep_carried_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.user_id, NEW.lock_id, NEW.carried_at) IS DISTINCT FROM ROW (OLD.user_id, OLD.lock_id, OLD.carried_at) THEN
    RAISE EXCEPTION 'a carried lock stays, and ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER carried_lock_ends_once BEFORE UPDATE OR DELETE ON carried_lock FOR EACH ROW EXECUTE FUNCTION keep_carried_lock();
CREATE TRIGGER carried_lock_not_emptied BEFORE TRUNCATE ON carried_lock FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION is_account_locked(of_player text, of_what text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM account_lock l WHERE l.user_id = of_player AND l.what = of_what AND l.ended_at IS NULL)
    OR EXISTS (SELECT FROM carried_lock c JOIN account_lock l USING (lock_id)
      WHERE c.user_id = of_player AND c.ended_at IS NULL AND l.what = of_what AND l.ended_at IS NULL)
$$;

-- As before, with one difference: what the player's row says follows from all locks of the account, and an end of a lock is its end on every account.
CREATE OR REPLACE FUNCTION apply_account_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE player SET play_locked = is_account_locked(user_id, 'play'), sign_in_locked = is_account_locked(user_id, 'sign-in'), version = version + 1
  WHERE (user_id = NEW.user_id OR user_id IN (SELECT c.user_id FROM carried_lock c WHERE c.lock_id = NEW.lock_id AND c.ended_at IS NULL))
    AND (play_locked, sign_in_locked) IS DISTINCT FROM (is_account_locked(user_id, 'play'), is_account_locked(user_id, 'sign-in'));
  RETURN NULL;
END $$;
CREATE TRIGGER carried_lock_applies AFTER INSERT OR UPDATE ON carried_lock FOR EACH ROW EXECUTE FUNCTION apply_account_lock();
