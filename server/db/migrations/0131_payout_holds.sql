-- A player's payouts wait while somebody looks at a flag: for a day at most, once in seven days, and the end comes by itself. An older Ayo that runs
-- on this schema does not know of holds: it sends what people have approved before, and the database itself refuses a new release.
-- min_reader: 93
CREATE TABLE payout_hold (
  hold_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     text NOT NULL REFERENCES player (user_id),
  -- What the player is told: the kind of reason.
  kind        text NOT NULL CHECK (kind ~ '^[a-z-]{1,32}$'),
  -- The flag, for people.
  flag_id     bigint NOT NULL,
  from_at     timestamptz NOT NULL,
  until_at    timestamptz NOT NULL,
  released_at timestamptz,
  released_by text REFERENCES player (user_id),
  CHECK (until_at > from_at AND until_at <= from_at + interval '24 hours'),
  CHECK ((released_at IS NULL) = (released_by IS NULL))
);
CREATE INDEX payout_hold_of_player ON payout_hold (user_id, from_at DESC);

CREATE FUNCTION keep_payout_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a hold stays';
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM player WHERE user_id = NEW.user_id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM payout_hold h WHERE h.user_id = NEW.user_id AND h.from_at > NEW.from_at - interval '7 days') THEN
      RAISE EXCEPTION 'payouts of a player are held once in seven days';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.released_at IS NOT NULL
     OR ROW (NEW.hold_id, NEW.user_id, NEW.kind, NEW.flag_id, NEW.from_at, NEW.until_at)
        IS DISTINCT FROM ROW (OLD.hold_id, OLD.user_id, OLD.kind, OLD.flag_id, OLD.from_at, OLD.until_at) THEN
    RAISE EXCEPTION 'a hold stays as it is, and is released once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_hold_is_kept BEFORE INSERT OR UPDATE OR DELETE ON payout_hold FOR EACH ROW EXECUTE FUNCTION keep_payout_hold();
CREATE TRIGGER payout_hold_not_emptied BEFORE TRUNCATE ON payout_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- People's last approval does not release what is held, whatever the program does.
CREATE FUNCTION refuse_release_of_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM payout_hold h WHERE h.user_id = NEW.user_id AND h.from_at <= NEW.decided_at AND h.until_at > NEW.decided_at AND h.released_at IS NULL) THEN
    RAISE EXCEPTION 'withdrawal % is held', NEW.withdrawal_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_is_not_held BEFORE UPDATE OF state ON withdrawal FOR EACH ROW
  WHEN (OLD.state = 'checking' AND NEW.state = 'sending') EXECUTE FUNCTION refuse_release_of_held();
