-- Each statement that adds entries must leave every ledger transaction at zero, looked at once for all of its rows. Before,
-- each entry had its whole transaction summed up when the database transaction ended: the same proof, paid for several
-- times. As amounts are never zero, entries that sum to zero are none or at least two; that there are some is looked at
-- when the database transaction ends, once per ledger transaction.
DROP TRIGGER ledger_entry_balances ON ledger_entry;
DROP TRIGGER ledger_transaction_balances ON ledger_transaction;
DROP FUNCTION check_ledger_balance();

CREATE FUNCTION check_entries_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  odd record;
BEGIN
  SELECT transaction_id, count(*) AS entries, sum(amount) AS total INTO odd
    FROM added GROUP BY transaction_id HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % gets % entries that sum to %', odd.transaction_id, odd.entries, odd.total
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_entries_balance();

CREATE FUNCTION check_transaction_has_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entry WHERE transaction_id = NEW.transaction_id) THEN
    RAISE EXCEPTION 'ledger transaction % has 0 entries', NEW.transaction_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_transaction_has_entries AFTER INSERT ON ledger_transaction
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_transaction_has_entries();
