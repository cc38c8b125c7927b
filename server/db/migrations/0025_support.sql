-- What players and guests write to the team, and what the team answers.

CREATE TABLE support_thread (
  thread_id     text PRIMARY KEY,
  -- NULL: a guest.
  user_id       text REFERENCES player (user_id),
  kind          text NOT NULL CHECK (kind IN ('support', 'feedback')),
  category      text CHECK (category IN ('problem', 'money', 'game', 'idea', 'praise', 'other')),
  state         text NOT NULL CHECK (state IN ('waiting', 'answered', 'closed')),
  -- When the first message was written that nobody has answered.
  waiting_since timestamptz,
  -- What a guest's device called it: the same again is the same one.
  guest_id      text UNIQUE,
  -- Where a guest wants the answer. Nobody has proven that it is theirs.
  email         text,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  -- How many messages there are; the newest has this number.
  last_number   integer NOT NULL DEFAULT 0,
  -- The newest message that the player has seen.
  seen_number   integer NOT NULL DEFAULT 0,
  -- Who answered last.
  answered_by   text REFERENCES player (user_id),
  CHECK ((kind = 'feedback') = (category IS NOT NULL)),
  CHECK ((guest_id IS NULL) = (user_id IS NOT NULL)),
  CHECK (kind = 'feedback' OR user_id IS NOT NULL),
  CHECK (email IS NULL OR user_id IS NULL),
  CHECK ((waiting_since IS NOT NULL) = (state = 'waiting')),
  CHECK (seen_number <= last_number)
);
-- One conversation per player: it is opened again, not started again.
CREATE UNIQUE INDEX support_thread_of_player ON support_thread (user_id) WHERE kind = 'support';
CREATE INDEX support_threads_of_player ON support_thread (user_id, updated_at DESC, thread_id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX support_thread_waiting ON support_thread (waiting_since, thread_id) WHERE state = 'waiting';
CREATE INDEX support_thread_by_state ON support_thread (state, updated_at DESC, thread_id DESC);

CREATE TABLE support_message (
  thread_id    text NOT NULL REFERENCES support_thread (thread_id),
  -- From 1, in the order of writing.
  number       integer NOT NULL CHECK (number > 0),
  from_team    boolean NOT NULL,
  -- The player or the admin; NULL: a guest.
  author_id    text REFERENCES player (user_id),
  -- `Idempotency-Key`, and SHA-256 of what it stands for.
  request_key  text,
  request_hash text,
  text         text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  at           timestamptz NOT NULL,
  PRIMARY KEY (thread_id, number),
  UNIQUE (author_id, request_key),
  CHECK ((author_id IS NULL) = (request_key IS NULL) AND (request_key IS NULL) = (request_hash IS NULL)),
  CHECK (NOT from_team OR author_id IS NOT NULL)
);
CREATE TRIGGER support_message_is_history BEFORE UPDATE OR DELETE ON support_message FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE support_picture (
  thread_id text NOT NULL,
  number    integer NOT NULL,
  -- As its first bytes say.
  type      text NOT NULL CHECK (type IN ('image/webp', 'image/jpeg', 'image/png')),
  bytes     bytea NOT NULL CHECK (octet_length(bytes) <= 150000),
  PRIMARY KEY (thread_id, number),
  FOREIGN KEY (thread_id, number) REFERENCES support_message (thread_id, number)
);
