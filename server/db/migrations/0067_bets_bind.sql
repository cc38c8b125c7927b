-- A bet names the draw it is for. What is refused after that stays to be looked at, and so does every reveal of a seed.

-- Who chose the client seed. Null: that was not written down, as of pairs from before.
ALTER TABLE seed_pair ADD COLUMN client_seed_by text CHECK (client_seed_by IN ('player', 'platform'));
-- A next pair still has the platform's own.
UPDATE seed_pair SET client_seed_by = 'platform' WHERE state = 'next';
ALTER TABLE seed_pair ALTER COLUMN client_seed_by SET DEFAULT 'platform';

CREATE OR REPLACE FUNCTION keep_seed_pair() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.key_id IS NULL OR NEW.server_seed IS NOT NULL OR NEW.nonce <> 0 OR NEW.state = 'revealed' OR NEW.client_seed_by IS DISTINCT FROM 'platform' THEN
      RAISE EXCEPTION 'a seed pair begins with a key, without its seed, with a client seed of the platform, and without rounds';
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
  IF ROW (NEW.client_seed, NEW.client_seed_by) IS DISTINCT FROM ROW (OLD.client_seed, OLD.client_seed_by) THEN
    IF OLD.nonce > 0 OR NEW.nonce > 0 THEN
      RAISE EXCEPTION 'a client seed stays once a round was drawn with it';
    END IF;
    -- The platform chooses a client seed when the pair is made, and not later. A process of the version before writes no chooser.
    IF NEW.client_seed_by = 'platform' THEN
      NEW.client_seed_by := NULL;
    END IF;
  END IF;
  IF NEW.state <> OLD.state AND NOT (OLD.state, NEW.state) IN (('next', 'active'), ('active', 'revealed')) THEN
    RAISE EXCEPTION 'a seed pair is next, then active, then revealed';
  END IF;
  RETURN NEW;
END $$;

-- Whoever reveals a seed, by whatever way, leaves a line in the chained trail.
CREATE FUNCTION audit_seed_reveal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO admin_audit (at, user_id, action, subject, before, after) VALUES (
    NEW.revealed_at, NEW.user_id, 'seeds-revealed', NEW.seed_pair_id,
    jsonb_build_object('commit', OLD.commit_hash, 'clientSeed', OLD.client_seed, 'rounds', OLD.nonce),
    jsonb_build_object('serverSeed', NEW.server_seed)
  );
  RETURN NULL;
END $$;
CREATE TRIGGER seed_pair_reveal_is_audited AFTER UPDATE ON seed_pair FOR EACH ROW
  WHEN (OLD.state <> 'revealed' AND NEW.state = 'revealed') EXECUTE FUNCTION audit_seed_reveal();

CREATE TRIGGER seed_pair_not_emptied BEFORE TRUNCATE ON seed_pair FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seed_key_not_emptied BEFORE TRUNCATE ON seed_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_not_emptied BEFORE TRUNCATE ON round FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- In the order in which processes began to use them.
ALTER TABLE seed_key ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;

-- Bets that were refused after they named the draw they were for, by the key they were sent under. With the seed, once it is
-- revealed, everybody sees what each of them would have been.
CREATE TABLE refused_bet (
  number      bigint GENERATED ALWAYS AS IDENTITY,
  user_id     text NOT NULL REFERENCES player (user_id),
  key         text NOT NULL,
  game_id     text NOT NULL,
  -- Kobo.
  stake       bigint NOT NULL CHECK (stake > 0),
  bet         jsonb NOT NULL CHECK (octet_length(bet::text) <= 16384),
  -- As the bet named them; a pair like that need not be there.
  commit_hash text NOT NULL CHECK (commit_hash ~ '^[0-9a-f]{64}$'),
  client_seed text NOT NULL CHECK (length(client_seed) BETWEEN 1 AND 64),
  nonce       bigint NOT NULL CHECK (nonce >= 0),
  -- The refusal's; the first one where a key was sent more than once.
  code        text NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX refused_bet_of_player ON refused_bet (user_id, number DESC);
CREATE TRIGGER refused_bet_is_history BEFORE UPDATE OR DELETE ON refused_bet FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refused_bet_not_emptied BEFORE TRUNCATE ON refused_bet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The admins' list of the trail leaves out what players reveal, of which there is much more.
CREATE INDEX admin_audit_of_admins ON admin_audit (chain_no DESC) WHERE action <> 'seeds-revealed';
