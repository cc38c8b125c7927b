-- When backups were taken and databases were put back from them.

CREATE TABLE backup_taken (
  backup_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at    timestamptz NOT NULL,
  -- All that was committed before this moment is in the backup.
  covered_until timestamptz NOT NULL,
  finished_at   timestamptz NOT NULL,
  bytes         bigint NOT NULL
);

-- What happened after the backup was lost here, but not at the banks: a payout that was sent then must not be sent again. So nothing is sent
-- until a statement of each gateway that paid out was compared with these books.
CREATE TABLE database_restore (
  restore_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The books have everything up to this moment, and nothing is known of the time from then to `restored_at`.
  covered_until timestamptz NOT NULL,
  restored_at   timestamptz NOT NULL CHECK (restored_at >= covered_until),
  payouts_on_at timestamptz CHECK (payouts_on_at >= restored_at)
);

CREATE FUNCTION keep_database_restore() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.payouts_on_at IS NOT NULL OR NEW.payouts_on_at IS NULL
     OR ROW (NEW.restore_id, NEW.covered_until, NEW.restored_at) IS DISTINCT FROM ROW (OLD.restore_id, OLD.covered_until, OLD.restored_at) THEN
    RAISE EXCEPTION 'a restore stays, and its payouts are turned on once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER database_restore_is_kept BEFORE UPDATE OR DELETE ON database_restore FOR EACH ROW EXECUTE FUNCTION keep_database_restore();
CREATE TRIGGER database_restore_not_emptied BEFORE TRUNCATE ON database_restore FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Payouts of the statement that had no final state and are not in our books.
ALTER TABLE reconciliation ADD COLUMN unknown_payouts integer NOT NULL DEFAULT 0;
-- Somebody on the server has looked at the difference and settled it.
ALTER TABLE reconciliation_difference ADD COLUMN accepted_at timestamptz;
