-- Bonuses: wallets with what is to be wagered, and what each round did to them. The money itself is in the ledger, in an
-- account `bonus:<userId>:<walletId>` for each wallet, and every entry of it that is no stake or win has bonus-cost on the
-- other side.

-- In the row of the real account, which every round locks and reads anyway: how many active wallets there are, so that a
-- round of a player without one looks no further; and what rises with every change of a wallet.
ALTER TABLE ledger_account
  ADD COLUMN bonus_wallets integer NOT NULL DEFAULT 0 CHECK (bonus_wallets >= 0),
  ADD COLUMN bonus_version bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT ledger_account_bonuses CHECK (bonus_version = 0 OR kind = 'real');

CREATE TABLE bonus_wallet (
  wallet_id    text PRIMARY KEY,
  user_id      text NOT NULL REFERENCES player (user_id),
  promotion_id text NOT NULL,
  name         text NOT NULL,
  -- `pending`: waits for its deposit.
  state        text NOT NULL CHECK (state IN ('pending', 'active', 'completed', 'expired', 'forfeited')),

  -- The terms it was claimed on; money is kobo. What is granted is to be wagered so many times over.
  wagering     integer NOT NULL CHECK (wagering > 0),
  max_stake    bigint NOT NULL CHECK (max_stake > 0),
  -- NULL: every game.
  games        text[] CHECK (cardinality(games) > 0),
  valid_days   integer NOT NULL CHECK (valid_days > 0),
  -- Of a match of a deposit.
  match_percent integer CHECK (match_percent > 0),
  min_deposit  bigint CHECK (min_deposit > 0),
  max_bonus    bigint CHECK (max_bonus > 0),
  -- Of free spins.
  spin_game    text,
  spin_stake   bigint CHECK (spin_stake > 0),
  spins        integer CHECK (spins > 0),

  -- While it is pending: the one deposit that it waits for, NULL = the first that will do. Then: the one it is a match of.
  deposit_id   text UNIQUE REFERENCES deposit (deposit_id),
  spins_left   integer NOT NULL DEFAULT 0 CHECK (spins_left BETWEEN 0 AND coalesce(spins, 0)),
  -- Of free spins what they have won so far.
  granted      bigint NOT NULL DEFAULT 0 CHECK (granted >= 0),
  requirement  bigint NOT NULL DEFAULT 0 CHECK (requirement >= 0),
  progress     bigint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND requirement),
  converted    bigint NOT NULL DEFAULT 0 CHECK (converted >= 0),
  lost         bigint NOT NULL DEFAULT 0 CHECK (lost >= 0),
  claimed_at   timestamptz NOT NULL,
  activated_at timestamptz,
  -- When it ends by itself, or the wait does; NULL = with the one deposit that it waits for.
  expires_at   timestamptz,
  ended_at     timestamptz,
  end_reason   text CHECK (end_reason IN ('met', 'expired', 'forfeited', 'played-out', 'excluded', 'account-closed', 'deposit-failed')),
  version      bigint NOT NULL DEFAULT 1,

  CHECK ((match_percent IS NULL) = (min_deposit IS NULL) AND (match_percent IS NULL) = (max_bonus IS NULL)),
  CHECK ((spin_game IS NULL) = (spin_stake IS NULL) AND (spin_game IS NULL) = (spins IS NULL)),
  -- It is one of the two.
  CHECK ((match_percent IS NULL) <> (spins IS NULL)),
  CHECK (state <> 'pending' OR match_percent IS NOT NULL),
  CHECK (state <> 'pending' OR (activated_at IS NULL AND (deposit_id IS NOT NULL OR expires_at IS NOT NULL))),
  CHECK (state <> 'active' OR (activated_at IS NOT NULL AND expires_at IS NOT NULL)),
  CHECK (activated_at IS NOT NULL OR (granted, requirement, converted, lost) = (0, 0, 0, 0)),
  CHECK ((state IN ('completed', 'expired', 'forfeited')) = (ended_at IS NOT NULL)),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
  CHECK ((state = 'completed') = (end_reason IS NOT DISTINCT FROM 'met') AND (state = 'expired') = (end_reason IS NOT DISTINCT FROM 'expired')),
  CHECK (state <> 'completed' OR (progress = requirement AND requirement > 0 AND spins_left = 0)),
  CHECK (converted = 0 OR state = 'completed'),
  CHECK (lost = 0 OR state IN ('expired', 'forfeited'))
);
CREATE INDEX bonus_wallet_of_player ON bonus_wallet (user_id, claimed_at DESC);
CREATE INDEX bonus_wallet_running ON bonus_wallet (user_id) WHERE state IN ('pending', 'active');
CREATE INDEX bonus_wallet_to_expire ON bonus_wallet (expires_at) WHERE state IN ('pending', 'active');
CREATE INDEX bonus_wallet_of_promotion ON bonus_wallet (promotion_id);

-- A final state is final, and the terms are those of the claim.
CREATE FUNCTION keep_bonus_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a bonus stays';
  END IF;
  IF OLD.ended_at IS NOT NULL THEN
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
CREATE TRIGGER bonus_wallet_is_kept BEFORE UPDATE OR DELETE ON bonus_wallet FOR EACH ROW EXECUTE FUNCTION keep_bonus_wallet();
CREATE TRIGGER bonus_wallet_not_emptied BEFORE TRUNCATE ON bonus_wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What of a round was bonus money, in kobo; the balances of a round are those of the player's own money.
ALTER TABLE round
  ADD COLUMN bonus_staked bigint NOT NULL DEFAULT 0,
  ADD COLUMN bonus_won bigint NOT NULL DEFAULT 0,
  -- Of bonuses whose wagering this round completed: became the player's own with it.
  ADD COLUMN bonus_converted bigint NOT NULL DEFAULT 0,
  -- The bonus whose free spin it was.
  ADD COLUMN free_spin_of text REFERENCES bonus_wallet (wallet_id);
DO $$
DECLARE
  own_check text;
BEGIN
  SELECT conname INTO STRICT own_check FROM pg_constraint
    WHERE conrelid = 'round'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%balance_after = %balance_before%';
  EXECUTE format('ALTER TABLE round DROP CONSTRAINT %I', own_check);
END $$;
ALTER TABLE round
  ADD CONSTRAINT round_bonus CHECK (bonus_staked BETWEEN 0 AND stake AND bonus_won BETWEEN 0 AND win AND bonus_converted >= 0
    AND (free_spin_of IS NULL OR (bonus_staked = stake AND bonus_won = win))),
  ADD CONSTRAINT round_balance CHECK (balance_after = balance_before - (stake - bonus_staked) + (win - bonus_won) + bonus_converted);

-- What each round did to each bonus it touched: the proof of the progress.
CREATE TABLE bonus_wager (
  round_id     text NOT NULL REFERENCES round (round_id),
  wallet_id    text NOT NULL REFERENCES bonus_wallet (wallet_id),
  user_id      text NOT NULL REFERENCES player (user_id),
  -- Kobo, all three: of its money; and by how much the requirement came nearer.
  staked       bigint NOT NULL CHECK (staked >= 0),
  won          bigint NOT NULL CHECK (won >= 0),
  counted      bigint NOT NULL CHECK (counted >= 0),
  -- Of the game as it was then, in ten-thousandths.
  contribution integer NOT NULL CHECK (contribution BETWEEN 0 AND 10000),
  -- Of the wallet after the round.
  progress     bigint NOT NULL,
  requirement  bigint NOT NULL,
  PRIMARY KEY (wallet_id, round_id)
);
CREATE INDEX bonus_wager_of_round ON bonus_wager (round_id);
CREATE INDEX bonus_wager_of_player ON bonus_wager (user_id);
CREATE TRIGGER bonus_wager_is_history BEFORE UPDATE OR DELETE ON bonus_wager FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bonus_wager_not_emptied BEFORE TRUNCATE ON bonus_wager FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A round is play whoever's money is staked: what is staked goes to the house once or, of several accounts, at one moment.
CREATE OR REPLACE VIEW activity_of_entries AS
  WITH moved AS (
    SELECT user_id, lagos_day(at) AS day,
      coalesce(sum(-amount) FILTER (WHERE kind = 'stake' AND account_id = 'real:' || user_id), 0)::bigint AS staked,
      coalesce(sum(amount) FILTER (WHERE kind = 'win' AND account_id = 'real:' || user_id), 0)::bigint AS won,
      coalesce(sum(-amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount < 0), 0)::bigint AS deposited,
      coalesce(sum(amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount > 0), 0)::bigint AS withdrawn,
      count(DISTINCT transaction_id) FILTER (WHERE kind = 'stake') AS rounds
    FROM ledger_entry WHERE user_id IS NOT NULL GROUP BY user_id, lagos_day(at)
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
