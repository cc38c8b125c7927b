-- Games of other providers, which run in a frame: where they are, who launched one, and the money that a provider moves.

-- What the configuration says of a framed game; its row in the catalogue is that of any game.
CREATE TABLE framed_game (
  game_id       text PRIMARY KEY REFERENCES game (game_id),
  provider      text NOT NULL,
  provider_name text NOT NULL,
  -- The page of the game; its origin is the provider's.
  url           text NOT NULL,
  kind          text NOT NULL,
  -- Return to player as the provider certifies it, in ten-thousandths.
  rtp           integer NOT NULL CHECK (rtp BETWEEN 1 AND 9999),
  -- The largest win of a round, in stakes.
  max_win       integer NOT NULL CHECK (max_win > 0),
  -- Not in the configuration any more: kept for what was played, and not offered.
  offered       boolean NOT NULL
);

CREATE TABLE frame_launch (
  launch_id        text PRIMARY KEY,
  user_id          text NOT NULL REFERENCES player (user_id),
  -- The session it was launched in; with that the game ends.
  session_hash     text NOT NULL,
  game_id          text NOT NULL,
  provider         text NOT NULL,
  -- SHA-256 of the token, hex: what the frame is given is nowhere here.
  token_hash       text NOT NULL UNIQUE,
  made_at          timestamptz NOT NULL,
  -- Until then the provider can exchange the token.
  token_until      timestamptz NOT NULL,
  -- When it did, once.
  exchanged_at     timestamptz,
  -- Where the player was: what is staked in the frame is asked for from there.
  country          text,
  region           text,
  -- The player's page last asked about it, or the provider last moved money.
  seen_at          timestamptz NOT NULL,
  ended_at         timestamptz,
  end_reason       text CHECK (end_reason IN ('left', 'replaced', 'reality-check', 'protected', 'disabled', 'gone')),
  -- The provider is told of the end: how often that was tried, when it is next, and when it was heard.
  notices          integer NOT NULL DEFAULT 0,
  notice_due_at    timestamptz,
  told_at          timestamptz,
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK (exchanged_at IS NULL OR exchanged_at <= token_until)
);
-- Of one player one game stands in a frame, on all devices together.
CREATE UNIQUE INDEX frame_launch_open ON frame_launch (user_id) WHERE ended_at IS NULL;
CREATE INDEX frame_launch_to_tell ON frame_launch (notice_due_at) WHERE notice_due_at IS NOT NULL;

-- A round as the provider counts them. Its id is the reference of its postings.
CREATE TABLE frame_round (
  round_id       text PRIMARY KEY,
  launch_id      text NOT NULL REFERENCES frame_launch (launch_id),
  user_id        text NOT NULL REFERENCES player (user_id),
  game_id        text NOT NULL,
  provider       text NOT NULL,
  -- The provider's own id of it.
  provider_round text NOT NULL,
  -- Kobo, all: staked, given back of that, and paid.
  staked         bigint NOT NULL CHECK (staked > 0),
  returned       bigint NOT NULL DEFAULT 0 CHECK (returned BETWEEN 0 AND staked),
  won            bigint NOT NULL DEFAULT 0 CHECK (won >= 0),
  started_at     timestamptz NOT NULL,
  -- The provider has said what it pays, or that it pays nothing.
  settled_at     timestamptz,
  UNIQUE (provider, user_id, game_id, provider_round)
);
CREATE INDEX frame_round_of_launch ON frame_round (launch_id);
CREATE INDEX frame_round_of_player ON frame_round (user_id, game_id, started_at DESC);

-- Everything that a provider asked for and that was done, by the provider's own id of it, which is there once.
-- `void`: a stake that was to be given back before it was ever taken, and that is not taken any more.
CREATE TABLE frame_transaction (
  provider          text NOT NULL,
  provider_id       text NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('debit', 'credit', 'rollback', 'void')),
  launch_id         text NOT NULL REFERENCES frame_launch (launch_id),
  user_id           text NOT NULL REFERENCES player (user_id),
  round_id          text REFERENCES frame_round (round_id),
  -- Kobo.
  amount            bigint NOT NULL CHECK (amount >= 0),
  -- Of a stake that was given back: the rollback that did it.
  rolled_back_by    text,
  at                timestamptz NOT NULL,
  PRIMARY KEY (provider, provider_id),
  CHECK ((kind IN ('debit', 'credit')) = (round_id IS NOT NULL) OR kind = 'rollback'),
  CHECK (rolled_back_by IS NULL OR kind IN ('debit', 'void'))
);
