-- Who looks after the site: since when, let in by whom, and whose word it is that this is a person of their own. Decisions
-- about money need several persons, and one person can have several accounts.

CREATE TABLE admin (
  user_id      text PRIMARY KEY REFERENCES player (user_id),
  -- Money waits 24 hours from here.
  since        timestamptz NOT NULL,
  -- NULL: the first one, whom the platform made.
  invited_by   text REFERENCES player (user_id),
  -- When somebody said that this is a person of their own: another admin (confirmed_by), or whoever may run commands on the
  -- server (NULL). Before that the account counts as one pair of eyes with whoever invited it.
  confirmed_at timestamptz,
  confirmed_by text REFERENCES player (user_id),
  -- The password is not one of their own yet: nothing else of /admin is answered.
  password_due boolean NOT NULL DEFAULT false,
  -- The sign-in that the start printed: open, or used at sign_in_at. NULL: there is none.
  one_time     text CHECK (one_time IN ('open', 'used')),
  sign_in_at   timestamptz,
  -- Given back, or taken away (by another admin, with a reason).
  ended_at     timestamptz,
  ended_by     text REFERENCES player (user_id),
  end_reason   text,
  CHECK (user_id <> invited_by),
  CHECK (user_id <> confirmed_by),
  CHECK (confirmed_by IS NULL OR confirmed_at IS NOT NULL),
  CHECK ((one_time IS NOT DISTINCT FROM 'used') = (sign_in_at IS NOT NULL)),
  CHECK (one_time IS NULL OR password_due),
  CHECK (ended_at IS NOT NULL OR (ended_by IS NULL AND end_reason IS NULL)),
  CHECK ((ended_by IS NULL) = (end_reason IS NULL)),
  CHECK (ended_by <> user_id)
);

-- Those that there are. Nobody has confirmed any of them; the first one's password may still be the printed one.
INSERT INTO admin (user_id, since, invited_by, password_due, ended_at)
SELECT p.user_id, p.created_at, i.invited_by, i.invited_by IS NULL AND p.email LIKE '%@localhost',
       CASE WHEN p.role = 'admin' THEN p.closed_at ELSE coalesce(p.closed_at, now()) END
FROM player p LEFT JOIN invitation i ON i.accepted_by = p.user_id
WHERE p.role = 'admin' OR i.invited_by IS NOT NULL OR EXISTS (SELECT FROM invitation by WHERE by.invited_by = p.user_id);
-- A first admin who never signed in: the next start makes the sign-in anew.
UPDATE admin SET one_time = 'open' WHERE password_due AND ended_at IS NULL AND NOT EXISTS (SELECT FROM session s WHERE s.user_id = admin.user_id);

CREATE FUNCTION keep_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.user_id, NEW.since, NEW.invited_by) IS DISTINCT FROM ROW (OLD.user_id, OLD.since, OLD.invited_by) THEN
    RAISE EXCEPTION 'who let whom in stays, and a role ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER admin_is_kept BEFORE UPDATE OR DELETE ON admin FOR EACH ROW EXECUTE FUNCTION keep_admin();

-- Whose eyes an admin's count as: their own once they are confirmed, before that those of whoever invited them. NULL for
-- somebody who was never let in.
CREATE FUNCTION admin_eyes(of_admin text) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE way AS (
    SELECT user_id, invited_by, confirmed_at, 1 AS step FROM admin WHERE user_id = of_admin
    UNION ALL
    SELECT a.user_id, a.invited_by, a.confirmed_at, w.step + 1 FROM way w JOIN admin a ON a.user_id = w.invited_by
    WHERE w.confirmed_at IS NULL AND w.step < 1000
  )
  SELECT user_id FROM way ORDER BY step DESC LIMIT 1
$$;

-- From which browsers and networks an admin has worked: two accounts that share one may be one person.
CREATE TABLE admin_trace (
  user_id  text NOT NULL REFERENCES player (user_id),
  kind     text NOT NULL CHECK (kind IN ('device', 'network')),
  -- Of a device the SHA-256 of its cookie, hex; of a network an IPv4 address, or the /64 of an IPv6 one.
  trace    text NOT NULL,
  last_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, trace)
);
CREATE INDEX admin_trace_shared ON admin_trace (kind, trace);

-- An invitation waits for a second admin's yes; the token is made, and mailed, with it.
ALTER TABLE invitation
  ALTER COLUMN token_hash DROP NOT NULL,
  ADD COLUMN confirmed_at timestamptz,
  -- NULL with confirmed_at: it was sent by the only admin there was.
  ADD COLUMN confirmed_by text REFERENCES player (user_id),
  ADD CHECK (confirmed_by <> invited_by),
  ADD CHECK (confirmed_by IS NULL OR confirmed_at IS NOT NULL);

CREATE OR REPLACE FUNCTION keep_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.invitation_id, NEW.email, NEW.invited_by, NEW.created_at) IS DISTINCT FROM ROW (OLD.invitation_id, OLD.email, OLD.invited_by, OLD.created_at) THEN
    RAISE EXCEPTION 'an invitation stays, and ends once';
  END IF;
  IF OLD.confirmed_at IS NOT NULL
     AND ROW (NEW.token_hash, NEW.expires_at, NEW.confirmed_at, NEW.confirmed_by)
         IS DISTINCT FROM ROW (OLD.token_hash, OLD.expires_at, OLD.confirmed_at, OLD.confirmed_by) THEN
    RAISE EXCEPTION 'an invitation is confirmed once';
  END IF;
  IF NEW.end_reason = 'accepted' AND NEW.confirmed_at IS NULL THEN
    RAISE EXCEPTION 'an invitation that nobody confirmed lets nobody in';
  END IF;
  RETURN NEW;
END $$;

-- As before, with two differences: what is released counts persons, and comes back while nothing was sent.
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
          WHERE a.withdrawal_id = NEW.withdrawal_id AND admin.ended_at IS NULL) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals', OLD.withdrawal_id, OLD.approvals_needed;
  END IF;
  RETURN NEW;
END $$;
