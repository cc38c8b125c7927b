-- A hold is on the payouts of a person (server/cashier/payout-holds.ts), so the database refuses to release those of any account of that person. An
-- older Ayo may run on this schema: it looks at one account, and is refused here.
-- min_reader: 93
CREATE OR REPLACE FUNCTION refuse_release_of_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM payout_hold h WHERE h.from_at <= NEW.decided_at AND h.until_at > NEW.decided_at AND h.released_at IS NULL AND h.user_id IN (
      SELECT NEW.user_id UNION SELECT other.user_id FROM player own JOIN player other USING (person_id) WHERE own.user_id = NEW.user_id)) THEN
    RAISE EXCEPTION 'withdrawal % is held', NEW.withdrawal_id;
  END IF;
  RETURN NEW;
END $$;
