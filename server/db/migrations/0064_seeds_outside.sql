-- A server seed is derived from a key outside the database, and stored when its pair is revealed.
CREATE TABLE seed_key (
  -- Says which key it was, and nothing about it.
  key_id        text PRIMARY KEY CHECK (key_id ~ '^[0-9a-f]{16}$'),
  first_used_at timestamptz NOT NULL
);
CREATE TRIGGER seed_key_is_history BEFORE UPDATE OR DELETE ON seed_key FOR EACH ROW EXECUTE FUNCTION refuse_change();

ALTER TABLE seed_pair
  -- Null: made before there were keys; such a pair keeps its stored seed until it is revealed.
  ADD COLUMN key_id text REFERENCES seed_key (key_id),
  ALTER COLUMN server_seed DROP NOT NULL,
  ADD CONSTRAINT seed_pair_seed_fits_commit
    CHECK (server_seed IS NULL OR commit_hash = encode(sha256(convert_to(server_seed, 'UTF8')), 'hex')) NOT VALID,
  ADD CONSTRAINT seed_pair_seed_is_outside CHECK (key_id IS NULL OR state = 'revealed' OR server_seed IS NULL),
  ADD CONSTRAINT seed_pair_has_a_seed CHECK (server_seed IS NOT NULL OR (key_id IS NOT NULL AND state <> 'revealed'));
CREATE INDEX seed_pair_of_key ON seed_pair (key_id) WHERE state <> 'revealed';

CREATE FUNCTION keep_seed_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.key_id IS NULL OR NEW.server_seed IS NOT NULL OR NEW.nonce <> 0 OR NEW.state = 'revealed' THEN
      RAISE EXCEPTION 'a seed pair begins with a key, without its seed, and without rounds';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.state = 'revealed' THEN
    RAISE EXCEPTION 'a seed pair stays, and a revealed one stays as it is';
  END IF;
  IF ROW (NEW.seed_pair_id, NEW.number, NEW.user_id, NEW.commit_hash, NEW.key_id, NEW.created_at)
     IS DISTINCT FROM ROW (OLD.seed_pair_id, OLD.number, OLD.user_id, OLD.commit_hash, OLD.key_id, OLD.created_at) THEN
    RAISE EXCEPTION 'a seed pair keeps its commit';
  END IF;
  IF NEW.server_seed IS DISTINCT FROM OLD.server_seed AND NOT (OLD.server_seed IS NULL AND NEW.state = 'revealed') THEN
    RAISE EXCEPTION 'a seed comes into the database when its pair is revealed';
  END IF;
  IF NEW.nonce <> OLD.nonce AND NEW.nonce <> OLD.nonce + 1 THEN
    RAISE EXCEPTION 'a nonce rises by one with each round';
  END IF;
  IF NEW.client_seed <> OLD.client_seed AND (OLD.nonce > 0 OR NEW.nonce > 0) THEN
    RAISE EXCEPTION 'a client seed stays once a round was drawn with it';
  END IF;
  IF NEW.state <> OLD.state AND NOT (OLD.state, NEW.state) IN (('next', 'active'), ('active', 'revealed')) THEN
    RAISE EXCEPTION 'a seed pair is next, then active, then revealed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER seed_pair_is_kept BEFORE INSERT OR UPDATE OR DELETE ON seed_pair FOR EACH ROW EXECUTE FUNCTION keep_seed_pair();
