-- Links in mails for setting a password and for moving to another address; the table of mails becomes the outbox of a mail server.

ALTER TABLE email_token DROP CONSTRAINT email_token_purpose_check;
ALTER TABLE email_token ADD CONSTRAINT email_token_purpose_check CHECK (purpose IN ('activate', 'reset', 'move'));

ALTER TABLE mail
  -- Whom it is about; NULL: nobody who has an account yet.
  ADD COLUMN user_id     text REFERENCES player (user_id),
  ADD COLUMN html        text NOT NULL DEFAULT '',
  -- The part of its Message-ID that is its own: the same however often it is tried.
  ADD COLUMN message_key text UNIQUE,
  -- What its links are good for ends here; after this it is not sent any more.
  ADD COLUMN expires_at  timestamptz,
  -- When its turn is; NULL: nobody sends it (any more). Put off when it is taken, so that one process has it at a time.
  ADD COLUMN next_try_at timestamptz,
  ADD COLUMN attempts    integer NOT NULL DEFAULT 0,
  -- Why it waits: the server can't be used at all, or doesn't take this mail for now.
  ADD COLUMN waits_for   text CHECK (waits_for IN ('server', 'recipient')),
  ADD COLUMN sent_at     timestamptz,
  ADD COLUMN failed_at   timestamptz,
  ADD COLUMN failure     text CHECK (failure IN ('refused', 'expired', 'given-up')),
  ADD CHECK ((failed_at IS NULL) = (failure IS NULL)),
  -- What has ended has no text any more: there are links in it that open accounts.
  ADD CHECK ((sent_at IS NULL AND failed_at IS NULL) OR (body = '' AND html = '' AND next_try_at IS NULL));

CREATE INDEX mail_due ON mail (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX mail_of_player ON mail (user_id, created_at DESC) WHERE user_id IS NOT NULL;
