-- Admins can give a game art of their own; without it, the game has the art that it came with. An older Ayo shows that.
-- min_reader: 93
CREATE TABLE game_art (
  -- The first half of the SHA-256 of the bytes, hex.
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{32}$'),
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 65536),
  stored_at timestamptz NOT NULL
);
ALTER TABLE game ADD COLUMN art_hash text;
