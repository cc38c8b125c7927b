-- The highest multipliers of a week. Rounds know nothing of it: a job reads them afterwards, by time.

-- Rounds are written in the order of their time, so a summary of each range of pages finds those of the last minutes; unlike
-- a tree it costs a round nothing.
CREATE INDEX round_by_time ON round USING brin (at) WITH (pages_per_range = 16, autosummarize = on);

CREATE FUNCTION lagos_monday(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT date_trunc('week', lagos_day(at)::timestamp)::date $$;

-- Who wants to be seen. Nobody is who was not asked.
CREATE TABLE leaderboard_choice (
  user_id    text PRIMARY KEY REFERENCES player (user_id),
  opted_in   boolean NOT NULL,
  changed_at timestamptz NOT NULL
);

CREATE TABLE leaderboard_week (
  -- Monday in Lagos.
  week      date PRIMARY KEY,
  -- Since then nothing of it changes, but that names go.
  closed_at timestamptz
);
CREATE INDEX leaderboard_week_open ON leaderboard_week (week) WHERE closed_at IS NULL;

-- The best round of each player in a week: in each game, and in all of them under the game ''.
CREATE TABLE leaderboard_best (
  week       date NOT NULL REFERENCES leaderboard_week (week),
  board      text NOT NULL,
  user_id    text NOT NULL REFERENCES player (user_id),
  round_id   text NOT NULL,
  game_id    text NOT NULL,
  -- Win over stake in hundredths, rounded down. What was staked is not here.
  multiplier bigint NOT NULL CHECK (multiplier >= 0),
  at         timestamptz NOT NULL,
  -- Of a week that runs: as the player wants it. Of a closed one: as it was when the week ended.
  shown      boolean NOT NULL,
  PRIMARY KEY (week, board, user_id),
  CHECK (board IN ('', game_id))
);
CREATE INDEX leaderboard_best_shown ON leaderboard_best (week, board, multiplier DESC, at, round_id) WHERE shown AND multiplier > 0;
CREATE INDEX leaderboard_best_of_player ON leaderboard_best (user_id, week);

CREATE FUNCTION keep_closed_week() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM leaderboard_week WHERE week = coalesce(OLD.week, NEW.week) AND closed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the week of % is closed', coalesce(OLD.week, NEW.week);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER leaderboard_best_is_kept BEFORE INSERT OR UPDATE OR DELETE ON leaderboard_best
  FOR EACH ROW EXECUTE FUNCTION keep_closed_week();
CREATE FUNCTION keep_week_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the week of % is closed', OLD.week;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER leaderboard_week_stays BEFORE UPDATE OR DELETE ON leaderboard_week FOR EACH ROW EXECUTE FUNCTION keep_week_closed();

-- Up to when rounds were read. One row; whoever reads them holds it.
CREATE TABLE leaderboard_read (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  read_to  timestamptz NOT NULL
);
-- From the week of the newest round on; older weeks are not worked out.
INSERT INTO leaderboard_read (read_to) SELECT coalesce(lagos_midnight(lagos_monday(max(at))), 'epoch') FROM round;
