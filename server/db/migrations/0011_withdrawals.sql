-- Paying out: the players' bank accounts, withdrawals with each step once, who approved them, and the simulator's books.

-- When the password was last given in this session; a bank account that nothing was paid out to yet asks for it again.
ALTER TABLE session ADD COLUMN password_at timestamptz;
UPDATE session SET password_at = created_at;

-- Where a player wants to be paid out to. Removing one removes the row: a withdrawal keeps a copy of what it needs.
CREATE TABLE bank_account (
  bank_account_id text PRIMARY KEY,
  user_id         text NOT NULL REFERENCES player (user_id),
  bank_code       text NOT NULL,
  bank_name       text NOT NULL,
  -- For the gateway alone: no answer and no log ever has it.
  account_number  text NOT NULL CHECK (account_number ~ '^\d{10}$'),
  -- As the bank has it.
  account_name    text NOT NULL,
  added_at        timestamptz NOT NULL,
  -- When something was first paid out to it.
  used_at         timestamptz,
  UNIQUE (user_id, bank_code, account_number)
);

CREATE TABLE withdrawal (
  withdrawal_id    text PRIMARY KEY,
  user_id          text NOT NULL REFERENCES player (user_id),
  operation_key    text NOT NULL,
  -- Kobo.
  amount           bigint NOT NULL CHECK (amount > 0),
  currency         text NOT NULL CHECK (currency = 'NGN'),
  state            text NOT NULL CHECK (state IN ('checking', 'sending', 'paid', 'refused', 'failed')),
  -- Where it goes, as it was when it was asked for.
  bank_account_id  text NOT NULL,
  bank_code        text NOT NULL,
  bank_name        text NOT NULL,
  account_number   text NOT NULL CHECK (account_number ~ '^\d{10}$'),
  account_name     text NOT NULL,
  -- How many different admins must approve it; 0 = rules alone decided.
  approvals_needed integer NOT NULL CHECK (approvals_needed >= 0),
  decided_at       timestamptz,
  refused_by       text REFERENCES player (user_id),
  -- Why it was refused or failed, for the player.
  reason           text,
  -- Ours: made and stored before the gateway is called, sent again unchanged on a retry.
  reference        text NOT NULL UNIQUE CHECK (reference ~ '^[a-z0-9][a-z0-9-]{15,63}$'),
  -- The one that it is sent through; stored before the first call, never another one after that.
  gateway          text,
  -- When the gateway was last asked, how often it was called or asked, and when it is the payout job's turn again.
  checked_at       timestamptz,
  checks           integer NOT NULL DEFAULT 0,
  check_after      timestamptz,
  -- Something about it that people must look at, for whoever runs the platform.
  alert            text,
  -- The money taken aside, and what became of it.
  hold_transaction bigint NOT NULL UNIQUE REFERENCES ledger_transaction (transaction_id),
  end_transaction  bigint UNIQUE REFERENCES ledger_transaction (transaction_id),
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  UNIQUE (user_id, operation_key),
  FOREIGN KEY (user_id, operation_key) REFERENCES operation (user_id, key) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((state IN ('paid', 'refused', 'failed')) = (end_transaction IS NOT NULL)),
  CHECK ((state IN ('refused', 'failed')) = (reason IS NOT NULL)),
  CHECK ((state = 'refused') = (refused_by IS NOT NULL)),
  CHECK ((state = 'checking') = (decided_at IS NULL)),
  CHECK ((state = 'sending') = (check_after IS NOT NULL)),
  -- Nobody decides on their own.
  CHECK (refused_by <> user_id),
  -- What was not decided was not sent, and only what was sent can arrive or fail.
  CHECK (CASE state WHEN 'sending' THEN true WHEN 'paid' THEN gateway IS NOT NULL WHEN 'failed' THEN gateway IS NOT NULL
         ELSE gateway IS NULL END)
);
CREATE INDEX withdrawal_of_player ON withdrawal (user_id, created_at DESC, withdrawal_id DESC);
CREATE INDEX withdrawal_to_send ON withdrawal (check_after) WHERE state = 'sending';
CREATE INDEX withdrawal_waiting ON withdrawal (created_at, withdrawal_id) WHERE state = 'checking';
CREATE INDEX withdrawal_decided ON withdrawal (decided_at DESC, withdrawal_id DESC) WHERE approvals_needed > 0 AND decided_at IS NOT NULL;

-- Which admins approved what; each counts once.
CREATE TABLE withdrawal_approval (
  withdrawal_id text NOT NULL REFERENCES withdrawal (withdrawal_id),
  user_id       text NOT NULL REFERENCES player (user_id),
  at            timestamptz NOT NULL,
  -- In their order.
  approval_id   bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (withdrawal_id, user_id)
);
CREATE TRIGGER withdrawal_approval_is_history BEFORE UPDATE OR DELETE ON withdrawal_approval
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_approval() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  asked withdrawal%ROWTYPE;
BEGIN
  SELECT * INTO asked FROM withdrawal WHERE withdrawal_id = NEW.withdrawal_id;
  IF asked.user_id = NEW.user_id THEN
    RAISE EXCEPTION 'nobody approves their own withdrawal';
  END IF;
  IF asked.state <> 'checking' THEN
    RAISE EXCEPTION 'withdrawal % is decided', NEW.withdrawal_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_approval_counts BEFORE INSERT ON withdrawal_approval FOR EACH ROW EXECUTE FUNCTION keep_approval();

-- checking → sending → paid | failed, checking → refused; four eyes are the database's business, too.
CREATE FUNCTION keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a withdrawal stays';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF (NEW.state = 'sending') <> (NEW.approvals_needed = 0) OR NEW.state NOT IN ('checking', 'sending') THEN
      RAISE EXCEPTION 'a withdrawal that needs % approvals does not begin as %', NEW.approvals_needed, NEW.state;
    END IF;
    RETURN NEW;
  END IF;
  IF ROW (NEW.withdrawal_id, NEW.user_id, NEW.operation_key, NEW.amount, NEW.currency, NEW.bank_account_id, NEW.bank_code,
          NEW.bank_name, NEW.account_number, NEW.account_name, NEW.approvals_needed, NEW.reference, NEW.hold_transaction, NEW.created_at)
     IS DISTINCT FROM
     ROW (OLD.withdrawal_id, OLD.user_id, OLD.operation_key, OLD.amount, OLD.currency, OLD.bank_account_id, OLD.bank_code,
          OLD.bank_name, OLD.account_number, OLD.account_name, OLD.approvals_needed, OLD.reference, OLD.hold_transaction, OLD.created_at) THEN
    RAISE EXCEPTION 'what a withdrawal asked for is fixed';
  END IF;
  IF OLD.gateway IS NOT NULL AND NEW.gateway IS DISTINCT FROM OLD.gateway THEN
    RAISE EXCEPTION 'withdrawal % goes through %, and through no other', OLD.withdrawal_id, OLD.gateway;
  END IF;
  IF OLD.state IN ('paid', 'refused', 'failed')
     AND ROW (NEW.state, NEW.end_transaction, NEW.reason, NEW.refused_by, NEW.decided_at)
         IS DISTINCT FROM ROW (OLD.state, OLD.end_transaction, OLD.reason, OLD.refused_by, OLD.decided_at) THEN
    RAISE EXCEPTION 'withdrawal % is %, which is final', OLD.withdrawal_id, OLD.state;
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN
     (('checking', 'sending'), ('checking', 'refused'), ('sending', 'paid'), ('sending', 'failed')) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.state, NEW.state;
  END IF;
  IF OLD.state = 'checking' AND NEW.state = 'sending'
     AND (SELECT count(*) FROM withdrawal_approval WHERE withdrawal_id = NEW.withdrawal_id) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals', OLD.withdrawal_id, OLD.approvals_needed;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawal_is_final BEFORE INSERT OR UPDATE OR DELETE ON withdrawal FOR EACH ROW EXECUTE FUNCTION keep_withdrawal();

-- The timeline that the player sees and the trail that people check: each step once, never changed.
CREATE TABLE withdrawal_step (
  step_id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal_id text NOT NULL REFERENCES withdrawal (withdrawal_id),
  -- Whose it is: the newest step of a player says whether anything changed.
  user_id       text NOT NULL,
  step          text NOT NULL,
  at            timestamptz NOT NULL,
  detail        text,
  UNIQUE (withdrawal_id, step)
);
CREATE INDEX withdrawal_step_of_player ON withdrawal_step (user_id, step_id DESC);
CREATE TRIGGER withdrawal_step_is_history BEFORE UPDATE OR DELETE ON withdrawal_step
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Held, paid out and given back at most once each, whatever the program does.
CREATE UNIQUE INDEX ledger_transaction_one_hold ON ledger_transaction (reference) WHERE kind = 'withdrawal';
CREATE UNIQUE INDEX ledger_transaction_one_payout ON ledger_transaction (reference) WHERE kind = 'payout';
CREATE UNIQUE INDEX ledger_transaction_one_return ON ledger_transaction (reference) WHERE kind = 'withdrawal-return';

-- The simulated bank: who holds which account, where somebody has said so.
CREATE TABLE simulator_account (
  account_number text PRIMARY KEY CHECK (account_number ~ '^\d{10}$'),
  holder         text NOT NULL,
  opened_at      timestamptz NOT NULL
);

-- The simulator's payouts: its own books, as those of payments are.
CREATE TABLE simulator_payout (
  reference      text PRIMARY KEY,
  bank_code      text NOT NULL,
  account_number text NOT NULL,
  account_name   text NOT NULL,
  -- Kobo.
  amount         bigint NOT NULL CHECK (amount > 0),
  currency       text NOT NULL,
  state          text NOT NULL CHECK (state IN ('pending', 'success', 'failed', 'reversed')),
  -- What it becomes by itself, and when.
  then_state     text CHECK (then_state IN ('success', 'failed', 'reversed')),
  then_at        timestamptz,
  -- Of a failure.
  reason         text,
  -- How often it was asked for.
  calls          integer NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL,
  CHECK ((then_state IS NULL) = (then_at IS NULL))
);
CREATE INDEX simulator_payout_by_time ON simulator_payout (created_at);

-- Payouts are told about, too.
ALTER TABLE simulator_notification DROP CONSTRAINT simulator_notification_reference_fkey;
