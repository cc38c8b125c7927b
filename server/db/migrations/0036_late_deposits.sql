-- Payments that arrive after their time and may not be credited (past a limit, on a break, the account closed) are held
-- for the player's choice: in an account of the player's own in the ledger, until they are credited or sent back.

-- `suspense:<userId>`: the player's, and neither played with nor paid out from.
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check
  CHECK (kind IN ('real', 'held', 'suspense', 'bonus', 'house', 'gateway', 'bonus-cost'));
DO $$
DECLARE
  old text;
BEGIN
  SELECT conname INTO STRICT old FROM pg_constraint
    WHERE conrelid = 'ledger_account'::regclass AND contype = 'c'
      AND pg_get_constraintdef(oid) LIKE '%user_id IS NOT NULL%' AND pg_get_constraintdef(oid) LIKE '%kind%';
  EXECUTE format('ALTER TABLE ledger_account DROP CONSTRAINT %I', old);
END $$;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_has_owner
  CHECK ((user_id IS NOT NULL) = (kind IN ('real', 'held', 'suspense', 'bonus')));

ALTER TABLE deposit DROP CONSTRAINT deposit_state_check;
ALTER TABLE deposit ADD CONSTRAINT deposit_state_check
  CHECK (state IN ('pending', 'success', 'failed', 'expired', 'cancelled', 'mismatch', 'held', 'returning', 'sent-back'));
ALTER TABLE deposit
  -- The posting that took the money into the player's suspense account.
  ADD COLUMN hold_transaction bigint UNIQUE REFERENCES ledger_transaction (transaction_id),
  -- The code of the refusal that stood against the credit, as it was then.
  ADD COLUMN hold_reason text,
  -- When the gateway confirmed that it went back.
  ADD COLUMN sent_back_at timestamptz,
  -- When it ran out, of one that was claimed after that: closes_at is the end of the claim then.
  ADD COLUMN ran_out_at timestamptz,
  ADD CHECK ((hold_transaction IS NULL) = (hold_reason IS NULL)),
  ADD CHECK (state NOT IN ('held', 'returning', 'sent-back') OR hold_transaction IS NOT NULL),
  ADD CHECK ((state = 'sent-back') = (sent_back_at IS NOT NULL));
-- What is in somebody's suspense account, and what limits count as claimed.
CREATE INDEX deposit_held ON deposit (user_id) WHERE state IN ('held', 'returning');
CREATE INDEX deposit_claimed_late ON deposit (user_id, closes_at) WHERE state = 'expired' AND claimed_at IS NOT NULL;

-- As in 0010, and two more ways: what comes in time or late may be held; what is held is credited or sent back, once.
CREATE OR REPLACE FUNCTION keep_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a deposit stays';
  END IF;
  IF ROW (NEW.user_id, NEW.gateway, NEW.reference, NEW.operation_key, NEW.method, NEW.amount, NEW.currency, NEW.bank_code)
     IS DISTINCT FROM
     ROW (OLD.user_id, OLD.gateway, OLD.reference, OLD.operation_key, OLD.method, OLD.amount, OLD.currency, OLD.bank_code) THEN
    RAISE EXCEPTION 'what a deposit asked for is fixed';
  END IF;
  IF OLD.claimed_at IS NOT NULL AND NEW.claimed_at IS DISTINCT FROM OLD.claimed_at THEN
    RAISE EXCEPTION 'a claim stays';
  END IF;
  IF OLD.hold_transaction IS NOT NULL
     AND ROW (NEW.hold_transaction, NEW.hold_reason) IS DISTINCT FROM ROW (OLD.hold_transaction, OLD.hold_reason) THEN
    RAISE EXCEPTION 'what was held stays written down';
  END IF;
  IF NEW.state <> OLD.state AND OLD.state <> 'pending'
     AND NOT (OLD.state IN ('failed', 'expired', 'cancelled') AND NEW.state = 'mismatch')
     AND NOT (OLD.state = 'expired' AND NEW.state IN ('success', 'held') AND OLD.claimed_at IS NOT NULL)
     AND NOT (OLD.state = 'held' AND NEW.state IN ('success', 'returning'))
     AND NOT (OLD.state = 'returning' AND NEW.state IN ('held', 'sent-back')) THEN
    RAISE EXCEPTION 'deposit % is %, which is final', OLD.deposit_id, OLD.state;
  END IF;
  IF OLD.state = 'pending' AND NEW.state IN ('returning', 'sent-back') THEN
    RAISE EXCEPTION 'deposit % was not held', OLD.deposit_id;
  END IF;
  RETURN NEW;
END $$;

-- Sending a held deposit back to where it came from. A try that failed stays; the player may choose again.
CREATE TABLE deposit_return (
  return_id       text PRIMARY KEY,
  deposit_id      text NOT NULL REFERENCES deposit (deposit_id),
  -- NULL: nobody could choose any more, the account was closed.
  operation_key   text,
  -- Ours: made and stored before the gateway is called, sent again unchanged on a retry.
  reference       text NOT NULL UNIQUE CHECK (reference ~ '^[a-z0-9][a-z0-9-]{15,63}$'),
  state           text NOT NULL CHECK (state IN ('asked', 'sent', 'done', 'failed')),
  -- Of a failure, for the player.
  reason          text,
  -- How often the gateway was called or asked, and when it is the job's turn again.
  checks          integer NOT NULL DEFAULT 0,
  check_after     timestamptz,
  end_transaction bigint UNIQUE REFERENCES ledger_transaction (transaction_id),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  CHECK ((state = 'done') = (end_transaction IS NOT NULL)),
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK ((state IN ('asked', 'sent')) = (check_after IS NOT NULL))
);
CREATE UNIQUE INDEX deposit_return_open ON deposit_return (deposit_id) WHERE state IN ('asked', 'sent');
CREATE UNIQUE INDEX deposit_return_done ON deposit_return (deposit_id) WHERE state = 'done';
CREATE INDEX deposit_return_due ON deposit_return (check_after) WHERE state IN ('asked', 'sent');

CREATE FUNCTION keep_deposit_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a return stays';
  END IF;
  IF ROW (NEW.return_id, NEW.deposit_id, NEW.operation_key, NEW.reference, NEW.created_at)
     IS DISTINCT FROM ROW (OLD.return_id, OLD.deposit_id, OLD.operation_key, OLD.reference, OLD.created_at) THEN
    RAISE EXCEPTION 'what a return asked for is fixed';
  END IF;
  IF OLD.state IN ('done', 'failed') AND NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'return % is %, which is final', OLD.return_id, OLD.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER deposit_return_is_final BEFORE UPDATE OR DELETE ON deposit_return FOR EACH ROW EXECUTE FUNCTION keep_deposit_return();

-- Held and sent back at most once, whatever the program does.
CREATE UNIQUE INDEX ledger_transaction_one_deposit_hold ON ledger_transaction (reference) WHERE kind = 'deposit-hold';
CREATE UNIQUE INDEX ledger_transaction_one_deposit_return ON ledger_transaction (reference) WHERE kind = 'deposit-return';

-- What is held is no deposit before it is credited, and what goes back is no withdrawal.
CREATE OR REPLACE VIEW activity_of_entries AS
  WITH moved AS (
    SELECT e.user_id, lagos_day(e.at) AS day,
      coalesce(sum(-amount) FILTER (WHERE e.kind = 'stake' AND account_id = 'real:' || e.user_id), 0)::bigint AS staked,
      coalesce(sum(amount) FILTER (WHERE e.kind = 'win' AND account_id = 'real:' || e.user_id), 0)::bigint AS won,
      coalesce(sum(-amount) FILTER (WHERE amount < 0 AND (account_id = 'gateway:NGN' AND e.kind <> 'deposit-held'
        OR account_id = 'suspense:' || e.user_id AND e.kind = 'deposit')), 0)::bigint AS deposited,
      coalesce(sum(amount) FILTER (WHERE account_id = 'gateway:NGN' AND amount > 0 AND e.kind <> 'deposit-returned'), 0)::bigint AS withdrawn,
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

-- The simulator's refunds: its own books, as those of payments are.
CREATE TABLE simulator_refund (
  reference  text PRIMARY KEY,
  payment    text NOT NULL,
  -- Kobo.
  amount     bigint NOT NULL CHECK (amount > 0),
  currency   text NOT NULL,
  state      text NOT NULL CHECK (state IN ('pending', 'success', 'failed')),
  -- A late one becomes a success by itself.
  settles_at timestamptz,
  reason     text,
  -- How often it was asked for.
  calls      integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
-- Money goes back once.
CREATE UNIQUE INDEX simulator_refund_of_payment ON simulator_refund (payment) WHERE state <> 'failed';
CREATE INDEX simulator_refund_by_time ON simulator_refund (created_at);
