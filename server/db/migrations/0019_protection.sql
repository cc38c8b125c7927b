-- How players are protected: limits with their history, the second yes to higher ones, breaks and exclusions, the reality
-- check, and the counters that limits are looked at with.

ALTER TABLE player
  -- Since when protection forbids something; it and protection_until stay as they were when that is over.
  ADD COLUMN protection_since timestamptz,
  -- Rises with every change of what protection tells, money apart: a part of its ETag.
  ADD COLUMN protection_version bigint NOT NULL DEFAULT 1,
  -- There is a limit of the player's own: without one the ledger looks no further.
  ADD COLUMN limited boolean NOT NULL DEFAULT false,
  -- When the player was asked about limits and answered, whatever the answer was.
  ADD COLUMN limits_answered_at timestamptz,
  -- How often play is stopped for a look, and a longer interval that holds from its time on by itself.
  ADD COLUMN reality_minutes integer NOT NULL DEFAULT 60 CHECK (reality_minutes IN (15, 30, 45, 60)),
  ADD COLUMN reality_next integer CHECK (reality_next IN (15, 30, 45, 60)),
  ADD COLUMN reality_next_from timestamptz,
  ADD CONSTRAINT player_reality_next CHECK ((reality_next IS NULL) = (reality_next_from IS NULL));

-- What forbids is never made shorter or weaker while it runs. Whether it runs is only told by the platform's clock: what
-- comes after an end begins after it.
CREATE FUNCTION keep_protection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.protection = 'none' OR NEW.protection_since >= OLD.protection_until THEN
    RETURN NEW;
  END IF;
  IF NEW.protection = 'none' OR (OLD.protection = 'excluded' AND NEW.protection = 'cool-off')
     OR (OLD.protection_until IS NULL AND NEW.protection_until IS NOT NULL) OR NEW.protection_until < OLD.protection_until THEN
    RAISE EXCEPTION 'a break or an exclusion is not made shorter';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER player_protection_stays BEFORE UPDATE OF protection, protection_until ON player
  FOR EACH ROW EXECUTE FUNCTION keep_protection();

-- The player's own limits that hold.
CREATE TABLE player_limit (
  user_id text NOT NULL REFERENCES player (user_id),
  kind    text NOT NULL CHECK (kind IN ('deposit', 'loss', 'stake')),
  period  text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- Kobo.
  amount  bigint NOT NULL CHECK (amount > 0),
  set_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, period)
);

-- Higher ones that were asked for: to be confirmed between from_at and until_at.
CREATE TABLE limit_raise (
  user_id  text NOT NULL REFERENCES player (user_id),
  kind     text NOT NULL CHECK (kind IN ('deposit', 'loss', 'stake')),
  period   text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- Kobo; NULL = no limit.
  amount   bigint CHECK (amount > 0),
  asked_at timestamptz NOT NULL,
  from_at  timestamptz NOT NULL,
  until_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, period),
  CHECK (from_at >= asked_at + interval '24 hours' AND until_at > from_at)
);

-- Every wish about a limit. `set` and `confirmed` say what holds from then on.
CREATE TABLE limit_change (
  change_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       text NOT NULL REFERENCES player (user_id),
  kind          text NOT NULL CHECK (kind IN ('deposit', 'loss', 'stake')),
  period        text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  what          text NOT NULL CHECK (what IN ('set', 'asked', 'confirmed', 'dropped')),
  -- Kobo; NULL = no limit.
  amount        bigint CHECK (amount > 0),
  at            timestamptz NOT NULL,
  session_hash  text NOT NULL,
  -- What was there already, exactly, whatever a clock says: how many entries the player had, and the newest step of any
  -- deposit. What comes after these came after the change.
  after_entries bigint NOT NULL,
  after_step    bigint NOT NULL
);
CREATE INDEX limit_change_of_player ON limit_change (user_id, kind, period, change_id DESC);
CREATE TRIGGER limit_change_is_history BEFORE UPDATE OR DELETE ON limit_change FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Every break and exclusion asked for, and what held then.
CREATE TABLE exclusion (
  exclusion_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       text NOT NULL REFERENCES player (user_id),
  length        text NOT NULL CHECK (length IN ('24-hours', '7-days', '30-days', '6-months', '1-year', '2-years', '5-years', 'permanent')),
  at            timestamptz NOT NULL,
  -- Its own end; NULL = none.
  ends_at       timestamptz,
  -- What holds since: the stricter of the two, to the later end.
  state         text NOT NULL CHECK (state IN ('cool-off', 'excluded')),
  until         timestamptz,
  session_hash  text NOT NULL,
  -- As of a limit's change.
  after_entries bigint NOT NULL,
  after_step    bigint NOT NULL,
  CHECK ((ends_at IS NULL) = (length = 'permanent')),
  CHECK (until IS NULL OR until >= ends_at)
);
CREATE INDEX exclusion_of_player ON exclusion (user_id, exclusion_id DESC);
CREATE TRIGGER exclusion_is_history BEFORE UPDATE OR DELETE ON exclusion FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What else the player did about protection: the operator must be able to prove it.
CREATE TABLE protection_event (
  event_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      text NOT NULL REFERENCES player (user_id),
  what         text NOT NULL CHECK (what IN ('reality-check-set', 'reality-check-seen', 'limits-offer-answered')),
  at           timestamptz NOT NULL,
  session_hash text NOT NULL,
  detail       jsonb NOT NULL
);
CREATE INDEX protection_event_of_player ON protection_event (user_id, event_id DESC);
CREATE TRIGGER protection_event_is_history BEFORE UPDATE OR DELETE ON protection_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The play that goes on, in the row of the real account, which every posting locks and writes anyway: since when, the last
-- stake, the last look at a reality check, and what was staked (kobo), won (kobo) and played since its beginning.
ALTER TABLE ledger_account
  ADD COLUMN play_started_at timestamptz,
  ADD COLUMN play_last_at timestamptz,
  ADD COLUMN play_looked_at timestamptz,
  ADD COLUMN play_staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN play_won bigint NOT NULL DEFAULT 0,
  ADD COLUMN play_rounds integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT ledger_account_play CHECK (
    (play_started_at IS NULL) = (play_last_at IS NULL) AND (play_looked_at IS NULL) = (play_last_at IS NULL)
    AND (play_last_at IS NULL OR kind = 'real'));

-- What a player did on each day in Lagos. Written with the entries; the invariants compare it with them.
CREATE TABLE activity_day (
  user_id   text NOT NULL REFERENCES player (user_id),
  day       date NOT NULL,
  -- Kobo of real money.
  staked    bigint NOT NULL,
  won       bigint NOT NULL,
  -- Kobo that came from the gateway and went to it.
  deposited bigint NOT NULL,
  withdrawn bigint NOT NULL,
  rounds    bigint NOT NULL,
  -- Between stakes that are less than 30 minutes apart.
  played_ms bigint NOT NULL,
  PRIMARY KEY (user_id, day)
-- Room for the next versions of a row on the same page: every round writes it, no index is touched.
) WITH (fillfactor = 70);
CREATE TRIGGER activity_day_stays BEFORE DELETE ON activity_day FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Nigeria keeps UTC+1 all year.
CREATE FUNCTION lagos_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT (at AT TIME ZONE 'UTC' + interval '1 hour')::date $$;
CREATE FUNCTION lagos_midnight(day date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
  $$ SELECT (day - interval '1 hour') AT TIME ZONE 'UTC' $$;

-- The same figures out of the entries themselves: for the days of before this step, and for the invariant.
CREATE VIEW activity_of_entries AS
  WITH moved AS (
    SELECT user_id, lagos_day(at) AS day,
      coalesce(sum(-amount) FILTER (WHERE kind = 'stake' AND account_id = 'real:' || user_id), 0)::bigint AS staked,
      coalesce(sum(amount) FILTER (WHERE kind = 'win' AND account_id = 'real:' || user_id), 0)::bigint AS won,
      coalesce(sum(-amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount < 0), 0)::bigint AS deposited,
      coalesce(sum(amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount > 0), 0)::bigint AS withdrawn,
      count(DISTINCT transaction_id) FILTER (WHERE kind = 'stake' AND account_id = 'real:' || user_id AND amount < 0) AS rounds
    FROM ledger_entry WHERE user_id IS NOT NULL GROUP BY user_id, lagos_day(at)
  ), stake AS (
    SELECT user_id, at, lag(at) OVER (PARTITION BY user_id ORDER BY entry_id) AS before
    FROM ledger_entry WHERE kind = 'stake' AND account_id = 'real:' || user_id AND amount < 0
  ), gap AS (
    SELECT user_id, before, at FROM stake WHERE at > before AND at < before + interval '30 minutes'
  ), played AS (
    SELECT user_id, day, sum(extract(epoch FROM least(at, lagos_midnight(day + 1)) - greatest(before, lagos_midnight(day))) * 1000)::bigint AS ms
    FROM gap CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[lagos_day(before), lagos_day(at)]) AS day) days
    GROUP BY user_id, day
  )
  SELECT user_id, day, staked, won, deposited, withdrawn, rounds, coalesce(ms, 0) AS played_ms
  FROM moved LEFT JOIN played USING (user_id, day);

INSERT INTO activity_day (user_id, day, staked, won, deposited, withdrawn, rounds, played_ms)
  SELECT user_id, day, staked, won, deposited, withdrawn, rounds, played_ms FROM activity_of_entries
  WHERE (staked, won, deposited, withdrawn, rounds) <> (0, 0, 0, 0, 0);

-- Play that goes on while this step is made goes on: since the newest stake that followed none for 30 minutes.
WITH stake AS (
  SELECT user_id, entry_id, transaction_id, at, lag(at) OVER (PARTITION BY user_id ORDER BY entry_id) AS before
  FROM ledger_entry WHERE kind = 'stake' AND account_id = 'real:' || user_id AND amount < 0
), begun AS (
  SELECT DISTINCT ON (user_id) user_id, entry_id, at FROM stake
  WHERE before IS NULL OR at >= before + interval '30 minutes' ORDER BY user_id, entry_id DESC
), play AS (
  SELECT b.user_id, b.at AS started_at,
    (array_agg(e.at ORDER BY e.entry_id DESC) FILTER (WHERE e.kind = 'stake'))[1] AS last_at,
    coalesce(sum(-e.amount) FILTER (WHERE e.kind = 'stake'), 0)::bigint AS staked,
    coalesce(sum(e.amount) FILTER (WHERE e.kind = 'win'), 0)::bigint AS won,
    count(DISTINCT e.transaction_id) FILTER (WHERE e.kind = 'stake') AS rounds
  FROM begun b JOIN ledger_entry e ON e.account_id = 'real:' || b.user_id AND e.entry_id >= b.entry_id
  GROUP BY b.user_id, b.at
)
UPDATE ledger_account a SET play_started_at = play.started_at, play_last_at = play.last_at, play_looked_at = play.started_at,
    play_staked = play.staked, play_won = play.won, play_rounds = play.rounds
  FROM play WHERE a.account_id = 'real:' || play.user_id;

-- What a player may still have to pay of what was started.
CREATE INDEX deposit_pending_of_player ON deposit (user_id) INCLUDE (amount, closes_at) WHERE state = 'pending';
