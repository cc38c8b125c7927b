-- What the rules that watch have found (flags), what people make of it (cases), and payouts that wait for a day meanwhile.
-- min_reader: 93

-- Where a rule stands: it looks only at what is newer than the run before the last, because what was written meanwhile may commit later.
CREATE TABLE risk_rule_run (
  rule         text PRIMARY KEY CHECK (rule ~ '^[a-z-]{1,48}$'),
  ran_at       timestamptz,
  marks        jsonb,
  marks_before jsonb
);

CREATE TABLE risk_case (
  case_id     text PRIMARY KEY,
  -- `call`: a person has to call the player.
  kind        text NOT NULL CHECK (kind IN ('harm', 'call', 'laundering')),
  user_id     text NOT NULL REFERENCES player (user_id),
  -- All accounts of one person have one case of a kind.
  person      text NOT NULL,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'assigned', 'decided', 'closed')),
  opened_at   timestamptz NOT NULL,
  -- When somebody should have decided.
  due_at      timestamptz NOT NULL,
  assigned_to text REFERENCES player (user_id),
  outcome     text CHECK (outcome IN ('no-concern', 'watch', 'protected', 'called', 'reported')),
  decided_by  text REFERENCES player (user_id),
  decided_at  timestamptz,
  closed_at   timestamptz,
  CHECK (state <> 'assigned' OR assigned_to IS NOT NULL),
  CHECK ((state IN ('decided', 'closed')) = (outcome IS NOT NULL) AND num_nulls(outcome, decided_by, decided_at) IN (0, 3)),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK (outcome <> 'reported' OR kind = 'laundering'),
  CHECK (outcome <> 'called' OR kind = 'call'),
  -- Nobody decides about themselves.
  CHECK (decided_by <> user_id)
);
CREATE UNIQUE INDEX risk_case_open ON risk_case (person, kind) WHERE state IN ('open', 'assigned');
CREATE INDEX risk_case_due ON risk_case (due_at) WHERE state IN ('open', 'assigned');
CREATE INDEX risk_case_by_state ON risk_case (state, opened_at, case_id);
CREATE INDEX risk_case_of_player ON risk_case (user_id, opened_at DESC);

CREATE FUNCTION keep_risk_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state = 'closed'
     OR ROW (NEW.case_id, NEW.kind, NEW.user_id, NEW.person, NEW.opened_at, NEW.due_at)
        IS DISTINCT FROM ROW (OLD.case_id, OLD.kind, OLD.user_id, OLD.person, OLD.opened_at, OLD.due_at)
     OR (OLD.state = 'decided' AND (NEW.state <> 'closed'
        OR ROW (NEW.outcome, NEW.decided_by, NEW.decided_at, NEW.assigned_to) IS DISTINCT FROM ROW (OLD.outcome, OLD.decided_by, OLD.decided_at, OLD.assigned_to)))
     OR (NEW.state = 'closed' AND OLD.state <> 'decided') THEN
    RAISE EXCEPTION 'a case is decided once, and stays';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER risk_case_is_kept BEFORE UPDATE OR DELETE ON risk_case FOR EACH ROW EXECUTE FUNCTION keep_risk_case();
CREATE TRIGGER risk_case_not_emptied BEFORE TRUNCATE ON risk_case FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE risk_flag (
  flag_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule    text NOT NULL CHECK (rule ~ '^[a-z-]{1,48}$'),
  version integer NOT NULL,
  case_id text NOT NULL REFERENCES risk_case (case_id),
  user_id text NOT NULL REFERENCES player (user_id),
  person  text NOT NULL,
  -- What it is about in time (a day, a week, a play) or in place (an account, another player), so that a rerun adds nothing.
  period  text NOT NULL,
  -- Of harm: 1 tells the player, 2 proposes a limit and stops marketing, 3 asks a person to call.
  level   integer CHECK (level BETWEEN 1 AND 3),
  -- The figures that the rule saw, and its thresholds then; plain JSON.
  facts   jsonb NOT NULL,
  -- The player got a mail about it.
  is_told boolean NOT NULL DEFAULT false,
  at      timestamptz NOT NULL,
  UNIQUE (rule, version, person, period)
);
CREATE INDEX risk_flag_of_case ON risk_flag (case_id, flag_id);
CREATE INDEX risk_flag_of_person ON risk_flag (person, at DESC);
CREATE INDEX risk_flag_of_player ON risk_flag (user_id, flag_id DESC);
CREATE INDEX risk_flag_of_rule ON risk_flag (rule, at);
CREATE TRIGGER risk_flag_is_history BEFORE UPDATE OR DELETE ON risk_flag FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER risk_flag_not_emptied BEFORE TRUNCATE ON risk_flag FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What happened with a case. NULL = the rules themselves.
CREATE TABLE risk_case_event (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id  text NOT NULL REFERENCES risk_case (case_id),
  what     text NOT NULL CHECK (what ~ '^[a-z-]{1,32}$'),
  by       text REFERENCES player (user_id),
  at       timestamptz NOT NULL,
  text     text
);
CREATE INDEX risk_case_event_of_case ON risk_case_event (case_id, event_id);
CREATE TRIGGER risk_case_event_is_history BEFORE UPDATE OR DELETE ON risk_case_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER risk_case_event_not_emptied BEFORE TRUNCATE ON risk_case_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The report of a suspicious transaction. Nobody but `risk` and `owner` may know that there is one.
CREATE TABLE risk_report (
  case_id   text PRIMARY KEY REFERENCES risk_case (case_id),
  reference text NOT NULL,
  facts     text NOT NULL,
  by        text NOT NULL REFERENCES player (user_id),
  at        timestamptz NOT NULL
);
CREATE TRIGGER risk_report_is_history BEFORE UPDATE OR DELETE ON risk_report FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER risk_report_not_emptied BEFORE TRUNCATE ON risk_report FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
