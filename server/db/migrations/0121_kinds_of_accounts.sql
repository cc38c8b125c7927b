-- The kinds of accounts are checked in the rows of before, too, which keeps no posting waiting.
-- min_reader: 93
ALTER TABLE ledger_account VALIDATE CONSTRAINT ledger_account_kind_check;
