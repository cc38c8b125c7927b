-- While the game of its free spins is closed, the time of a bonus stands still: expires_at does not count until it goes on, and is then as much later.
-- An older Ayo beside this one pauses none, and ends each at its expires_at, as it always did.
-- min_reader: 93
ALTER TABLE bonus_wallet ADD COLUMN paused_at timestamptz;
