-- An e-mail that nobody ever confirmed belongs to its account only while that is open: whoever typed somebody else's
-- address and closed the account must not keep its owner out. The row keeps it for the record.
ALTER TABLE player DROP CONSTRAINT player_email_key;
CREATE UNIQUE INDEX player_email_key ON player (email) WHERE closed_at IS NULL OR email_activated_at IS NOT NULL;
