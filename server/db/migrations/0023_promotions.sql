-- What players are offered, who has taken it, and the weekly draw.

-- The terms; admins change them. Money is kobo.
CREATE TABLE promotion (
  promotion_id text PRIMARY KEY,
  -- In the order in which they are told.
  position     integer NOT NULL UNIQUE,
  name         text NOT NULL,
  enabled      boolean NOT NULL DEFAULT true,
  kind         text NOT NULL CHECK (kind IN ('deposit-match', 'free-spins', 'draw')),

  -- Of what is to be wagered.
  wagering     integer CHECK (wagering BETWEEN 1 AND 60),
  max_stake    bigint CHECK (max_stake > 0),
  valid_days   integer CHECK (valid_days BETWEEN 1 AND 90),
  -- Of a match of a deposit.
  percent      integer CHECK (percent BETWEEN 1 AND 200),
  min_deposit  bigint CHECK (min_deposit > 0),
  max_bonus    bigint CHECK (max_bonus > 0),
  claim_days   integer CHECK (claim_days BETWEEN 1 AND 30),
  -- In Lagos, 1 = Monday … 7 = Sunday; NULL = every day.
  weekdays     integer[] CHECK (cardinality(weekdays) BETWEEN 1 AND 7),
  once         text CHECK (once IN ('ever', 'week')),
  -- Of free spins.
  game_id      text,
  spins        integer CHECK (spins BETWEEN 1 AND 200),
  spin_stake   bigint CHECK (spin_stake > 0),
  -- Of a draw, first place first.
  prizes       bigint[] CHECK (cardinality(prizes) BETWEEN 1 AND 20 AND 0 < ALL (prizes)),

  -- Of the terms: what a claim says that it read.
  version      bigint NOT NULL DEFAULT 1,
  updated_at   timestamptz NOT NULL,
  updated_by   text REFERENCES player (user_id),

  CHECK ((kind = 'draw') = (wagering IS NULL) AND (kind = 'draw') = (max_stake IS NULL) AND (kind = 'draw') = (valid_days IS NULL)),
  CHECK ((kind = 'draw') = (prizes IS NOT NULL)),
  CHECK ((kind = 'deposit-match') = (percent IS NOT NULL) AND (kind = 'deposit-match') = (min_deposit IS NOT NULL)
    AND (kind = 'deposit-match') = (max_bonus IS NOT NULL) AND (kind = 'deposit-match') = (claim_days IS NOT NULL)
    AND (kind = 'deposit-match') = (once IS NOT NULL)),
  CHECK (weekdays IS NULL OR kind = 'deposit-match'),
  CHECK ((kind = 'free-spins') = (game_id IS NOT NULL) AND (kind = 'free-spins') = (spins IS NOT NULL)
    AND (kind = 'free-spins') = (spin_stake IS NOT NULL))
);

INSERT INTO promotion (promotion_id, position, name, kind, percent, min_deposit, max_bonus, wagering, max_stake, valid_days, claim_days, weekdays, once, updated_at)
VALUES
  ('welcome-bonus', 1, 'Welcome bonus', 'deposit-match', 100, 50000, 5000000, 30, 100000, 30, 7, NULL, 'ever', '2026-11-22T00:00:00Z'),
  ('friday', 3, 'Friday reload', 'deposit-match', 25, 50000, 2000000, 30, 100000, 30, 1, '{5}', 'week', '2026-11-22T00:00:00Z');
INSERT INTO promotion (promotion_id, position, name, kind, game_id, spins, spin_stake, wagering, max_stake, valid_days, updated_at)
VALUES ('free-spins', 2, '50 free spins', 'free-spins', 'adire-gold', 50, 2000, 10, 100000, 7, '2026-11-22T00:00:00Z');
INSERT INTO promotion (promotion_id, position, name, kind, prizes, updated_at)
VALUES ('giveaway', 4, 'Weekly giveaway', 'draw', '{10000000,5000000,1000000,1000000,1000000}', '2026-11-22T00:00:00Z');

-- Who has claimed what, on which terms. The bonus that it has become is in bonus_wallet.
CREATE TABLE promotion_claim (
  wallet_id    text PRIMARY KEY REFERENCES bonus_wallet (wallet_id),
  promotion_id text NOT NULL REFERENCES promotion (promotion_id),
  user_id      text NOT NULL REFERENCES player (user_id),
  -- Of the promotion.
  version      bigint NOT NULL,
  at           timestamptz NOT NULL,
  -- Monday of its week in Lagos.
  week         date NOT NULL
);
CREATE INDEX promotion_claim_of_player ON promotion_claim (user_id, promotion_id);
CREATE INDEX promotion_claim_of_promotion ON promotion_claim (promotion_id);
CREATE TRIGGER promotion_claim_is_history BEFORE UPDATE OR DELETE ON promotion_claim FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Of whoever gave the NIN of another account: whose it is, as identity has it. The two are one person.
ALTER TABLE identity_check ADD COLUMN person_hash bytea CHECK (person_hash IS NULL OR (octet_length(person_hash) = 32 AND outcome = 'in-use'));
CREATE INDEX identity_check_of_person ON identity_check (person_hash) WHERE person_hash IS NOT NULL;
CREATE VIEW player_person AS
  SELECT user_id, person_hash FROM identity
  UNION SELECT user_id, person_hash FROM identity_check WHERE person_hash IS NOT NULL;

-- The weekly draw. It is there, with its commit, before anybody can enter.
CREATE TABLE draw (
  draw_id      text PRIMARY KEY,
  promotion_id text NOT NULL REFERENCES promotion (promotion_id),
  -- Monday in Lagos.
  week         date NOT NULL,
  opens_at     timestamptz NOT NULL,
  closes_at    timestamptz NOT NULL CHECK (closes_at > opens_at),
  -- 64 hexadecimal characters; secret until it is drawn.
  seed         text NOT NULL CHECK (seed ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of the seed's characters, hex.
  commit_hash  text NOT NULL CHECK (commit_hash = encode(sha256(convert_to(seed, 'UTF8')), 'hex')),
  -- Kobo, first place first.
  prizes       bigint[] NOT NULL CHECK (cardinality(prizes) BETWEEN 1 AND 20 AND 0 < ALL (prizes)),
  created_at   timestamptz NOT NULL,
  drawn_at     timestamptz CHECK (drawn_at >= closes_at),
  UNIQUE (promotion_id, week)
);
CREATE INDEX draw_to_be_drawn ON draw (closes_at) WHERE drawn_at IS NULL;
CREATE FUNCTION keep_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.drawn_at IS NOT NULL
     OR ROW (NEW.draw_id, NEW.promotion_id, NEW.week, NEW.opens_at, NEW.closes_at, NEW.seed, NEW.commit_hash, NEW.prizes, NEW.created_at)
        IS DISTINCT FROM ROW (OLD.draw_id, OLD.promotion_id, OLD.week, OLD.opens_at, OLD.closes_at, OLD.seed, OLD.commit_hash, OLD.prizes, OLD.created_at) THEN
    RAISE EXCEPTION 'a draw stays as it was published, and is drawn once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER draw_is_kept BEFORE UPDATE OR DELETE ON draw FOR EACH ROW EXECUTE FUNCTION keep_draw();

CREATE TABLE draw_entry (
  -- Says nothing about whose it is.
  entry_id text PRIMARY KEY,
  draw_id  text NOT NULL REFERENCES draw (draw_id),
  user_id  text NOT NULL REFERENCES player (user_id),
  at       timestamptz NOT NULL,
  -- Since the drawing: excluded, closed, an admin, or a second entry of one person by then.
  left_out boolean NOT NULL DEFAULT false,
  UNIQUE (draw_id, user_id)
);
CREATE INDEX draw_entry_of_player ON draw_entry (user_id);
CREATE FUNCTION keep_draw_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT OLD.left_out AND ROW (NEW.entry_id, NEW.draw_id, NEW.user_id, NEW.at) = ROW (OLD.entry_id, OLD.draw_id, OLD.user_id, OLD.at)
     AND EXISTS (SELECT FROM draw WHERE draw_id = OLD.draw_id AND drawn_at IS NULL) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' AND EXISTS (SELECT FROM draw WHERE draw_id = NEW.draw_id AND drawn_at IS NULL AND NEW.at >= opens_at AND NEW.at < closes_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an entry is made while its draw is open, and stays';
END $$;
CREATE TRIGGER draw_entry_is_kept BEFORE INSERT OR UPDATE OR DELETE ON draw_entry FOR EACH ROW EXECUTE FUNCTION keep_draw_entry();

CREATE TABLE draw_winner (
  draw_id        text NOT NULL REFERENCES draw (draw_id),
  place          integer NOT NULL CHECK (place > 0),
  entry_id       text NOT NULL UNIQUE REFERENCES draw_entry (entry_id),
  user_id        text NOT NULL REFERENCES player (user_id),
  -- Kobo.
  prize          bigint NOT NULL CHECK (prize > 0),
  -- That paid it: a prize without its payment is not there.
  transaction_id bigint NOT NULL UNIQUE REFERENCES ledger_transaction (transaction_id),
  PRIMARY KEY (draw_id, place)
);
CREATE INDEX draw_winner_of_player ON draw_winner (user_id);
CREATE TRIGGER draw_winner_is_history BEFORE UPDATE OR DELETE ON draw_winner FOR EACH ROW EXECUTE FUNCTION refuse_change();
