-- A round that pays back exactly what was staked in it counts nothing toward wagering. Until now it counted like any other:
-- the rows that are here stay as they are, and so does the progress that players have from them.
ALTER TABLE bonus_wager
  -- Whether a round whose stake came back still counted when this row was written.
  ADD COLUMN returned_counted boolean NOT NULL DEFAULT true;
ALTER TABLE bonus_wager ALTER COLUMN returned_counted SET DEFAULT false;
