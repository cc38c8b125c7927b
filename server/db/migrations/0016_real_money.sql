-- There is a row as soon as this database has been started with a live key of a payment gateway: from then on its money
-- is real, and nothing that only simulates money may work on it.
CREATE TABLE real_money (
  is_real boolean PRIMARY KEY DEFAULT true CHECK (is_real),
  since   timestamptz NOT NULL
);
CREATE TRIGGER real_money_stays BEFORE UPDATE OR DELETE ON real_money FOR EACH ROW EXECUTE FUNCTION refuse_change();
