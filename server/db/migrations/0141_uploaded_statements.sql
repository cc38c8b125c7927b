-- Whether a statement came from somebody at the desk. Such a one shows what differs, but nothing is booked by it and no payout is sent because of it.
-- An older Ayo does not know of it.
-- min_reader: 93
ALTER TABLE reconciliation ADD COLUMN is_uploaded boolean NOT NULL DEFAULT false;
