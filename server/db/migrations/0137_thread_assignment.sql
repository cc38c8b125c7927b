-- Who of the team looks after a thread.
-- min_reader: 93
-- short-lock: the column is empty in every row, so there is nothing to check
ALTER TABLE support_thread ADD COLUMN assigned_to text REFERENCES player (user_id), ADD COLUMN assigned_at timestamptz;
