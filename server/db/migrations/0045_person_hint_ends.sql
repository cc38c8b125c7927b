-- The team can end the question whether two accounts are one person's: one admin proposes, another one confirms.
ALTER TABLE person_hint_end DROP CONSTRAINT person_hint_end_how_check,
  ADD CONSTRAINT person_hint_end_how_check CHECK (how IN ('another-person', 'linked', 'by-team')),
  -- What identity answered may have to be looked at by people later, when the other account is excluded.
  DROP CONSTRAINT person_hint_end_pkey, ADD PRIMARY KEY (hint_id, how);

-- Whom the team looks through: few.
CREATE INDEX player_stopped ON player (user_id) WHERE identity_check = 'play';

CREATE TABLE person_hint_proposal (
  proposal_id text PRIMARY KEY,
  -- Who is asked, and because of whom.
  user_id     text NOT NULL REFERENCES player (user_id),
  other_id    text NOT NULL REFERENCES player (user_id) CHECK (other_id <> user_id),
  reason      text NOT NULL,
  proposed_by text NOT NULL REFERENCES player (user_id),
  proposed_at timestamptz NOT NULL,
  -- Where the proposal came from, as in promotion_proposal.
  network     text,
  device      text,
  ended_at    timestamptz,
  end_reason  text CHECK (end_reason IN ('confirmed', 'withdrawn')),
  ended_by    text REFERENCES player (user_id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (end_reason IS DISTINCT FROM 'confirmed' OR ended_by <> proposed_by)
);
CREATE UNIQUE INDEX person_hint_proposal_open ON person_hint_proposal (user_id, other_id) WHERE ended_at IS NULL;

CREATE FUNCTION keep_person_hint_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.proposal_id, NEW.user_id, NEW.other_id, NEW.reason, NEW.proposed_by, NEW.proposed_at, NEW.network, NEW.device)
        IS DISTINCT FROM ROW (OLD.proposal_id, OLD.user_id, OLD.other_id, OLD.reason, OLD.proposed_by, OLD.proposed_at, OLD.network, OLD.device) THEN
    RAISE EXCEPTION 'a proposal stays as it was made, and ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER person_hint_proposal_is_kept BEFORE UPDATE OR DELETE ON person_hint_proposal
  FOR EACH ROW EXECUTE FUNCTION keep_person_hint_proposal();
