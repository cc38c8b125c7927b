-- The weekly draw by its second rule (src/core/draw.ts): the entries are frozen at the closing and the hash of their list is
-- published, before what decides the draw exists. The seed is no longer in the database before the draw is over.

-- Draws that are over were drawn by rule 1, by which they stay checkable. One that runs goes on by rule 2 with the commit that was
-- published of it; its seed was made before there were keys for it.
ALTER TABLE draw
  ADD COLUMN rules        integer NOT NULL DEFAULT 1 CHECK (rules IN (1, 2)),
  -- Of the key that the seed is derived from.
  ADD COLUMN key_id       text REFERENCES seed_key (key_id),
  ADD COLUMN frozen_at    timestamptz CHECK (frozen_at >= closes_at),
  ADD COLUMN entries_hash text CHECK (entries_hash ~ '^[0-9a-f]{64}$'),
  ALTER COLUMN seed DROP NOT NULL;
UPDATE draw SET rules = 2 WHERE drawn_at IS NULL;
ALTER TABLE draw
  ALTER COLUMN rules DROP DEFAULT,
  ADD CONSTRAINT draw_seed_is_outside CHECK (key_id IS NULL OR drawn_at IS NOT NULL OR seed IS NULL),
  ADD CONSTRAINT draw_has_a_seed CHECK (seed IS NOT NULL OR (key_id IS NOT NULL AND drawn_at IS NULL)),
  ADD CONSTRAINT draw_is_frozen_with_its_hash CHECK ((frozen_at IS NULL) = (entries_hash IS NULL)),
  ADD CONSTRAINT draw_is_frozen_before_it_is_drawn CHECK (rules = 1 OR drawn_at IS NULL OR (frozen_at IS NOT NULL AND drawn_at >= frozen_at));
CREATE INDEX draw_of_key ON draw (key_id) WHERE drawn_at IS NULL;

-- Why an entry can't win: so it stood with its account when the draw was frozen. `passed_over` is of rule 1 alone from now on.
ALTER TABLE draw_entry ADD COLUMN bar text CHECK (bar IN ('admin', 'closed', 'excluded', 'second-account', 'unverified'));

-- One try to draw, named before what decides it is known to anybody. One that fails is void, and the next one is named.
CREATE TABLE draw_attempt (
  draw_id           text NOT NULL REFERENCES draw (draw_id),
  number            integer NOT NULL CHECK (number > 0),
  source            text NOT NULL CHECK (source IN ('platform', 'beacon', 'admins')),
  named_at          timestamptz NOT NULL,
  beacon_url        text,
  beacon_chain      text CHECK (beacon_chain ~ '^[0-9a-f]{64}$'),
  beacon_round      bigint CHECK (beacon_round > 0),
  beacon_round_at   timestamptz,
  -- Void after this. Of two admins it is set once both have committed and the entries are frozen.
  ends_at           timestamptz,
  beacon_signature  text CHECK (beacon_signature ~ '^([0-9a-f]{2})+$'),
  beacon_randomness text CHECK (beacon_randomness = encode(sha256(decode(beacon_signature, 'hex')), 'hex')),
  -- When the beacon is asked next, and how often it was.
  next_try_at       timestamptz,
  tries             integer NOT NULL DEFAULT 0,
  voided_at         timestamptz,
  void_reason       text CHECK (void_reason IN ('beacon-away', 'beacon-early', 'frozen-late', 'not-revealed')),
  PRIMARY KEY (draw_id, number),
  CHECK ((source = 'beacon') = (beacon_url IS NOT NULL) AND (source = 'beacon') = (beacon_chain IS NOT NULL)
    AND (source = 'beacon') = (beacon_round IS NOT NULL) AND (source = 'beacon') = (beacon_round_at IS NOT NULL)),
  CHECK (source <> 'beacon' OR ends_at > beacon_round_at),
  CHECK ((beacon_signature IS NULL) = (beacon_randomness IS NULL)),
  CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
  -- What has come decides: it is not thrown away for another one.
  CHECK (voided_at IS NULL OR beacon_randomness IS NULL),
  CHECK (source <> 'platform' OR voided_at IS NULL)
);
CREATE UNIQUE INDEX draw_attempt_running ON draw_attempt (draw_id) WHERE voided_at IS NULL;

-- The commits of two persons of the team, and their secrets once they are revealed.
CREATE TABLE draw_commit (
  draw_id     text NOT NULL,
  attempt     integer NOT NULL,
  -- The first, or the second one.
  place       integer NOT NULL CHECK (place IN (1, 2)),
  user_id     text NOT NULL REFERENCES player (user_id),
  -- SHA-256 of the secret's characters, hex. No secret is used twice.
  commit_hash text NOT NULL UNIQUE CHECK (commit_hash ~ '^[0-9a-f]{64}$'),
  at          timestamptz NOT NULL,
  -- Where it came from, as of other decisions that take two persons (0047).
  network     text,
  device      text,
  secret      text CHECK (secret ~ '^[0-9a-f]{32}$' AND commit_hash = encode(sha256(convert_to(secret, 'UTF8')), 'hex')),
  revealed_at timestamptz,
  PRIMARY KEY (draw_id, attempt, place),
  UNIQUE (draw_id, attempt, user_id),
  FOREIGN KEY (draw_id, attempt) REFERENCES draw_attempt (draw_id, number),
  CHECK ((secret IS NULL) = (revealed_at IS NULL))
);

-- Entries that were drawn before the last place was taken, and can't win. Of draws of rule 2.
CREATE TABLE draw_passed_over (
  draw_id  text NOT NULL REFERENCES draw (draw_id),
  position integer NOT NULL CHECK (position > 0),
  entry_id text NOT NULL UNIQUE REFERENCES draw_entry (entry_id),
  PRIMARY KEY (draw_id, position)
);

-- What an entry's line in the frozen list is, and the hash of the list.
CREATE FUNCTION entries_hash_of(of_draw text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(coalesce(string_agg(entry_id || coalesce(' ' || bar, ''), E'\n' ORDER BY entry_id COLLATE "C"), ''), 'UTF8')), 'hex')
  FROM draw_entry WHERE draw_id = of_draw AND NOT left_out
$$;

-- Whether everything that decides a draw is there.
CREATE FUNCTION is_draw_decided(of_draw text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM draw_attempt a WHERE a.draw_id = of_draw AND a.voided_at IS NULL AND (
    a.source = 'platform' OR a.beacon_randomness IS NOT NULL
    OR (SELECT count(*) FROM draw_commit c WHERE c.draw_id = a.draw_id AND c.attempt = a.number AND c.secret IS NOT NULL) = 2))
$$;

CREATE OR REPLACE FUNCTION keep_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.rules <> 2 OR NEW.key_id IS NULL OR NEW.seed IS NOT NULL OR NEW.frozen_at IS NOT NULL OR NEW.drawn_at IS NOT NULL THEN
      RAISE EXCEPTION 'a draw begins open, with a key and without its seed';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.drawn_at IS NOT NULL
     OR ROW (NEW.draw_id, NEW.promotion_id, NEW.week, NEW.opens_at, NEW.closes_at, NEW.commit_hash, NEW.prizes, NEW.created_at, NEW.rules, NEW.key_id)
        IS DISTINCT FROM ROW (OLD.draw_id, OLD.promotion_id, OLD.week, OLD.opens_at, OLD.closes_at, OLD.commit_hash, OLD.prizes, OLD.created_at, OLD.rules, OLD.key_id) THEN
    RAISE EXCEPTION 'a draw stays as it was published, and is drawn once';
  END IF;
  IF OLD.frozen_at IS NOT NULL AND ROW (NEW.frozen_at, NEW.entries_hash) IS DISTINCT FROM ROW (OLD.frozen_at, OLD.entries_hash) THEN
    RAISE EXCEPTION 'a draw is frozen once';
  END IF;
  IF OLD.frozen_at IS NULL AND NEW.frozen_at IS NOT NULL AND NEW.entries_hash <> entries_hash_of(NEW.draw_id) THEN
    RAISE EXCEPTION 'a draw is frozen with the entries that it has';
  END IF;
  IF NEW.seed IS DISTINCT FROM OLD.seed AND NOT (OLD.seed IS NULL AND NEW.drawn_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a seed comes into the database when its draw is drawn';
  END IF;
  IF NEW.drawn_at IS NOT NULL AND (OLD.frozen_at IS NULL OR NOT is_draw_decided(NEW.draw_id)) THEN
    RAISE EXCEPTION 'a draw is drawn from frozen entries, by what was named before';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER draw_is_kept ON draw;
CREATE TRIGGER draw_is_kept BEFORE INSERT OR UPDATE OR DELETE ON draw FOR EACH ROW EXECUTE FUNCTION keep_draw();
CREATE TRIGGER draw_not_emptied BEFORE TRUNCATE ON draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE FUNCTION keep_draw_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An entry gets its bar, or none, in the moment before the list is frozen; after that nothing of it changes.
  IF TG_OP = 'UPDATE' AND OLD.bar IS NULL AND NEW.bar IS NOT NULL
     AND ROW (NEW.entry_id, NEW.draw_id, NEW.user_id, NEW.at, NEW.left_out, NEW.person_hash, NEW.passed_over)
       IS NOT DISTINCT FROM ROW (OLD.entry_id, OLD.draw_id, OLD.user_id, OLD.at, OLD.left_out, OLD.person_hash, OLD.passed_over)
     AND EXISTS (SELECT FROM draw WHERE draw_id = OLD.draw_id AND frozen_at IS NULL AND drawn_at IS NULL) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' AND NEW.bar IS NULL AND NOT NEW.left_out AND NOT NEW.passed_over
     AND EXISTS (SELECT FROM draw WHERE draw_id = NEW.draw_id AND frozen_at IS NULL AND drawn_at IS NULL AND NEW.at >= opens_at AND NEW.at < closes_at)
     AND EXISTS (SELECT FROM identity WHERE user_id = NEW.user_id AND person_hash = NEW.person_hash AND passed_at IS NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an entry is made by a verified person while its draw is open, and stays';
END $$;
CREATE TRIGGER draw_entry_not_emptied BEFORE TRUNCATE ON draw_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_draw_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_draw draw;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a try to draw stays';
  END IF;
  SELECT * INTO of_draw FROM draw WHERE draw_id = NEW.draw_id;
  IF of_draw.rules <> 2 OR of_draw.drawn_at IS NOT NULL THEN
    RAISE EXCEPTION 'a draw that is over is not tried again';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.number <> 1 + (SELECT count(*) FROM draw_attempt WHERE draw_id = NEW.draw_id) OR NEW.voided_at IS NOT NULL OR NEW.beacon_randomness IS NOT NULL
       OR (NEW.source = 'platform' AND NEW.number > 1) OR (NEW.source = 'admins' AND NEW.ends_at IS NOT NULL)
       OR NEW.beacon_round_at <= greatest(of_draw.closes_at, of_draw.frozen_at) THEN
      RAISE EXCEPTION 'a try to draw is named before what decides it is known';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.voided_at IS NOT NULL
     OR ROW (NEW.draw_id, NEW.number, NEW.source, NEW.named_at, NEW.beacon_url, NEW.beacon_chain, NEW.beacon_round, NEW.beacon_round_at)
        IS DISTINCT FROM ROW (OLD.draw_id, OLD.number, OLD.source, OLD.named_at, OLD.beacon_url, OLD.beacon_chain, OLD.beacon_round, OLD.beacon_round_at)
     OR (OLD.ends_at IS NOT NULL AND NEW.ends_at IS DISTINCT FROM OLD.ends_at)
     OR (OLD.beacon_randomness IS NOT NULL AND ROW (NEW.beacon_signature, NEW.beacon_randomness) IS DISTINCT FROM ROW (OLD.beacon_signature, OLD.beacon_randomness)) THEN
    RAISE EXCEPTION 'a try to draw stays as it was named, and ends once';
  END IF;
  IF of_draw.frozen_at IS NULL AND (NEW.beacon_randomness IS NOT NULL OR NEW.ends_at IS DISTINCT FROM OLD.ends_at OR NEW.voided_at IS NOT NULL) THEN
    RAISE EXCEPTION 'what decides a draw comes after its entries are frozen';
  END IF;
  IF NEW.voided_at IS NOT NULL AND is_draw_decided(NEW.draw_id) THEN
    RAISE EXCEPTION 'a try to draw is not void once it is decided';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER draw_attempt_is_kept BEFORE INSERT OR UPDATE OR DELETE ON draw_attempt FOR EACH ROW EXECUTE FUNCTION keep_draw_attempt();
CREATE TRIGGER draw_attempt_not_emptied BEFORE TRUNCATE ON draw_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_draw_commit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  eyes text := admin_eyes(NEW.user_id);
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a commit stays';
  END IF;
  IF NOT EXISTS (SELECT FROM draw_attempt a JOIN draw d USING (draw_id)
       WHERE a.draw_id = NEW.draw_id AND a.number = NEW.attempt AND a.source = 'admins' AND a.voided_at IS NULL AND d.drawn_at IS NULL) THEN
    RAISE EXCEPTION 'a commit is for a try that runs';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.secret IS NOT NULL OR NEW.place <> 1 + (SELECT count(*) FROM draw_commit WHERE draw_id = NEW.draw_id AND attempt = NEW.attempt) THEN
      RAISE EXCEPTION 'a commit comes before its secret, and after the one before it';
    END IF;
    IF NOT EXISTS (SELECT FROM admin WHERE user_id = NEW.user_id AND ended_at IS NULL)
       OR EXISTS (SELECT FROM draw_commit c WHERE c.draw_id = NEW.draw_id AND c.attempt = NEW.attempt AND admin_eyes(c.user_id) = eyes)
       OR EXISTS (SELECT FROM draw_commit c WHERE c.draw_id = NEW.draw_id AND c.attempt < NEW.attempt AND c.secret IS NULL AND admin_eyes(c.user_id) = eyes) THEN
      RAISE EXCEPTION 'two persons of the team commit, and none who kept a secret back before';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.secret IS NOT NULL OR NEW.secret IS NULL
     OR ROW (NEW.draw_id, NEW.attempt, NEW.place, NEW.user_id, NEW.commit_hash, NEW.at, NEW.network, NEW.device)
        IS DISTINCT FROM ROW (OLD.draw_id, OLD.attempt, OLD.place, OLD.user_id, OLD.commit_hash, OLD.at, OLD.network, OLD.device) THEN
    RAISE EXCEPTION 'a commit stays as it was made, and is revealed once';
  END IF;
  IF (SELECT frozen_at FROM draw WHERE draw_id = NEW.draw_id) IS NULL
     OR (SELECT count(*) FROM draw_commit WHERE draw_id = NEW.draw_id AND attempt = NEW.attempt) < 2 THEN
    RAISE EXCEPTION 'a secret is revealed once the entries are frozen and two have committed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER draw_commit_is_kept BEFORE INSERT OR UPDATE OR DELETE ON draw_commit FOR EACH ROW EXECUTE FUNCTION keep_draw_commit();
CREATE TRIGGER draw_commit_not_emptied BEFORE TRUNCATE ON draw_commit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER draw_passed_over_is_history BEFORE UPDATE OR DELETE ON draw_passed_over FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_passed_over_not_emptied BEFORE TRUNCATE ON draw_passed_over FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_winner_not_emptied BEFORE TRUNCATE ON draw_winner FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Winners and passed over are written while their draw is being drawn, each from its own entries: one can win, the other can't.
CREATE FUNCTION check_drawn_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM draw_entry e JOIN draw d USING (draw_id)
       WHERE e.entry_id = NEW.entry_id AND e.draw_id = NEW.draw_id AND d.frozen_at IS NOT NULL AND d.drawn_at IS NULL
         AND (e.bar IS NULL) = (TG_TABLE_NAME = 'draw_winner')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'what is drawn is a frozen entry of its draw';
END $$;
CREATE TRIGGER draw_winner_is_drawn BEFORE INSERT ON draw_winner FOR EACH ROW EXECUTE FUNCTION check_drawn_entry();
CREATE TRIGGER draw_passed_over_is_drawn BEFORE INSERT ON draw_passed_over FOR EACH ROW EXECUTE FUNCTION check_drawn_entry();
