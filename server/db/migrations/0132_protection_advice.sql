-- What a player was told calmly about their own play: their figures of the seven days before. It stays.
-- min_reader: 93
CREATE TABLE protection_advice (
  advice_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id   text NOT NULL REFERENCES player (user_id),
  -- 2 suggests a limit.
  level     integer NOT NULL CHECK (level IN (1, 2)),
  at        timestamptz NOT NULL,
  -- Kobo, and ms.
  deposited bigint NOT NULL,
  staked    bigint NOT NULL,
  won       bigint NOT NULL,
  played_ms bigint NOT NULL
);
CREATE INDEX protection_advice_of_player ON protection_advice (user_id, advice_id DESC);
CREATE TRIGGER protection_advice_is_history BEFORE UPDATE OR DELETE ON protection_advice FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER protection_advice_not_emptied BEFORE TRUNCATE ON protection_advice FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
