-- Deposits: what was asked for, what the gateway said, and each step once.

CREATE TABLE deposit (
  deposit_id     text PRIMARY KEY,
  user_id        text NOT NULL REFERENCES player (user_id),
  gateway        text NOT NULL,
  -- Ours: made and stored before the gateway is called, sent again unchanged on a retry.
  reference      text NOT NULL UNIQUE CHECK (reference ~ '^[a-z0-9][a-z0-9-]{15,63}$'),
  operation_key  text NOT NULL,
  method         text NOT NULL,
  -- Kobo.
  amount         bigint NOT NULL CHECK (amount > 0),
  currency       text NOT NULL CHECK (currency = 'NGN'),
  state          text NOT NULL CHECK (state IN ('pending', 'success', 'failed', 'expired', 'cancelled', 'mismatch')),
  -- Where the browser comes back to; kept, because the start may be taken up again without a request.
  return_base    text NOT NULL,
  -- What the player has to do, once the gateway has said it.
  next_type      text CHECK (next_type IN ('redirect', 'prompt')),
  next_value     text,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  -- When the gateway was last asked, how often, and when it is to be asked next while nobody looks.
  checked_at     timestamptz,
  checks         integer NOT NULL DEFAULT 0,
  check_after    timestamptz NOT NULL,
  -- The credit.
  transaction_id bigint UNIQUE REFERENCES ledger_transaction (transaction_id),
  UNIQUE (user_id, operation_key),
  FOREIGN KEY (user_id, operation_key) REFERENCES operation (user_id, key) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((next_type IS NULL) = (next_value IS NULL)),
  CHECK ((state = 'success') = (transaction_id IS NOT NULL))
);
CREATE INDEX deposit_of_player ON deposit (user_id, created_at DESC, deposit_id DESC);
CREATE INDEX deposit_to_check ON deposit (check_after) WHERE state = 'pending';

-- A final state is final. One way out: a payment that arrives after the end goes to people, never into the balance.
CREATE FUNCTION keep_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a deposit stays';
  END IF;
  IF ROW (NEW.user_id, NEW.gateway, NEW.reference, NEW.operation_key, NEW.method, NEW.amount, NEW.currency)
     IS DISTINCT FROM ROW (OLD.user_id, OLD.gateway, OLD.reference, OLD.operation_key, OLD.method, OLD.amount, OLD.currency) THEN
    RAISE EXCEPTION 'what a deposit asked for is fixed';
  END IF;
  IF NEW.state <> OLD.state AND OLD.state <> 'pending'
     AND NOT (OLD.state IN ('failed', 'expired', 'cancelled') AND NEW.state = 'mismatch') THEN
    RAISE EXCEPTION 'deposit % is %, which is final', OLD.deposit_id, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_is_final BEFORE UPDATE OR DELETE ON deposit FOR EACH ROW EXECUTE FUNCTION keep_deposit();

-- The timeline that the player sees and the trail that people check: each step once, never changed.
CREATE TABLE deposit_step (
  step_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deposit_id text NOT NULL REFERENCES deposit (deposit_id),
  step       text NOT NULL,
  at         timestamptz NOT NULL,
  detail     text,
  UNIQUE (deposit_id, step)
);
CREATE TRIGGER deposit_step_is_history BEFORE UPDATE OR DELETE ON deposit_step
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Genuine notifications of gateways; a replay only counts up. Refused ones are logged, not stored.
CREATE TABLE gateway_notification (
  gateway     text NOT NULL,
  -- SHA-256 of the raw bytes, hex.
  body_hash   text NOT NULL,
  reference   text NOT NULL,
  event       text NOT NULL,
  received_at timestamptz NOT NULL,
  times       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (gateway, body_hash)
);
CREATE INDEX gateway_notification_of_reference ON gateway_notification (reference);
