-- Whoever shows a number first has its identity, also a stranger. So two admins can give it to another account that showed the
-- same number: the one that had it is a person of its own from then on, and what was carried from it ends.

ALTER TABLE person_hint_proposal ADD COLUMN what text NOT NULL DEFAULT 'two-persons' CHECK (what IN ('two-persons', 'identity'));
ALTER TABLE person_hint_proposal ALTER COLUMN what DROP DEFAULT;
DROP INDEX person_hint_proposal_open;
CREATE UNIQUE INDEX person_hint_proposal_open ON person_hint_proposal (user_id, other_id, what) WHERE ended_at IS NULL;
CREATE OR REPLACE FUNCTION keep_person_hint_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.proposal_id, NEW.what, NEW.user_id, NEW.other_id, NEW.reason, NEW.proposed_by, NEW.proposed_at, NEW.network, NEW.device)
        IS DISTINCT FROM ROW (OLD.proposal_id, OLD.what, OLD.user_id, OLD.other_id, OLD.reason, OLD.proposed_by, OLD.proposed_at, OLD.network, OLD.device) THEN
    RAISE EXCEPTION 'a proposal stays as it was made, and ends once';
  END IF;
  RETURN NEW;
END $$;

-- Which account had an identity that is another account's, by the word of two admins.
CREATE TABLE person_separation (
  separation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       text NOT NULL REFERENCES player (user_id),
  -- Has the identity since then.
  other_id      text NOT NULL REFERENCES player (user_id) CHECK (other_id <> user_id),
  at            timestamptz NOT NULL,
  proposal_id   text NOT NULL REFERENCES person_hint_proposal (proposal_id),
  -- The newest identity check of the account then: what it showed by then was not its own.
  after_check   bigint NOT NULL
);
CREATE INDEX person_separation_of_player ON person_separation (user_id);
CREATE INDEX person_separation_for ON person_separation (other_id);
CREATE TRIGGER person_separation_is_history BEFORE UPDATE OR DELETE ON person_separation FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- NULL: since then it is known as a person of its own.
ALTER TABLE person_link ALTER COLUMN person_id DROP NOT NULL;

-- An account whose identity was another one's may show its own, so it can have several of which one holds.
ALTER TABLE identity DROP CONSTRAINT identity_pkey,
  ADD COLUMN identity_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- It was found to be another account's.
  ADD COLUMN taken_at timestamptz,
  ADD CONSTRAINT identity_taken CHECK (taken_at IS NULL OR passed_at IS NOT NULL);
CREATE UNIQUE INDEX identity_of_player ON identity (user_id) WHERE passed_at IS NULL;
CREATE INDEX identity_by_player ON identity (user_id);
CREATE OR REPLACE FUNCTION keep_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.taken_at IS NOT NULL OR (OLD.passed_at IS NOT NULL AND NEW.passed_at IS DISTINCT FROM OLD.passed_at)
     OR ROW (NEW.identity_id, NEW.user_id, NEW.person_hash, NEW.gateway, NEW.kind, NEW.last_four, NEW.wording_version, NEW.verified_at)
        IS DISTINCT FROM ROW (OLD.identity_id, OLD.user_id, OLD.person_hash, OLD.gateway, OLD.kind, OLD.last_four, OLD.wording_version, OLD.verified_at) THEN
    RAISE EXCEPTION 'rows of identity are only ever added, and passed on once';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE VIEW player_person AS
  SELECT user_id, person_hash FROM identity WHERE taken_at IS NULL
  UNION SELECT user_id, person_hash FROM identity_check c WHERE person_hash IS NOT NULL AND outcome = 'in-use'
    AND NOT EXISTS (SELECT FROM person_separation z WHERE z.user_id = c.user_id AND z.after_check >= c.check_id);

-- As with an exclusion: what was carried from another account's limit holds no more, and since then it is this.
ALTER TABLE limit_change
  ADD COLUMN is_correction boolean NOT NULL DEFAULT false,
  ALTER COLUMN session_hash DROP NOT NULL,
  ADD CONSTRAINT limit_change_is_asked_for CHECK (is_correction = (session_hash IS NULL) AND (what = 'set' OR NOT is_correction));
