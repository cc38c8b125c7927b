-- For the job that pauses bonuses while the game of their free spins is closed.
-- min_reader: 93
-- no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS bonus_wallet_with_spins ON bonus_wallet (spin_game) WHERE state = 'active' AND (spins_left > 0 OR paused_at IS NOT NULL);
