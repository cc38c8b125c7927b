-- Accounts that look alike are searched, and their required checks worked out, after the change is committed, one account after the
-- other (server/lookalikes/settle.ts). So nobody's call waits for another account, and no lock holds everybody of one birthday.

-- An account whose search and whose pairs' checks are due. Rows are only added and deleted, so that adding one never waits.
CREATE TABLE lookalike_due (
  due_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES player (user_id),
  at      timestamptz NOT NULL
);
CREATE INDEX lookalike_due_of_player ON lookalike_due (user_id, due_id);

-- An account that looked like very many others when it was searched, none of which was verified or had ever held money. It has no
-- pairs, and needs its identity until it has shown one.
CREATE TABLE lookalike_crowd (
  user_id text PRIMARY KEY REFERENCES player (user_id),
  at      timestamptz NOT NULL
);
CREATE TRIGGER lookalike_crowd_is_history BEFORE UPDATE OR DELETE ON lookalike_crowd FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lookalike_crowd_not_emptied BEFORE TRUNCATE ON lookalike_crowd FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Two accounts in one browser are found by keys, too: a hash of the browser's cookie with the date of birth, or with a part of the
-- name. So the keys show that two accounts share a browser only where they share one of these as well.
ALTER TABLE lookalike_key
  -- The later one of two equal keys tells which of the accounts was changed so that they look alike. Of earlier keys it is not known.
  ADD COLUMN added_at timestamptz NOT NULL DEFAULT '-infinity',
  DROP CONSTRAINT lookalike_key_kind_check,
  ADD CONSTRAINT lookalike_key_kind_check CHECK (kind IN ('word', 'name', 'phone', 'browser', 'named-browser'));
CREATE INDEX lookalike_key_searched ON lookalike_key (key) WHERE kind IN ('phone', 'browser', 'named-browser');
-- Names are compared only between accounts that share something else.
DROP INDEX lookalike_key_of_birthday;

-- Of accounts that were opened in large numbers before this step, each looks like all earlier ones.
INSERT INTO lookalike_crowd (user_id, at)
  SELECT p.user_id, now() FROM player p JOIN (SELECT user_id FROM person_hint GROUP BY user_id HAVING count(DISTINCT other_id) > 20) h USING (user_id)
  WHERE p.role = 'player' AND p.verification = 'none' AND p.person_id IS NULL
    AND NOT EXISTS (SELECT FROM ledger_account m WHERE m.account_id = 'real:' || p.user_id AND m.chain_length > 0);
UPDATE player SET identity_check = 'play', version = version + 1
  WHERE identity_check IS DISTINCT FROM 'play' AND user_id IN (SELECT user_id FROM lookalike_crowd);
