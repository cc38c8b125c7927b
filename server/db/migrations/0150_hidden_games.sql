-- A game can be hidden until an instant: before it, players neither see nor play it. An older Ayo beside this one knows only `enabled`.
-- min_reader: 93
ALTER TABLE game ADD COLUMN hidden_until timestamptz;
