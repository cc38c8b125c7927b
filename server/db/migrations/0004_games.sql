-- The catalogue, the seeds that rounds are drawn from, the rounds, and what admins changed.

-- What an admin can change of a game. What its engine fixes (kind, return to player) is never copied here.
CREATE TABLE game (
  game_id      text PRIMARY KEY,
  name         text NOT NULL,
  categories   text[] NOT NULL,
  -- In ten-thousandths of the stake: 10000 counts in full.
  contribution integer NOT NULL CHECK (contribution BETWEEN 0 AND 10000),
  -- Kobo.
  min_stake    bigint NOT NULL CHECK (min_stake > 0),
  max_stake    bigint NOT NULL,
  -- What loading the game costs over the wire.
  bytes        integer NOT NULL,
  art          text NOT NULL,
  enabled      boolean NOT NULL DEFAULT true,
  position     integer NOT NULL,
  version      bigint NOT NULL DEFAULT 1,
  updated_at   timestamptz NOT NULL,
  updated_by   text REFERENCES player (user_id),
  CHECK (min_stake <= max_stake)
);

-- One row: rises with every change of the catalogue, so that a poll is answered without reading it.
CREATE TABLE catalogue (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version  bigint NOT NULL
);
INSERT INTO catalogue (version) VALUES (1);

CREATE TABLE seed_pair (
  seed_pair_id text PRIMARY KEY,
  -- In the order in which they were made, which is the order in which they are used.
  number       bigint GENERATED ALWAYS AS IDENTITY,
  user_id      text NOT NULL REFERENCES player (user_id),
  -- 64 hexadecimal characters; secret until the pair is revealed.
  server_seed  text NOT NULL,
  commit_hash  text NOT NULL,
  client_seed  text NOT NULL,
  -- Of the next round.
  nonce        bigint NOT NULL DEFAULT 0 CHECK (nonce >= 0),
  -- `next` has no rounds yet: its commit is shown before the player can choose a client seed for it.
  state        text NOT NULL CHECK (state IN ('next', 'active', 'revealed')),
  created_at   timestamptz NOT NULL,
  revealed_at  timestamptz,
  CHECK ((state = 'revealed') = (revealed_at IS NOT NULL))
);
CREATE UNIQUE INDEX seed_pair_active ON seed_pair (user_id) WHERE state = 'active';
CREATE UNIQUE INDEX seed_pair_next ON seed_pair (user_id) WHERE state = 'next';
CREATE INDEX seed_pair_revealed ON seed_pair (user_id, number DESC) WHERE state = 'revealed';

CREATE TABLE round (
  round_id        text PRIMARY KEY,
  user_id         text NOT NULL REFERENCES player (user_id),
  -- No foreign key: every round would mark the one row of its game, and wait there for the others.
  game_id         text NOT NULL,
  -- Kobo, all five.
  stake           bigint NOT NULL CHECK (stake > 0),
  win             bigint NOT NULL CHECK (win >= 0),
  balance_before  bigint NOT NULL CHECK (balance_before >= 0),
  balance_after   bigint NOT NULL CHECK (balance_after >= 0),
  -- Of the player's real account after the round.
  balance_version bigint NOT NULL,
  bet             jsonb NOT NULL,
  outcome         jsonb NOT NULL,
  seed_pair_id    text NOT NULL REFERENCES seed_pair (seed_pair_id),
  nonce           bigint NOT NULL,
  -- As it was when the round was drawn.
  client_seed     text NOT NULL,
  transaction_id  text NOT NULL,
  at              timestamptz NOT NULL,
  UNIQUE (seed_pair_id, nonce),
  CHECK (balance_after = balance_before - stake + win)
);
CREATE INDEX round_of_player ON round (user_id, at DESC, round_id DESC);
CREATE INDEX round_of_player_in_game ON round (user_id, game_id, at DESC, round_id DESC);
CREATE INDEX round_of_game ON round (game_id) INCLUDE (stake, win);
CREATE TRIGGER round_is_history BEFORE UPDATE OR DELETE ON round FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE admin_audit (
  audit_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL,
  user_id    text NOT NULL REFERENCES player (user_id),
  action     text NOT NULL,
  subject    text NOT NULL,
  before     jsonb NOT NULL,
  after      jsonb NOT NULL
);
CREATE INDEX admin_audit_of_subject ON admin_audit (subject, audit_id DESC);
CREATE TRIGGER admin_audit_is_history BEFORE UPDATE OR DELETE ON admin_audit
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
