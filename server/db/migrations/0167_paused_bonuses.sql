-- While the game of its free spins is closed, the time of a bonus stands still. An older Ayo beside this one pauses none.
-- min_reader: 93
ALTER TABLE bonus_wallet ADD COLUMN paused_at timestamptz;
