-- Rounds of several steps. While one is open it stands here; when it is over it becomes a row of `round`, which is history,
-- and this one goes.

CREATE TABLE open_round (
  round_id       text PRIMARY KEY,
  user_id        text NOT NULL REFERENCES player (user_id),
  game_id        text NOT NULL,
  bet            jsonb NOT NULL,
  -- What the player did, in order. With the bet, the first stake and the draws it is all that the round is a function of.
  actions        jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(actions) = 'array'),
  -- Kobo, all: the first stake, all stakes so far, and what of them was bonus money.
  first_stake    bigint NOT NULL CHECK (first_stake > 0),
  stake          bigint NOT NULL,
  bonus_staked   bigint NOT NULL CHECK (bonus_staked BETWEEN 0 AND stake),
  -- Of the player's own money, before the first stake.
  balance_before bigint NOT NULL CHECK (balance_before >= 0),
  -- Of the game when the round was started, in ten-thousandths.
  contribution   integer NOT NULL CHECK (contribution BETWEEN 0 AND 10000),
  seed_pair_id   text NOT NULL REFERENCES seed_pair (seed_pair_id),
  nonce          bigint NOT NULL,
  client_seed    text NOT NULL,
  -- Its newest posting.
  transaction_id text NOT NULL,
  started_at     timestamptz NOT NULL,
  -- From then on the published rule ends it.
  settles_at     timestamptz NOT NULL,
  CHECK (stake >= first_stake),
  UNIQUE (user_id, game_id),
  UNIQUE (seed_pair_id, nonce)
);
CREATE INDEX open_round_to_settle ON open_round (settles_at);

-- What an open round can count for, and what it has staked of each.
CREATE TABLE open_round_wallet (
  round_id  text NOT NULL REFERENCES open_round (round_id) ON DELETE CASCADE,
  wallet_id text NOT NULL REFERENCES bonus_wallet (wallet_id),
  -- Kobo.
  staked    bigint NOT NULL CHECK (staked >= 0),
  PRIMARY KEY (round_id, wallet_id)
);
CREATE INDEX open_round_wallet_of ON open_round_wallet (wallet_id);

-- Of games of several steps, all four; of the others none.
ALTER TABLE round
  ADD COLUMN first_stake bigint,
  ADD COLUMN actions jsonb,
  -- Whether the rule for unfinished rounds ended it.
  ADD COLUMN abandoned boolean,
  ADD COLUMN started_at timestamptz,
  ADD CONSTRAINT round_steps CHECK (num_nulls(first_stake, actions, abandoned, started_at) IN (0, 4) AND coalesce(first_stake BETWEEN 1 AND stake, true)),
  -- Between the steps of a round other money may have come and gone.
  DROP CONSTRAINT round_balance,
  ADD CONSTRAINT round_balance CHECK (started_at IS NOT NULL
    OR balance_after = balance_before - (stake - bonus_staked) + (win - bonus_won) + bonus_converted);

-- In the order in which rounds counted: one of several steps counts when it ends.
ALTER TABLE bonus_wager ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY;

-- A final state is final, but for what an open round brings to a bonus that was ended meanwhile: that is lost with it.
CREATE OR REPLACE FUNCTION keep_bonus_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a bonus stays';
  END IF;
  IF OLD.ended_at IS NOT NULL AND (NEW.lost < OLD.lost OR to_jsonb(NEW) - 'lost' - 'version' IS DISTINCT FROM to_jsonb(OLD) - 'lost' - 'version') THEN
    RAISE EXCEPTION 'bonus % is %, which is final', OLD.wallet_id, OLD.state;
  END IF;
  IF NEW.state = 'pending' AND OLD.state = 'active' THEN
    RAISE EXCEPTION 'bonus % was granted', OLD.wallet_id;
  END IF;
  IF ROW (NEW.wallet_id, NEW.user_id, NEW.promotion_id, NEW.name, NEW.wagering, NEW.max_stake, NEW.games, NEW.valid_days, NEW.match_percent,
          NEW.min_deposit, NEW.max_bonus, NEW.spin_game, NEW.spin_stake, NEW.spins, NEW.claimed_at)
     IS DISTINCT FROM
     ROW (OLD.wallet_id, OLD.user_id, OLD.promotion_id, OLD.name, OLD.wagering, OLD.max_stake, OLD.games, OLD.valid_days, OLD.match_percent,
          OLD.min_deposit, OLD.max_bonus, OLD.spin_game, OLD.spin_stake, OLD.spins, OLD.claimed_at) THEN
    RAISE EXCEPTION 'what a bonus was claimed on is fixed';
  END IF;
  RETURN NEW;
END $$;

-- A stake that was added to a round is of a round that was counted.
CREATE OR REPLACE VIEW activity_of_entries AS
  WITH moved AS (
    SELECT e.user_id, lagos_day(e.at) AS day,
      coalesce(sum(-amount) FILTER (WHERE e.kind = 'stake' AND account_id = 'real:' || e.user_id), 0)::bigint AS staked,
      coalesce(sum(amount) FILTER (WHERE e.kind = 'win' AND account_id = 'real:' || e.user_id), 0)::bigint AS won,
      coalesce(sum(-amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount < 0), 0)::bigint AS deposited,
      coalesce(sum(amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount > 0), 0)::bigint AS withdrawn,
      count(DISTINCT e.transaction_id) FILTER (WHERE e.kind = 'stake' AND t.kind IS DISTINCT FROM 'round-step') AS rounds
    FROM ledger_entry e LEFT JOIN ledger_transaction t USING (transaction_id) WHERE e.user_id IS NOT NULL GROUP BY e.user_id, lagos_day(e.at)
  ), stake AS (
    SELECT user_id, at, lag(at) OVER (PARTITION BY user_id ORDER BY entry_id) AS before
    FROM ledger_entry WHERE kind = 'stake' AND amount < 0 AND user_id IS NOT NULL
  ), gap AS (
    SELECT user_id, before, at FROM stake WHERE at > before AND at < before + interval '30 minutes'
  ), played AS (
    SELECT user_id, day, sum(extract(epoch FROM least(at, lagos_midnight(day + 1)) - greatest(before, lagos_midnight(day))) * 1000)::bigint AS ms
    FROM gap CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[lagos_day(before), lagos_day(at)]) AS day) days
    GROUP BY user_id, day
  )
  SELECT user_id, day, staked, won, deposited, withdrawn, rounds, coalesce(ms, 0) AS played_ms
  FROM moved LEFT JOIN played USING (user_id, day);

-- A round pays ₦50,000,000 at most: the largest stake on Adire Gold, which pays 6,651.2 stakes at best, comes down.
WITH lowered AS (
  UPDATE game SET max_stake = 750000, version = version + 1 WHERE game_id = 'adire-gold' AND max_stake > 750000 AND min_stake <= 750000 RETURNING game_id
)
UPDATE catalogue SET version = version + 1 WHERE EXISTS (SELECT FROM lowered);
