-- The device that ended a session from elsewhere, in words for the player ("Chrome on Android"); empty for any other end.
ALTER TABLE session ADD COLUMN ended_from text NOT NULL DEFAULT '';

ALTER TABLE session DROP CONSTRAINT session_end_reason_check;
ALTER TABLE session ADD CONSTRAINT session_end_reason_check
  CHECK (end_reason IN ('signed-out', 'expired', 'revoked', 'password-changed', 'excluded', 'account-closed'));
