-- When a game last named the art: it is deleted a while after. An older Ayo beside this one deletes none.
-- min_reader: 93
ALTER TABLE game_art ADD COLUMN named_at timestamptz;
