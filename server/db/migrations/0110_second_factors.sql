-- The second factor of an admin: the secret of an app that makes codes, sealed, and recovery codes as hashes. An older Ayo may run on this
-- schema: it asks for no second factor, and the sessions that it opens have given none.
-- min_reader: 93

CREATE TABLE second_factor (
  user_id       text PRIMARY KEY REFERENCES player (user_id),
  secret_sealed text NOT NULL,
  enrolled_at   timestamptz NOT NULL,
  -- The newest step of 30 seconds whose code was accepted: each is accepted once, and none before it.
  last_step     bigint NOT NULL
);

CREATE TABLE recovery_code (
  user_id   text NOT NULL REFERENCES player (user_id),
  -- SHA-256, hexadecimal.
  code_hash text NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- When the second factor was last given in this session; NULL: never, or another one was enrolled since.
ALTER TABLE session ADD COLUMN factor_at timestamptz;

ALTER TABLE session DROP CONSTRAINT session_end_reason_check;
ALTER TABLE session ADD CONSTRAINT session_end_reason_check
  CHECK (end_reason IN ('signed-out', 'expired', 'revoked', 'password-changed', 'excluded', 'account-closed', 'second-factor')) NOT VALID;
