-- An admin does not decide about any account of a person whose one account seems to be their own. An older Ayo may run on this schema: where it
-- lets such an admin give the last approval, the database refuses it.
-- min_reader: 93

-- Says whether the player, or another account of the same person, seems to be the admin.
CREATE FUNCTION is_own_player(of_admin text, of_player text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM admin_own_player o WHERE o.admin_id = of_admin AND o.player_id IN (
      SELECT of_player UNION SELECT other.user_id FROM player own JOIN player other USING (person_id) WHERE own.user_id = of_player))
$$;

-- As before, with one difference: an approval does not count either where another account of the player's person seems to be the admin.
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
          NEW.bank_name, NEW.account_ref, NEW.last_four, NEW.account_name, NEW.approvals_needed, NEW.reference, NEW.hold_transaction, NEW.created_at)
     IS DISTINCT FROM
     ROW (OLD.withdrawal_id, OLD.user_id, OLD.operation_key, OLD.amount, OLD.currency, OLD.bank_account_id, OLD.bank_code,
          OLD.bank_name, OLD.account_ref, OLD.last_four, OLD.account_name, OLD.approvals_needed, OLD.reference, OLD.hold_transaction, OLD.created_at)
     OR (NEW.account_number IS DISTINCT FROM OLD.account_number AND NEW.account_number IS NOT NULL)
     OR (NEW.account_sealed IS NULL AND OLD.account_sealed IS NOT NULL) THEN
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
            AND NOT is_own_player(a.user_id, NEW.user_id)) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals', OLD.withdrawal_id, OLD.approvals_needed;
  END IF;
  RETURN NEW;
END $$;
