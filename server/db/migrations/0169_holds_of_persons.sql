-- A hold comes once in seven days for a person (server/cashier/payout-holds.ts), so the database counts those of all accounts of the person.
-- min_reader: 93
CREATE OR REPLACE FUNCTION keep_payout_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a hold stays';
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- Two accounts of one person may be flagged at the same moment; the second one waits here, with no row that the first one needs.
    PERFORM pg_advisory_xact_lock(hashtextextended('payout-hold ' || coalesce(p.person_id, p.user_id), 0)) FROM player p WHERE p.user_id = NEW.user_id;
    IF EXISTS (
      SELECT FROM payout_hold h WHERE h.from_at > NEW.from_at - interval '7 days' AND h.user_id IN (
        SELECT NEW.user_id UNION SELECT other.user_id FROM player own JOIN player other USING (person_id) WHERE own.user_id = NEW.user_id)) THEN
      RAISE EXCEPTION 'payouts of a player are held once in seven days';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.released_at IS NOT NULL
     OR ROW (NEW.hold_id, NEW.user_id, NEW.kind, NEW.flag_id, NEW.from_at, NEW.until_at)
        IS DISTINCT FROM ROW (OLD.hold_id, OLD.user_id, OLD.kind, OLD.flag_id, OLD.from_at, OLD.until_at) THEN
    RAISE EXCEPTION 'a hold stays as it is, and is released once';
  END IF;
  RETURN NEW;
END $$;
