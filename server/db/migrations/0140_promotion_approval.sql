-- The number under which the regulator has approved the advertising of a promotion. Without one nobody makes it public. NULL: those that came with
-- the program, until an admin enters one. An older Ayo does not know of it.
-- min_reader: 93
ALTER TABLE promotion ADD COLUMN approval_number text CHECK (length(approval_number) BETWEEN 3 AND 40);
