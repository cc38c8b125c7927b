-- Games that players marked with a heart.

CREATE TABLE favourite (
  user_id text NOT NULL REFERENCES player (user_id),
  -- Kept when a game is taken off: it may come back.
  game_id text NOT NULL REFERENCES game (game_id),
  at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, game_id)
);
