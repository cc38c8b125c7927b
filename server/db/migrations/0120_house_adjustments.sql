-- The house's account against which balances of players are corrected. An older Ayo never posts to it, and its checks sum it like the others.
-- min_reader: 93
ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_kind_check;
ALTER TABLE ledger_account ADD CONSTRAINT ledger_account_kind_check
  CHECK (kind IN ('real', 'held', 'suspense', 'bonus', 'house', 'gateway', 'bonus-cost', 'house:adjustments')) NOT VALID;
INSERT INTO ledger_account (account_id, kind, currency) VALUES ('house:adjustments:NGN', 'house:adjustments', 'NGN');
