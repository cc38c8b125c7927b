-- A decision about two accounts is about how they stand when it is proposed: where that has changed since, it has to be proposed anew.
-- NULL: it was proposed before this, and has to be, too.
ALTER TABLE person_hint_proposal ADD COLUMN standing text;
CREATE OR REPLACE FUNCTION keep_person_hint_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.proposal_id, NEW.what, NEW.user_id, NEW.other_id, NEW.reason, NEW.proposed_by, NEW.proposed_at, NEW.network, NEW.device, NEW.standing)
        IS DISTINCT FROM ROW (OLD.proposal_id, OLD.what, OLD.user_id, OLD.other_id, OLD.reason, OLD.proposed_by, OLD.proposed_at, OLD.network, OLD.device, OLD.standing) THEN
    RAISE EXCEPTION 'a proposal stays as it was made, and ends once';
  END IF;
  RETURN NEW;
END $$;
