-- Four ways to pay in, and the player's word that the bank took the money.

-- What the player has to do, also: an account to transfer to, a code to dial (their values are JSON).
ALTER TABLE deposit DROP CONSTRAINT deposit_next_type_check;
ALTER TABLE deposit ADD CONSTRAINT deposit_next_type_check CHECK (next_type IN ('redirect', 'prompt', 'account', 'ussd'));

-- For ussd: the bank that is dialled.
ALTER TABLE deposit ADD COLUMN bank_code text;

-- expires_at is what the player is told. Money that was sent just before is still on its way then: until closes_at the
-- gateway is asked, and what it confirms is credited.
ALTER TABLE deposit ADD COLUMN closes_at timestamptz;
UPDATE deposit SET closes_at = expires_at;
ALTER TABLE deposit ALTER COLUMN closes_at SET NOT NULL;
ALTER TABLE deposit ADD CHECK (closes_at >= expires_at);

-- "I was debited".
ALTER TABLE deposit ADD COLUMN claimed_at timestamptz;
CREATE TABLE deposit_claim (
  deposit_id     text NOT NULL REFERENCES deposit (deposit_id),
  -- As the bank's alert says it.
  bank_reference text NOT NULL,
  at             timestamptz NOT NULL,
  PRIMARY KEY (deposit_id, bank_reference)
);
CREATE TRIGGER deposit_claim_is_history BEFORE UPDATE OR DELETE ON deposit_claim
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- Ended deposits that are asked about again because of it.
CREATE INDEX deposit_claimed_to_check ON deposit (check_after)
  WHERE claimed_at IS NOT NULL AND state IN ('failed', 'expired', 'cancelled');

-- A final state is final. Two ways out: a payment that arrives after the end goes to people; one that had only run out,
-- that the player claimed and that the gateway confirms to the kobo is credited.
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
  IF NEW.state <> OLD.state AND OLD.state <> 'pending'
     AND NOT (OLD.state IN ('failed', 'expired', 'cancelled') AND NEW.state = 'mismatch')
     AND NOT (OLD.state = 'expired' AND NEW.state = 'success' AND OLD.claimed_at IS NOT NULL) THEN
    RAISE EXCEPTION 'deposit % is %, which is final', OLD.deposit_id, OLD.state;
  END IF;
  RETURN NEW;
END $$;

-- The simulator: what the payer transfers to or dials, digits alone; one payment each.
ALTER TABLE simulator_payment ADD COLUMN pay_to text UNIQUE;
ALTER TABLE simulator_payment ADD COLUMN bank_code text;
ALTER TABLE simulator_payment ADD COLUMN decided_at timestamptz;
CREATE INDEX simulator_payment_by_time ON simulator_payment (created_at);
