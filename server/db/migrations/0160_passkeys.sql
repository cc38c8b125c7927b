-- Passkeys (WebAuthn) with which admins give their second factor, beside the app that makes codes: whoever loses the factor loses them with it.
-- An older Ayo may run on this schema: it asks for a code.
-- min_reader: 93

CREATE TABLE passkey (
  passkey_id    text PRIMARY KEY,
  user_id       text NOT NULL REFERENCES second_factor (user_id) ON DELETE CASCADE,
  -- As the authenticator names it, base64url.
  credential_id text NOT NULL UNIQUE,
  -- COSE.
  public_key    bytea NOT NULL,
  -- How often it has signed, as it says itself; zero: it does not count.
  counter       bigint NOT NULL CHECK (counter >= 0),
  transports    text[] NOT NULL,
  name          text NOT NULL,
  added_at      timestamptz NOT NULL,
  used_at       timestamptz
);
CREATE INDEX passkey_of_user ON passkey (user_id);

-- What a session's passkey has to sign next; one signature uses it.
CREATE TABLE passkey_challenge (
  session_hash text NOT NULL REFERENCES session (session_hash) ON DELETE CASCADE,
  purpose      text NOT NULL CHECK (purpose IN ('add', 'give')),
  -- 32 random bytes, base64url.
  challenge    text NOT NULL,
  made_at      timestamptz NOT NULL,
  PRIMARY KEY (session_hash, purpose)
);
