-- From the pairs up to this number rounds may have been drawn that a restored database has lost: their players know results to come.
ALTER TABLE database_restore ADD COLUMN last_seed_pair bigint NOT NULL DEFAULT 0;

-- As before, with that column.
CREATE OR REPLACE FUNCTION keep_database_restore() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.payouts_on_at IS NOT NULL OR NEW.payouts_on_at IS NULL
     OR ROW (NEW.restore_id, NEW.covered_until, NEW.restored_at, NEW.last_seed_pair)
        IS DISTINCT FROM ROW (OLD.restore_id, OLD.covered_until, OLD.restored_at, OLD.last_seed_pair) THEN
    RAISE EXCEPTION 'a restore stays, and its payouts are turned on once';
  END IF;
  RETURN NEW;
END $$;
