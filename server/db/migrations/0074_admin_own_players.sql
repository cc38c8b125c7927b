-- Players who seem to be an admin under another account. It is stored when it is first seen and stays, so that the admin does not
-- decide on that player's money later from another browser, or with another phone number.
CREATE TABLE admin_own_player (
  admin_id  text NOT NULL REFERENCES player (user_id),
  player_id text NOT NULL REFERENCES player (user_id) CHECK (player_id <> admin_id),
  -- What was seen first.
  kind      text NOT NULL CHECK (kind IN ('identity', 'phone', 'device', 'payout-account')),
  at        timestamptz NOT NULL,
  PRIMARY KEY (admin_id, player_id)
);
CREATE INDEX admin_own_player_of_player ON admin_own_player (player_id);
CREATE TRIGGER admin_own_player_is_history BEFORE UPDATE OR DELETE ON admin_own_player FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER admin_own_player_not_emptied BEFORE TRUNCATE ON admin_own_player FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- To find the players of an admin's browser: the first two bytes of a hash of its cookie. So many browsers share a value that it
-- does not show who shares a browser; device_hash, which is another one for each player, tells that where the cookie is at hand.
ALTER TABLE session ADD COLUMN browser_group integer CHECK (browser_group BETWEEN 0 AND 65535);
CREATE INDEX session_of_browser_group ON session (browser_group) WHERE browser_group IS NOT NULL;

-- As before, with one difference: an approval by somebody whose own account the player seems to be does not count.
CREATE OR REPLACE FUNCTION keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a withdrawal stays';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF (NEW.state = 'sending') <> (NEW.approvals_needed = 0) OR NEW.state NOT IN ('checking', 'sending') THEN
      RAISE EXCEPTION 'a withdrawal that needs % approvals does not begin as %', NEW.approvals_needed, NEW.state;
    END IF;
    RETURN NEW;
  END IF;
  IF ROW (NEW.withdrawal_id, NEW.user_id, NEW.operation_key, NEW.amount, NEW.currency, NEW.bank_account_id, NEW.bank_code,
          NEW.bank_name, NEW.account_number, NEW.account_name, NEW.approvals_needed, NEW.reference, NEW.hold_transaction, NEW.created_at)
     IS DISTINCT FROM
     ROW (OLD.withdrawal_id, OLD.user_id, OLD.operation_key, OLD.amount, OLD.currency, OLD.bank_account_id, OLD.bank_code,
          OLD.bank_name, OLD.account_number, OLD.account_name, OLD.approvals_needed, OLD.reference, OLD.hold_transaction, OLD.created_at) THEN
    RAISE EXCEPTION 'what a withdrawal asked for is fixed';
  END IF;
  IF OLD.gateway IS NOT NULL AND NEW.gateway IS DISTINCT FROM OLD.gateway THEN
    RAISE EXCEPTION 'withdrawal % goes through %, and through no other', OLD.withdrawal_id, OLD.gateway;
  END IF;
  IF OLD.state IN ('paid', 'refused', 'failed')
     AND ROW (NEW.state, NEW.end_transaction, NEW.reason, NEW.refused_by, NEW.decided_at)
         IS DISTINCT FROM ROW (OLD.state, OLD.end_transaction, OLD.reason, OLD.refused_by, OLD.decided_at) THEN
    RAISE EXCEPTION 'withdrawal % is %, which is final', OLD.withdrawal_id, OLD.state;
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN
     (('checking', 'sending'), ('checking', 'refused'), ('sending', 'paid'), ('sending', 'failed'), ('sending', 'checking')) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.state, NEW.state;
  END IF;
  IF OLD.state = 'sending' AND NEW.state = 'checking' AND (OLD.gateway IS NOT NULL OR OLD.approvals_needed = 0) THEN
    RAISE EXCEPTION 'withdrawal % may have been sent', OLD.withdrawal_id;
  END IF;
  IF OLD.state = 'checking' AND NEW.state = 'sending'
     AND (SELECT count(DISTINCT admin_eyes(a.user_id)) FROM withdrawal_approval a JOIN admin USING (user_id)
          WHERE a.withdrawal_id = NEW.withdrawal_id AND admin.ended_at IS NULL
            AND (admin.restored_at IS NULL OR a.at > admin.restored_at)
            AND NOT EXISTS (SELECT FROM admin_own_player o WHERE o.admin_id = a.user_id AND o.player_id = NEW.user_id)) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals', OLD.withdrawal_id, OLD.approvals_needed;
  END IF;
  RETURN NEW;
END $$;
