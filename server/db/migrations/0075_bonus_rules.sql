-- Stricter rules for bonuses. Whoever claimed a bonus before keeps the terms it was claimed under; only its wagering comes down to ten
-- times, which is all that a bonus may ask for from here on.

ALTER TABLE promotion
  -- A bonus can become so many times the granted amount.
  ADD COLUMN cap_times integer CHECK (cap_times BETWEEN 1 AND 100),
  -- Kobo: the most that one claim may be worth to the best player, on average.
  ADD COLUMN budget bigint CHECK (budget > 0);

-- Offers that no admin has changed become the new ones.
UPDATE promotion SET percent = 100, min_deposit = 50000, max_bonus = 1000000, wagering = 10, budget = 950000, cap_times = 5, version = version + 1, updated_at = now()
  WHERE promotion_id = 'welcome-bonus' AND updated_by IS NULL;
UPDATE promotion SET percent = 25, min_deposit = 50000, max_bonus = 250000, wagering = 10, budget = 240000, cap_times = 5, version = version + 1, updated_at = now()
  WHERE promotion_id = 'friday' AND updated_by IS NULL;
UPDATE promotion SET wagering = 10, budget = 90000, cap_times = 5, version = version + 1, updated_at = now()
  WHERE promotion_id = 'free-spins' AND updated_by IS NULL;
-- Of others the wagering comes down, and their budget is what a claim gives at most, since nothing can be worth more.
UPDATE promotion SET wagering = LEAST(wagering, 10), budget = coalesce(max_bonus, spins * spin_stake), cap_times = 5, version = version + 1, updated_at = now()
  WHERE kind <> 'draw' AND budget IS NULL;

ALTER TABLE promotion
  ADD CONSTRAINT promotion_cap CHECK ((kind = 'draw') = (cap_times IS NULL)),
  ADD CONSTRAINT promotion_budget CHECK ((kind = 'draw') = (budget IS NULL));

-- The costs of what is proposed, as they were worked out with it; NULL for a proposal of a version before.
ALTER TABLE promotion_proposal ADD COLUMN costs jsonb;
CREATE OR REPLACE FUNCTION keep_promotion_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.proposal_id, NEW.promotion_id, NEW.patch, NEW.costs, NEW.proposed_by, NEW.proposed_at)
        IS DISTINCT FROM ROW (OLD.proposal_id, OLD.promotion_id, OLD.patch, OLD.costs, OLD.proposed_by, OLD.proposed_at) THEN
    RAISE EXCEPTION 'a proposal stays as it was made, and ends once';
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE bonus_wallet
  -- 1: the largest stake holds for stakes with the bonus's money in them. 2: it holds for every stake while the bonus runs, and a withdrawal
  -- of money that was not played ends a bonus that came with a deposit. Versions before this one write no number.
  ADD COLUMN rules smallint NOT NULL DEFAULT 1 CHECK (rules IN (1, 2)),
  -- What it can become, as a multiple of the granted amount; NULL: all that is in it.
  ADD COLUMN cap_times integer CHECK (cap_times BETWEEN 1 AND 100),
  -- Games that count more for this bonus than they do for others, in ten-thousandths by game: their shares when it was claimed.
  ADD COLUMN older_counts jsonb;

DO $$
DECLARE
  old_check text;
BEGIN
  SELECT conname INTO STRICT old_check FROM pg_constraint
    WHERE conrelid = 'bonus_wallet'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%(lost = 0) OR%';
  EXECUTE format('ALTER TABLE bonus_wallet DROP CONSTRAINT %I', old_check);
END $$;
ALTER TABLE bonus_wallet
  -- Of a bonus whose wagering is done, what is above the most that it can become is lost.
  ADD CONSTRAINT bonus_wallet_lost CHECK (lost = 0 OR state IN ('expired', 'forfeited') OR (state = 'completed' AND converted = granted * cap_times)),
  ADD CONSTRAINT bonus_wallet_cap CHECK (cap_times IS NULL OR converted <= granted * cap_times),
  DROP CONSTRAINT bonus_wallet_end_reason_check,
  ADD CONSTRAINT bonus_wallet_end_reason_check CHECK (end_reason IN
    ('met', 'expired', 'forfeited', 'played-out', 'excluded', 'account-closed', 'deposit-failed', 'second-account', 'cool-off', 'withdrawn'));

-- Of a stake in mines a tenth counts from here on, and no more in the other games that return about 99 %. Bonuses that were claimed before
-- count them as they said.
ALTER TABLE bonus_wallet DISABLE TRIGGER bonus_wallet_is_kept;
UPDATE bonus_wallet SET older_counts = lowered.counts
  FROM (SELECT jsonb_object_agg(game_id, contribution) AS counts FROM game WHERE game_id IN ('mines', 'dice', 'blackjack') AND contribution > 1000) lowered
  WHERE state IN ('pending', 'active') AND lowered.counts IS NOT NULL;
WITH lowered AS (
  UPDATE game SET contribution = 1000, version = version + 1, updated_at = now()
    WHERE game_id IN ('mines', 'dice', 'blackjack') AND contribution > 1000 RETURNING game_id
)
UPDATE catalogue SET version = version + 1 WHERE EXISTS (SELECT FROM lowered);

-- A bonus that asks for more than ten times asks for ten, or, where as much is done already, for the next whole multiple.
UPDATE bonus_wallet SET wagering = w.times, requirement = granted * w.times, version = version + 1
  FROM (SELECT wallet_id, LEAST(wagering, GREATEST(10, CASE WHEN granted > 0 THEN progress / granted + 1 ELSE 0 END)) AS times FROM bonus_wallet) w
  WHERE w.wallet_id = bonus_wallet.wallet_id AND state IN ('pending', 'active') AND w.times < wagering;
ALTER TABLE bonus_wallet ENABLE TRIGGER bonus_wallet_is_kept;
UPDATE ledger_account SET bonus_version = bonus_version + 1
  WHERE kind = 'real' AND user_id IN (SELECT user_id FROM bonus_wallet WHERE state IN ('pending', 'active'));

CREATE OR REPLACE FUNCTION keep_bonus_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a bonus stays';
  END IF;
  IF OLD.ended_at IS NOT NULL AND (NEW.lost < OLD.lost OR to_jsonb(NEW) - 'lost' - 'version' IS DISTINCT FROM to_jsonb(OLD) - 'lost' - 'version') THEN
    RAISE EXCEPTION 'bonus % is %, which is final', OLD.wallet_id, OLD.state;
  END IF;
  IF NEW.state = 'pending' AND OLD.state = 'active' THEN
    RAISE EXCEPTION 'bonus % was granted', OLD.wallet_id;
  END IF;
  IF ROW (NEW.wallet_id, NEW.user_id, NEW.promotion_id, NEW.name, NEW.wagering, NEW.max_stake, NEW.games, NEW.valid_days, NEW.match_percent,
          NEW.min_deposit, NEW.max_bonus, NEW.spin_game, NEW.spin_stake, NEW.spins, NEW.claimed_at, NEW.rules, NEW.cap_times, NEW.older_counts)
     IS DISTINCT FROM
     ROW (OLD.wallet_id, OLD.user_id, OLD.promotion_id, OLD.name, OLD.wagering, OLD.max_stake, OLD.games, OLD.valid_days, OLD.match_percent,
          OLD.min_deposit, OLD.max_bonus, OLD.spin_game, OLD.spin_stake, OLD.spins, OLD.claimed_at, OLD.rules, OLD.cap_times, OLD.older_counts) THEN
    RAISE EXCEPTION 'what a bonus was claimed on is fixed';
  END IF;
  RETURN NEW;
END $$;
