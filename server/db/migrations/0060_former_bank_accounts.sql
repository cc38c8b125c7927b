-- Bank accounts that a player removed: whoever is excluded could else take theirs away and open the next account with it.
CREATE TABLE former_bank_account (
  user_id        text NOT NULL REFERENCES player (user_id),
  bank_code      text NOT NULL,
  bank_name      text NOT NULL,
  -- For telling accounts of one person: no answer and no log ever has it.
  account_number text NOT NULL CHECK (account_number ~ '^\d{10}$'),
  -- As the bank had it.
  account_name   text NOT NULL,
  -- Of the first time that it was there.
  added_at       timestamptz NOT NULL,
  removed_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, bank_code, account_number, account_name)
);
CREATE INDEX former_bank_account_by_number ON former_bank_account (account_number, bank_code);
CREATE TRIGGER former_bank_account_is_history BEFORE UPDATE OR DELETE ON former_bank_account FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER former_bank_account_not_emptied BEFORE TRUNCATE ON former_bank_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
