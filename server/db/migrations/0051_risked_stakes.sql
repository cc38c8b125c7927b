-- Of bets that cover for each other in one round (red and black) only what they risk together counts toward wagering. Until
-- now all of the stake counted: the rows that are here stay as they are, and so does the progress that players have from them.
ALTER TABLE bonus_wager
  -- Kobo of the whole stake of the round; NULL: written before, all of it.
  ADD COLUMN risked bigint CHECK (risked >= 0);
