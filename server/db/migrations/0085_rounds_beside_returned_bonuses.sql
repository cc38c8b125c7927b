-- A round that began while a bonus was ended has no part in it after it has come back.
ALTER TABLE bonus_wallet
  ADD COLUMN returned_at timestamptz,
  -- Its own deposit was not played in full when a withdrawal ended it. Only then does another unplayed withdrawal keep it ended.
  ADD COLUMN ended_unplayed boolean NOT NULL DEFAULT true;

-- An exclusion pays out a bonus whose wagering is done also while some of its money is in a round. What the round returns to it is lost then.
ALTER TABLE bonus_wallet
  DROP CONSTRAINT bonus_wallet_lost,
  ADD CONSTRAINT bonus_wallet_lost CHECK (lost = 0 OR state IN ('completed', 'expired', 'forfeited'));

-- It gets back the time that it was ended, and no more.
CREATE OR REPLACE FUNCTION keep_bonus_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_by_return CONSTANT text[] := ARRAY['state', 'ended_at', 'end_reason', 'ended_by', 'lost', 'expires_at', 'returned_at', 'version'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a bonus stays';
  END IF;
  IF OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL THEN
    IF NOT EXISTS (SELECT FROM withdrawal WHERE withdrawal_id = OLD.ended_by AND user_id = OLD.user_id AND created_at = OLD.ended_at
                     AND state IN ('refused', 'failed')) THEN
      RAISE EXCEPTION 'bonus % is %, which is final', OLD.wallet_id, OLD.state;
    END IF;
    IF to_jsonb(NEW) - changed_by_return IS DISTINCT FROM to_jsonb(OLD) - changed_by_return OR NEW.lost <> 0
       OR NEW.returned_at IS NULL OR NEW.expires_at <> OLD.expires_at + greatest(NEW.returned_at - OLD.ended_at, interval '0')
       OR NEW.state <> (CASE WHEN OLD.activated_at IS NULL THEN 'pending' ELSE 'active' END) THEN
      RAISE EXCEPTION 'bonus % comes back as it was', OLD.wallet_id;
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.ended_at IS NOT NULL AND (NEW.lost < OLD.lost OR coalesce(NEW.ended_by <> OLD.ended_by, NEW.ended_by IS NOT NULL)
     OR to_jsonb(NEW) - ARRAY['lost', 'version', 'ended_by'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['lost', 'version', 'ended_by']) THEN
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
