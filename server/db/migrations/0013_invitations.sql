-- How admins let others in: a mail with a token, which makes one new account.

CREATE TABLE invitation (
  invitation_id text PRIMARY KEY,
  -- SHA-256 of the token in the mail, hex: the token itself is nowhere else.
  token_hash    text NOT NULL UNIQUE,
  -- Normalised; the account has it for its own, since the mail proves it.
  email         text NOT NULL,
  invited_by    text NOT NULL REFERENCES player (user_id),
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  ended_at      timestamptz,
  end_reason    text CHECK (end_reason IN ('accepted', 'revoked', 'replaced')),
  -- The account that was made: who was let in by whom.
  accepted_by   text UNIQUE REFERENCES player (user_id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK ((accepted_by IS NOT NULL) = (end_reason IS NOT DISTINCT FROM 'accepted'))
);
-- One that works for an address at a time.
CREATE UNIQUE INDEX invitation_open ON invitation (email) WHERE ended_at IS NULL;

CREATE FUNCTION keep_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.invitation_id, NEW.token_hash, NEW.email, NEW.invited_by, NEW.created_at, NEW.expires_at)
        IS DISTINCT FROM ROW (OLD.invitation_id, OLD.token_hash, OLD.email, OLD.invited_by, OLD.created_at, OLD.expires_at) THEN
    RAISE EXCEPTION 'an invitation stays, and ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitation_ends_once BEFORE UPDATE OR DELETE ON invitation FOR EACH ROW EXECUTE FUNCTION keep_invitation();
