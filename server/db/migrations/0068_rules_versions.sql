-- Every round names the version of its rules: the hash of its game's par sheet, which stays here as it was published.

CREATE TABLE par_sheet (
  version      text PRIMARY KEY CHECK (version ~ '^[0-9a-f]{64}$'),
  -- In the order in which they came here.
  number       bigint GENERATED ALWAYS AS IDENTITY,
  game_id      text NOT NULL,
  -- JSON in the one spelling that the version is the hash of.
  sheet        text NOT NULL,
  published_at timestamptz NOT NULL,
  CONSTRAINT par_sheet_is_its_version CHECK (version = encode(sha256(convert_to(sheet, 'UTF8')), 'hex')),
  CONSTRAINT par_sheet_is_of_its_game CHECK (sheet::jsonb ->> 'gameId' = game_id)
);
CREATE INDEX par_sheet_of_game ON par_sheet (game_id, number);
CREATE TRIGGER par_sheet_is_history BEFORE UPDATE OR DELETE ON par_sheet FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER par_sheet_not_emptied BEFORE TRUNCATE ON par_sheet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Null: from before rules had versions. No foreign key: every round would mark the one row of its game, and wait there for the others.
ALTER TABLE round
  ADD COLUMN rules text,
  ADD CONSTRAINT round_rules CHECK (rules ~ '^[0-9a-f]{64}$') NOT VALID;
ALTER TABLE open_round
  ADD COLUMN rules text,
  ADD CONSTRAINT open_round_rules CHECK (rules ~ '^[0-9a-f]{64}$');

-- What an open round is drawn from, and by which rules, is fixed when it begins.
CREATE FUNCTION keep_open_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ROW (NEW.round_id, NEW.user_id, NEW.game_id, NEW.bet, NEW.first_stake, NEW.seed_pair_id, NEW.nonce, NEW.client_seed, NEW.rules)
     IS DISTINCT FROM ROW (OLD.round_id, OLD.user_id, OLD.game_id, OLD.bet, OLD.first_stake, OLD.seed_pair_id, OLD.nonce, OLD.client_seed, OLD.rules) THEN
    RAISE EXCEPTION 'an open round keeps its bet, its draw and its rules';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER open_round_is_kept BEFORE UPDATE ON open_round FOR EACH ROW EXECUTE FUNCTION keep_open_round();

-- The platform itself writes a line when a game gets other rules: they come with a new build, and not by an admin.
ALTER TABLE admin_audit DROP CONSTRAINT admin_audit_user_id_fkey;
ALTER TABLE admin_audit ADD COLUMN player_id text GENERATED ALWAYS AS (nullif(user_id, 'platform')) STORED REFERENCES player (user_id);
ALTER TABLE player ADD CONSTRAINT player_is_not_the_platform CHECK (user_id <> 'platform');
