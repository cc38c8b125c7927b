-- Terms of a promotion are money: one admin proposes, another one confirms, and until then the old ones hold.

CREATE TABLE promotion_proposal (
  proposal_id  text PRIMARY KEY,
  promotion_id text NOT NULL REFERENCES promotion (promotion_id),
  -- Only what is to change: name, enabled, terms (whole), as the contract has them.
  patch        jsonb NOT NULL,
  proposed_by  text NOT NULL REFERENCES player (user_id),
  proposed_at  timestamptz NOT NULL,
  ended_at     timestamptz,
  end_reason   text CHECK (end_reason IN ('confirmed', 'withdrawn')),
  ended_by     text REFERENCES player (user_id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (end_reason IS DISTINCT FROM 'confirmed' OR ended_by <> proposed_by)
);
-- One at a time, so what is confirmed is what was seen.
CREATE UNIQUE INDEX promotion_proposal_open ON promotion_proposal (promotion_id) WHERE ended_at IS NULL;

CREATE FUNCTION keep_promotion_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.proposal_id, NEW.promotion_id, NEW.patch, NEW.proposed_by, NEW.proposed_at)
        IS DISTINCT FROM ROW (OLD.proposal_id, OLD.promotion_id, OLD.patch, OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'a proposal stays as it was made, and ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER promotion_proposal_is_kept BEFORE UPDATE OR DELETE ON promotion_proposal FOR EACH ROW EXECUTE FUNCTION keep_promotion_proposal();
