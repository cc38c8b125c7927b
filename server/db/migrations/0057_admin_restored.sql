-- Somebody on the server can give back a role that another admin took away. What was approved before that counts no more: it was
-- undone with the role.
ALTER TABLE admin ADD COLUMN restored_at timestamptz;

CREATE OR REPLACE FUNCTION keep_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE'
     OR ROW (NEW.user_id, NEW.since, NEW.invited_by) IS DISTINCT FROM ROW (OLD.user_id, OLD.since, OLD.invited_by) THEN
    RAISE EXCEPTION 'who let whom in stays';
  END IF;
  -- Whoever gave theirs back themselves (ended_by is NULL) stays without.
  IF OLD.ended_at IS NOT NULL AND (OLD.ended_by IS NULL OR NEW.ended_at IS NOT NULL OR NEW.restored_at IS NULL OR NEW.restored_at < OLD.ended_at) THEN
    RAISE EXCEPTION 'a role ends once, unless it is given back';
  END IF;
  RETURN NEW;
END $$;

-- As before, with one difference: what was approved before the role was given back does not count.
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
            AND (admin.restored_at IS NULL OR a.at > admin.restored_at)) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals', OLD.withdrawal_id, OLD.approvals_needed;
  END IF;
  RETURN NEW;
END $$;
