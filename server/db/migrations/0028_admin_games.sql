-- What admins do with the catalogue: from when a game is new, a version of the order of the lobby, and an audit trail whose
-- lines are chained by their hashes.

-- A day in Lagos; players are shown the game as new for 30 days from it on. Before, "new" was a category like any other.
ALTER TABLE game ADD COLUMN new_from date;
UPDATE game SET new_from = (updated_at AT TIME ZONE 'Africa/Lagos')::date, categories = array_remove(categories, 'new')
  WHERE 'new' = ANY (categories);
ALTER TABLE game ADD CONSTRAINT game_new_is_a_day CHECK (NOT 'new' = ANY (categories));
-- Whether the catalogue tells something else today than yesterday is asked with every look at it.
CREATE INDEX game_new_from ON game (new_from) WHERE new_from IS NOT NULL;

-- Rises with every change of the order: two admins who arrange the lobby at once don't undo each other.
ALTER TABLE catalogue ADD COLUMN order_version bigint NOT NULL DEFAULT 1;

-- The hash of a line takes in that of the line before it; `src/core/audit-chain.ts` says the same for whoever checks it.
CREATE FUNCTION audit_hash(previous bytea, chain_no bigint, at timestamptz, user_id text, action text, subject text, before jsonb, after jsonb)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws(E'\n',
    encode(previous, 'hex'),
    chain_no,
    to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    user_id, action, subject, before::text, after::text
  ), 'UTF8'))
$$;

-- Its end, which every new line locks: the chain has no forks, and its end can't be cut off unseen.
CREATE TABLE admin_audit_head (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  length   bigint NOT NULL CHECK (length >= 0),
  hash     bytea NOT NULL CHECK (octet_length(hash) = 32)
);
INSERT INTO admin_audit_head (length, hash) VALUES (0, sha256(convert_to('ayo audit 1', 'UTF8')));

ALTER TABLE admin_audit
  ADD COLUMN chain_no bigint UNIQUE,
  ADD COLUMN hash bytea CHECK (octet_length(hash) = 32);

-- The lines of before, in their order. This is the one moment in which lines of the trail are touched again.
ALTER TABLE admin_audit DISABLE TRIGGER admin_audit_is_history;
DO $$
DECLARE
  line  admin_audit;
  ended admin_audit_head;
BEGIN
  SELECT * INTO ended FROM admin_audit_head;
  FOR line IN SELECT * FROM admin_audit ORDER BY audit_id LOOP
    ended.length := ended.length + 1;
    ended.hash := audit_hash(ended.hash, ended.length, line.at, line.user_id, line.action, line.subject, line.before, line.after);
    UPDATE admin_audit SET chain_no = ended.length, hash = ended.hash WHERE audit_id = line.audit_id;
  END LOOP;
  UPDATE admin_audit_head SET length = ended.length, hash = ended.hash;
END $$;
ALTER TABLE admin_audit ENABLE TRIGGER admin_audit_is_history;
ALTER TABLE admin_audit ALTER COLUMN chain_no SET NOT NULL, ALTER COLUMN hash SET NOT NULL;
CREATE INDEX admin_audit_of_subject_chained ON admin_audit (subject, chain_no DESC);
DROP INDEX admin_audit_of_subject;

-- Whoever writes a line, from wherever: it is chained.
CREATE FUNCTION chain_admin_audit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended admin_audit_head;
BEGIN
  SELECT * INTO STRICT ended FROM admin_audit_head FOR UPDATE;
  NEW.chain_no := ended.length + 1;
  NEW.hash := audit_hash(ended.hash, NEW.chain_no, NEW.at, NEW.user_id, NEW.action, NEW.subject, NEW.before, NEW.after);
  UPDATE admin_audit_head SET length = NEW.chain_no, hash = NEW.hash;
  RETURN NEW;
END $$;
CREATE TRIGGER admin_audit_is_chained BEFORE INSERT ON admin_audit FOR EACH ROW EXECUTE FUNCTION chain_admin_audit();
