-- One window of play at a time: the window that the newest round was begun in, and when; a new active pair takes them over.
ALTER TABLE seed_pair
  -- The hash of the session and the name of the window; null: there was no round yet.
  ADD COLUMN play_window text,
  ADD COLUMN played_at timestamptz;
