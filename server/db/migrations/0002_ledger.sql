-- The ledger: double entry in integer kobo. `post()` in server/ledger/post.ts is the only writer of the first three tables.
-- What is written here is never changed; the database itself refuses it.

CREATE TABLE ledger_account (
  -- `real:<userId>`, `held:<userId>`, `bonus:<userId>:<walletId>`; `house:NGN`, `gateway:NGN`, `bonus-cost:NGN`.
  account_id text PRIMARY KEY,
  user_id    text REFERENCES player (user_id),
  kind       text NOT NULL CHECK (kind IN ('real', 'held', 'bonus', 'house', 'gateway', 'bonus-cost')),
  wallet_id  text,
  currency   text NOT NULL CHECK (currency = 'NGN'),
  -- Kobo. The house's side has none: a row that every round updates would be a lock that every round waits for, so its
  -- balance is the sum of its entries.
  balance    bigint,
  -- Of the real account: rises with every posting that touches any account of the player.
  version    bigint NOT NULL DEFAULT 0,
  CHECK (balance >= 0),
  CHECK ((user_id IS NOT NULL) = (kind IN ('real', 'held', 'bonus'))),
  CHECK ((user_id IS NOT NULL) = (balance IS NOT NULL)),
  CHECK ((wallet_id IS NOT NULL) = (kind = 'bonus')),
  UNIQUE NULLS NOT DISTINCT (user_id, kind, wallet_id, currency)
);
CREATE FUNCTION refuse_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an account stays, and stays whose it is';
END $$;
CREATE TRIGGER ledger_account_stays BEFORE DELETE ON ledger_account
  FOR EACH ROW EXECUTE FUNCTION refuse_account_change();
CREATE TRIGGER ledger_account_keeps_owner BEFORE UPDATE OF account_id, user_id, kind, wallet_id, currency ON ledger_account
  FOR EACH ROW EXECUTE FUNCTION refuse_account_change();
CREATE TRIGGER ledger_account_not_emptied BEFORE TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO ledger_account (account_id, kind, currency) VALUES
  ('house:NGN', 'house', 'NGN'), ('gateway:NGN', 'gateway', 'NGN'), ('bonus-cost:NGN', 'bonus-cost', 'NGN');

CREATE TABLE ledger_transaction (
  transaction_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind           text NOT NULL,
  -- Whose money it is; NULL only for what the house and the gateway settle between them.
  user_id        text REFERENCES player (user_id),
  -- What it belongs to: the id of a deposit, a withdrawal or a round.
  reference      text NOT NULL,
  -- The player's idempotency key, where one asked for it.
  operation_key  text,
  at             timestamptz NOT NULL
);
-- A deposit is credited at most once, whatever the program does.
CREATE UNIQUE INDEX ledger_transaction_one_credit ON ledger_transaction (reference) WHERE kind = 'deposit';
-- A key has at most one effect.
CREATE UNIQUE INDEX ledger_transaction_one_effect ON ledger_transaction (user_id, operation_key) WHERE operation_key IS NOT NULL;

CREATE TABLE ledger_entry (
  entry_id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES ledger_transaction (transaction_id),
  -- No foreign key: it would make every round lock the house's row. The invariants look for strays instead.
  account_id     text NOT NULL,
  -- The transaction's player, also on the house's side: everything of one player is reached by user_id.
  user_id        text,
  kind           text NOT NULL,
  -- Kobo, signed.
  amount         bigint NOT NULL CHECK (amount <> 0),
  -- Of the player's accounts only.
  balance_before bigint CHECK (balance_before >= 0),
  balance_after  bigint CHECK (balance_after >= 0),
  at             timestamptz NOT NULL,
  CHECK ((balance_before IS NULL) = (balance_after IS NULL)),
  CHECK (balance_after = balance_before + amount)
);
CREATE INDEX ledger_entry_of_transaction ON ledger_entry (transaction_id);
CREATE INDEX ledger_entry_of_player ON ledger_entry (user_id, entry_id DESC) WHERE balance_after IS NOT NULL;
CREATE INDEX ledger_entry_of_player_by_time ON ledger_entry (user_id, at) WHERE balance_after IS NOT NULL;
-- Lifetime net deposits of a player.
CREATE INDEX ledger_entry_of_gateway ON ledger_entry (user_id) INCLUDE (amount) WHERE account_id = 'gateway:NGN';

CREATE TRIGGER ledger_transaction_is_history BEFORE UPDATE OR DELETE ON ledger_transaction
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transaction_not_emptied BEFORE TRUNCATE ON ledger_transaction
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_is_history BEFORE UPDATE OR DELETE ON ledger_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entry_not_emptied BEFORE TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Looked at when the database transaction commits, so entries may be written in any order before that.
CREATE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entries bigint;
  total   numeric;
BEGIN
  SELECT count(*), coalesce(sum(amount), 0) INTO entries, total
    FROM ledger_entry WHERE transaction_id = NEW.transaction_id;
  IF entries < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % has % entries that sum to %', NEW.transaction_id, entries, total
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_transaction_balances AFTER INSERT ON ledger_transaction
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();
CREATE CONSTRAINT TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();

-- What became of a player's idempotency key.
CREATE TABLE operation (
  user_id     text NOT NULL REFERENCES player (user_id),
  key         text NOT NULL,
  kind        text NOT NULL,
  -- SHA-256 of kind and body as canonical JSON, hex.
  body_hash   text NOT NULL,
  -- `running` is only ever seen of operations with a call to the outside in the middle.
  state       text NOT NULL CHECK (state IN ('running', 'done')),
  -- While running: until then somebody is at it; after that anybody may take it up again.
  lease_until timestamptz,
  -- The first answer, byte for byte.
  status      integer CHECK (status BETWEEN 200 AND 499),
  answer      text,
  at          timestamptz NOT NULL,
  done_at     timestamptz,
  PRIMARY KEY (user_id, key),
  CHECK ((state = 'done') = (status IS NOT NULL)),
  CHECK ((state = 'done') = (answer IS NOT NULL)),
  CHECK ((state = 'done') = (done_at IS NOT NULL)),
  CHECK ((state = 'running') = (lease_until IS NOT NULL))
);
CREATE INDEX operation_running ON operation (lease_until) WHERE state = 'running';

CREATE FUNCTION keep_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state = 'done' OR NEW.user_id <> OLD.user_id OR NEW.key <> OLD.key
     OR NEW.kind <> OLD.kind OR NEW.body_hash <> OLD.body_hash THEN
    RAISE EXCEPTION 'the answer to a key is final';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operation_is_final BEFORE UPDATE OR DELETE ON operation FOR EACH ROW EXECUTE FUNCTION keep_operation();

-- Whether money may move at all: closed when an invariant does not hold. One row, read by every debit and credit.
CREATE TABLE money_switch (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  open       boolean NOT NULL,
  -- What was found, for whoever runs the platform.
  reason     text,
  changed_at timestamptz,
  CHECK (open = (reason IS NULL))
);
INSERT INTO money_switch (open) VALUES (true);
