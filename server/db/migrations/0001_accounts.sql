-- Players, their sessions, consents, mails and the counters that slow attackers down.
-- Nothing in here is money. Times come from the platform's clock, never from the database's.

-- For tables that only ever grow: history that could be edited proves nothing.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is not allowed: rows are only ever added', TG_OP, TG_TABLE_NAME;
END $$;

CREATE TABLE player (
  user_id            text PRIMARY KEY,
  -- As the player wrote it, and as it is compared.
  username           text NOT NULL,
  username_key       text NOT NULL UNIQUE,
  -- Normalised: trimmed and in small letters.
  email              text NOT NULL UNIQUE,
  email_activated_at timestamptz,
  -- Of the e-mail the platform itself gave the first admin there is none.
  password_hash      text NOT NULL,
  firstname          text NOT NULL,
  lastname           text NOT NULL,
  date_of_birth      date,
  -- E.164.
  phone              text,
  role               text NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'admin')),
  verification       text NOT NULL DEFAULT 'none' CHECK (verification IN ('none', 'verified')),
  -- What the player's own protection forbids until protection_until (NULL = without an end). The ledger's debit reads it.
  protection         text NOT NULL DEFAULT 'none' CHECK (protection IN ('none', 'cool-off', 'excluded')),
  protection_until   timestamptz,
  closed_at          timestamptz,
  language           text NOT NULL DEFAULT 'en-NG',
  terms_accepted_at  timestamptz,
  created_at         timestamptz NOT NULL,
  -- Rises with every change of what profile or account tell: their ETag.
  version            bigint NOT NULL DEFAULT 1
);

CREATE TABLE session (
  -- SHA-256 of the id, hex: the id itself is nowhere.
  session_hash      text PRIMARY KEY,
  user_id           text NOT NULL REFERENCES player (user_id),
  -- SHA-256 of the binding cookie, hex.
  binding_hash      text NOT NULL,
  created_at        timestamptz NOT NULL,
  -- The last thing the player did; polls do not count.
  last_action_at    timestamptz NOT NULL,
  last_seen_at      timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL,
  ended_at          timestamptz,
  end_reason        text CHECK (end_reason IN ('signed-out', 'expired', 'revoked', 'password-changed', 'account-closed')),
  user_agent        text NOT NULL DEFAULT '',
  address           text NOT NULL DEFAULT '',
  -- The session before this one was made at; told to the player at sign-in.
  previous_sign_in  timestamptz,
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX session_of_player ON session (user_id, created_at DESC);

-- Every consent given or withdrawn, each with its time; the newest of a tag holds.
CREATE TABLE consent (
  consent_id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id         text NOT NULL REFERENCES player (user_id),
  tag             text NOT NULL,
  given           boolean NOT NULL,
  at              timestamptz NOT NULL,
  -- Which wording the player saw, and where: the operator must be able to prove it.
  wording_version text NOT NULL,
  channel         text NOT NULL
);
CREATE INDEX consent_of_player ON consent (user_id, tag, consent_id DESC);
CREATE TRIGGER consent_is_history BEFORE UPDATE OR DELETE ON consent FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE email_token (
  -- SHA-256 of the token in the mail, hex.
  token_hash text PRIMARY KEY,
  user_id    text NOT NULL REFERENCES player (user_id),
  purpose    text NOT NULL CHECK (purpose IN ('activate')),
  -- The address it was sent to: it proves that one and no other.
  email      text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX email_token_of_player ON email_token (user_id, created_at DESC);

-- Mails handed over in the transaction they tell about.
CREATE TABLE mail (
  mail_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient  text NOT NULL,
  subject    text NOT NULL,
  body       text NOT NULL,
  created_at timestamptz NOT NULL
);

-- When something countable was tried lately, by kind and by whom: exact sliding windows, one row each.
CREATE TABLE attempt (
  kind    text NOT NULL,
  subject text NOT NULL,
  recent  timestamptz[] NOT NULL,
  -- The row says nothing any more after this.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX attempt_expiry ON attempt (expires_at);

-- Passwords tried in a row without success, by account (or by the name typed, where there is no such account).
CREATE TABLE sign_in_failure (
  subject       text PRIMARY KEY,
  failures      integer NOT NULL,
  last_at       timestamptz NOT NULL,
  blocked_until timestamptz
);
CREATE INDEX sign_in_failure_age ON sign_in_failure (last_at);
