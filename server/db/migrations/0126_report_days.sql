-- The figures of each day in Lagos, written once when the day is over. An older Ayo never reads or writes them.
-- min_reader: 93

-- One row for each closed day, without a gap.
CREATE TABLE report_day (
  day         date PRIMARY KEY,
  -- It counted the entries after the first id, up to the second, that no day before it had counted.
  after_entry bigint NOT NULL,
  last_entry  bigint NOT NULL CHECK (last_entry >= after_entry),
  -- The next day looks at the entries after this one: those up to `last_entry` may belong to it.
  next_after  bigint NOT NULL CHECK (next_after BETWEEN after_entry AND last_entry),
  entries     bigint NOT NULL,
  closed_at   timestamptz NOT NULL
);

-- The sums of a day, in kobo, once in all and once for each thing by which a report is broken down.
CREATE TABLE report_sum (
  -- The day that was closed when the sum was written.
  closed_on        date NOT NULL REFERENCES report_day (day),
  -- The day to which the entries belong. An earlier one was closed before they came: they are late, and stand beside its figures.
  day              date NOT NULL CHECK (day <= closed_on),
  breakdown        text NOT NULL CHECK (breakdown IN ('all', 'game', 'method', 'state')),
  -- The game, method or state; empty where the entries have none.
  value            text NOT NULL,
  -- The kind of the account, like `real` or `house`.
  account          text NOT NULL,
  transaction_kind text NOT NULL,
  entry_kind       text NOT NULL,
  credited         bigint NOT NULL CHECK (credited >= 0),
  debited          bigint NOT NULL CHECK (debited >= 0),
  entries          bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (closed_on, day, breakdown, value, account, transaction_kind, entry_kind)
);
CREATE INDEX report_sum_late ON report_sum (day) WHERE day < closed_on;

-- What the accounts of each kind held when the day was closed, in kobo: the sum of all entries that were counted until then.
CREATE TABLE report_balance (
  day     date NOT NULL REFERENCES report_day (day),
  account text NOT NULL,
  balance bigint NOT NULL,
  PRIMARY KEY (day, account)
);

-- One process at a time closes days: whoever has this row.
CREATE TABLE report_closing (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row));
INSERT INTO report_closing DEFAULT VALUES;

CREATE TRIGGER report_day_is_history BEFORE UPDATE OR DELETE ON report_day FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_day_not_emptied BEFORE TRUNCATE ON report_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_sum_is_history BEFORE UPDATE OR DELETE ON report_sum FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_sum_not_emptied BEFORE TRUNCATE ON report_sum FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_balance_is_history BEFORE UPDATE OR DELETE ON report_balance FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER report_balance_not_emptied BEFORE TRUNCATE ON report_balance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Days follow each other, and each goes on where the one before it ended.
CREATE FUNCTION check_report_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before report_day;
BEGIN
  SELECT * INTO before FROM report_day ORDER BY day DESC LIMIT 1;
  IF before.day IS NOT NULL AND (NEW.day <> before.day + 1 OR NEW.after_entry <> before.next_after OR NEW.last_entry < before.last_entry) THEN
    RAISE EXCEPTION 'the day after % does not follow it', before.day;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER report_day_follows BEFORE INSERT ON report_day FOR EACH ROW EXECUTE FUNCTION check_report_day();

-- Sums and balances come with their day, in one transaction, and never later.
CREATE FUNCTION check_report_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT CASE TG_TABLE_NAME WHEN 'report_sum' THEN (to_jsonb(a) ->> 'closed_on')::date ELSE (to_jsonb(a) ->> 'day')::date END AS day FROM added a) b
    JOIN report_day d USING (day) WHERE d.xmin <> pg_current_xact_id()::xid
  ) THEN
    RAISE EXCEPTION 'a closed day gets no more rows';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER report_sum_comes_with_its_day AFTER INSERT ON report_sum REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION check_report_rows();
CREATE TRIGGER report_balance_comes_with_its_day AFTER INSERT ON report_balance REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION check_report_rows();
