-- Locks that the operator's people put on an account: on play (with deposits and bonuses), or on signing in. Withdrawing stays open. An older Ayo
-- may run on this schema: it does not know of locks, so they hold once it is gone.
-- min_reader: 93

-- Why and by whom; the player's row says what holds, because every stake reads that one.
CREATE TABLE account_lock (
  lock_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      text NOT NULL REFERENCES player (user_id),
  what         text NOT NULL CHECK (what IN ('play', 'sign-in')),
  reason       text NOT NULL,
  locked_by    text NOT NULL REFERENCES player (user_id),
  locked_at    timestamptz NOT NULL,
  ended_by     text REFERENCES player (user_id),
  ended_at     timestamptz,
  end_reason   text,
  CHECK (num_nulls(ended_by, ended_at, end_reason) IN (0, 3))
);
CREATE UNIQUE INDEX account_lock_held ON account_lock (user_id, what) WHERE ended_at IS NULL;
CREATE INDEX account_lock_of_player ON account_lock (user_id, lock_id DESC);

ALTER TABLE player
  ADD COLUMN play_locked boolean NOT NULL DEFAULT false,
  ADD COLUMN sign_in_locked boolean NOT NULL DEFAULT false;

-- A lock stays, ends once, and is always what the player's row says.
CREATE FUNCTION keep_account_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.user_id, NEW.what, NEW.reason, NEW.locked_by, NEW.locked_at) IS DISTINCT FROM ROW (OLD.user_id, OLD.what, OLD.reason, OLD.locked_by, OLD.locked_at) THEN
    RAISE EXCEPTION 'a lock of an account stays, and ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER account_lock_ends_once BEFORE UPDATE OR DELETE ON account_lock FOR EACH ROW EXECUTE FUNCTION keep_account_lock();
CREATE TRIGGER account_lock_not_emptied BEFORE TRUNCATE ON account_lock FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION apply_account_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE player SET
    play_locked = CASE WHEN NEW.what = 'play' THEN NEW.ended_at IS NULL ELSE play_locked END,
    sign_in_locked = CASE WHEN NEW.what = 'sign-in' THEN NEW.ended_at IS NULL ELSE sign_in_locked END,
    version = version + 1
  WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER account_lock_applies AFTER INSERT OR UPDATE ON account_lock FOR EACH ROW EXECUTE FUNCTION apply_account_lock();
