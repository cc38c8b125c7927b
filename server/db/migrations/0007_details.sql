-- Where a player lives, and the trail of every change of the player's own details.

ALTER TABLE player
  ADD COLUMN street text,
  ADD COLUMN city text,
  -- ISO 3166-2:NG without `NG-`.
  ADD COLUMN state text CHECK (state ~ '^[A-Z]{2}$'),
  -- Rises with every change of names, phone and address, and with nothing else: what a change must start from.
  ADD COLUMN details_version bigint NOT NULL DEFAULT 1,
  ADD CONSTRAINT player_address_is_whole CHECK (num_nulls(street, city, state) IN (0, 3));

-- Who had which name, phone and address when. The values are kept: a payment or a complaint is checked against the
-- details of its day. For people who may see them, never for a log.
CREATE TABLE details_change (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id   text NOT NULL REFERENCES player (user_id),
  at        timestamptz NOT NULL,
  -- The version that it made.
  version   bigint NOT NULL,
  -- The session that asked for it.
  session_hash text NOT NULL,
  -- The members that changed, from what to what.
  before    jsonb NOT NULL,
  after     jsonb NOT NULL,
  UNIQUE (user_id, version)
);
CREATE TRIGGER details_change_is_history BEFORE UPDATE OR DELETE ON details_change
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
