-- A bonus that ended with a withdrawal runs again where that payout is not made.

-- The withdrawal that ended it, while it may come back or where that was paid; NULL where it ended otherwise, or has ended for good since.
ALTER TABLE bonus_wallet ADD COLUMN ended_by text;

-- Bonuses whose withdrawal is under way now come back by the same rule.
ALTER TABLE bonus_wallet DISABLE TRIGGER bonus_wallet_is_kept;
UPDATE bonus_wallet b SET ended_by = w.withdrawal_id
  FROM withdrawal w
  WHERE w.user_id = b.user_id AND w.created_at = b.ended_at AND w.state IN ('checking', 'sending')
    AND b.state = 'forfeited' AND b.end_reason IN ('withdrawn', 'account-closed');
ALTER TABLE bonus_wallet ENABLE TRIGGER bonus_wallet_is_kept;

ALTER TABLE bonus_wallet
  -- The withdrawal is stored after it has ended the bonus, in the same transaction.
  ADD CONSTRAINT bonus_wallet_ended_by_withdrawal FOREIGN KEY (ended_by) REFERENCES withdrawal (withdrawal_id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT bonus_wallet_ended_by CHECK (ended_by IS NULL OR (state = 'forfeited' AND end_reason IN ('withdrawn', 'account-closed')));
CREATE INDEX bonus_wallet_may_return ON bonus_wallet (user_id) WHERE ended_by IS NOT NULL;

CREATE OR REPLACE FUNCTION keep_bonus_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed_by_return CONSTANT text[] := ARRAY['state', 'ended_at', 'end_reason', 'ended_by', 'lost', 'expires_at', 'version'];
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a bonus stays';
  END IF;
  IF OLD.ended_at IS NOT NULL AND NEW.ended_at IS NULL THEN
    IF NOT EXISTS (SELECT FROM withdrawal WHERE withdrawal_id = OLD.ended_by AND user_id = OLD.user_id AND created_at = OLD.ended_at
                     AND state IN ('refused', 'failed')) THEN
      RAISE EXCEPTION 'bonus % is %, which is final', OLD.wallet_id, OLD.state;
    END IF;
    IF to_jsonb(NEW) - changed_by_return IS DISTINCT FROM to_jsonb(OLD) - changed_by_return OR NEW.lost <> 0 OR NEW.expires_at < OLD.expires_at
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
