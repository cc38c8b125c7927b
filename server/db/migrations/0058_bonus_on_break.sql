-- A bonus does not begin during a break: it ends where the deposit that it waits for alone is credited then.
ALTER TABLE bonus_wallet DROP CONSTRAINT bonus_wallet_end_reason_check,
  ADD CONSTRAINT bonus_wallet_end_reason_check CHECK (end_reason IN
    ('met', 'expired', 'forfeited', 'played-out', 'excluded', 'account-closed', 'deposit-failed', 'second-account', 'cool-off'));
