-- Notes of the operator's people about a player, and the form in which names are searched at the desk.
-- min_reader: 93

CREATE TABLE player_note (
  note_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     text NOT NULL REFERENCES player (user_id),
  admin_id    text NOT NULL REFERENCES player (user_id),
  -- Of the request that wrote it, so that one that is sent again writes nothing.
  request_key text NOT NULL,
  text        text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  at          timestamptz NOT NULL,
  UNIQUE (admin_id, request_key)
);
CREATE INDEX player_note_of_player ON player_note (user_id, note_id DESC);
CREATE TRIGGER player_note_is_history BEFORE UPDATE OR DELETE ON player_note FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER player_note_not_emptied BEFORE TRUNCATE ON player_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Small letters without accents and dots, so that "sade" finds Ṣadé.
CREATE FUNCTION name_search_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;
