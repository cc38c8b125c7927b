-- What players do with their own account: see and end their sessions, take their data along, close it.

-- Where the sign-in came from, as a proxy that is believed says; NULL where nothing tells.
ALTER TABLE session
  -- ISO 3166-1 alpha-2.
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  -- ISO 3166-2 without the country.
  ADD COLUMN region text CHECK (region ~ '^[0-9A-Z]{1,3}$'),
  -- SHA-256 of the player and the cookie that the browser keeps over sign-outs, hex: the same browser of the same player,
  -- and of two players on one phone nobody can say so. NULL: from before there was such a cookie.
  ADD COLUMN device_hash text;

-- Downloads of everything that is kept of a player: asked for in one session, fetched once by the browser of that session.
CREATE TABLE archive (
  -- SHA-256 of the token in its address, hex.
  token_hash   text PRIMARY KEY,
  user_id      text NOT NULL REFERENCES player (user_id),
  session_hash text NOT NULL REFERENCES session (session_hash),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz
);
CREATE INDEX archive_of_player ON archive (user_id, created_at DESC);

-- Accounts that their players closed: why, and the rest that was too little to be paid out.
CREATE TABLE account_closure (
  user_id      text PRIMARY KEY REFERENCES player (user_id),
  at           timestamptz NOT NULL,
  -- In the player's words; NULL where none were given.
  reason       text,
  -- The session it was closed in.
  session_hash text NOT NULL,
  -- Kobo, of the real account and of all bonus wallets: it stays in the ledger.
  rest         bigint NOT NULL CHECK (rest >= 0),
  bonus_rest   bigint NOT NULL CHECK (bonus_rest >= 0)
);
CREATE TRIGGER account_closure_is_history BEFORE UPDATE OR DELETE ON account_closure
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
