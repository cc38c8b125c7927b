-- Who proved to be whom. The number itself is nowhere: not here, not in a log, not in an answer.

CREATE TABLE identity (
  user_id         text PRIMARY KEY REFERENCES player (user_id),
  -- HMAC-SHA256 of the person as the identity service names them, under a secret of this platform: one account a person.
  person_hash     bytea NOT NULL UNIQUE CHECK (octet_length(person_hash) = 32),
  gateway         text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('nin', 'virtual-nin')),
  -- Of a NIN; of a virtual one nothing is kept.
  last_four       text CHECK (last_four ~ '^\d{4}$'),
  -- The purpose and consent that the player saw.
  wording_version text NOT NULL,
  verified_at     timestamptz NOT NULL,
  CHECK ((kind = 'nin') = (last_four IS NOT NULL))
);
CREATE TRIGGER identity_is_history BEFORE UPDATE OR DELETE ON identity FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Every check that was asked for, with the consent it was asked with: for the player's questions and for the operator's proof.
CREATE TABLE identity_check (
  check_id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id         text NOT NULL REFERENCES player (user_id),
  at              timestamptz NOT NULL,
  gateway         text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('nin', 'virtual-nin')),
  wording_version text NOT NULL,
  outcome         text NOT NULL CHECK (outcome IN ('verified', 'unknown', 'differs', 'under-age', 'in-use', 'unavailable'))
);
CREATE INDEX identity_check_of_player ON identity_check (user_id, check_id DESC);
CREATE TRIGGER identity_check_is_history BEFORE UPDATE OR DELETE ON identity_check
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
