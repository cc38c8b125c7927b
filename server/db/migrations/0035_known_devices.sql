-- Whom a wrong password is counted against: a browser that the player has signed in with has a counter of its own.

CREATE TABLE known_device (
  -- SHA-256 of the player and the cookie of the browser, hex, as in session.device_hash.
  device_hash  text PRIMARY KEY,
  user_id      text NOT NULL REFERENCES player (user_id),
  -- The network of the last sign-in there, as attempts are counted (an IPv4 address, an IPv6 /64); '' where nobody noted it.
  place        text NOT NULL DEFAULT '',
  last_seen_at timestamptz NOT NULL
);
CREATE INDEX known_device_of_player ON known_device (user_id, last_seen_at DESC);
CREATE INDEX known_device_age ON known_device (last_seen_at);

-- Whoever is signed in, or was, must not become a stranger by this change.
INSERT INTO known_device (device_hash, user_id, place, last_seen_at)
SELECT DISTINCT ON (device_hash) device_hash, user_id, CASE WHEN address LIKE '%:%' THEN '' ELSE address END, last_seen_at
FROM session WHERE device_hash IS NOT NULL AND end_reason IS DISTINCT FROM 'revoked'
ORDER BY device_hash, last_seen_at DESC;

-- Rates that may be high: what is counted runs out at a steady pace, and the row says only when nothing of it is left.
CREATE TABLE rate (
  kind     text NOT NULL,
  subject  text NOT NULL,
  empty_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX rate_age ON rate (empty_at);

-- Solved puzzles: each is good once.
CREATE TABLE used_proof (
  -- SHA-256 of the puzzle, hex.
  proof_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_proof_age ON used_proof (expires_at);
