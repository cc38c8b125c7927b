-- A withdrawal whose answer was lost is sent again with the same key: it is recorded once.
ALTER TABLE consent ADD COLUMN request_key text;
CREATE UNIQUE INDEX consent_of_request ON consent (user_id, tag, request_key);
-- The receipts as the player sees them, newest first.
CREATE INDEX consent_receipts ON consent (user_id, consent_id DESC);
