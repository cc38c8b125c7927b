-- What each admin may do at the desk. Admins of before this migration go on with everything. An older Ayo may run on this schema: it lets
-- every admin do everything, and an admin whom it makes has no role here until an owner gives one.
-- min_reader: 92

CREATE TABLE desk_role (
  user_id    text NOT NULL REFERENCES player (user_id),
  role       text NOT NULL CHECK (role IN ('support', 'payments', 'risk', 'games', 'owner')),
  granted_at timestamptz NOT NULL,
  -- NULL: the platform itself, for the first admin, for those of before this migration, and for a role that was given back on the server.
  granted_by text REFERENCES player (user_id),
  ended_at   timestamptz,
  -- NULL beside ended_at: they left by themselves.
  ended_by   text REFERENCES player (user_id),
  CHECK (ended_at >= granted_at),
  CHECK (ended_by IS NULL OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX desk_role_held ON desk_role (user_id, role) WHERE ended_at IS NULL;

CREATE FUNCTION keep_desk_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.user_id, NEW.role, NEW.granted_at, NEW.granted_by) IS DISTINCT FROM ROW (OLD.user_id, OLD.role, OLD.granted_at, OLD.granted_by) THEN
    RAISE EXCEPTION 'a role of the desk stays, and ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER desk_role_ends_once BEFORE UPDATE OR DELETE ON desk_role FOR EACH ROW EXECUTE FUNCTION keep_desk_role();

INSERT INTO desk_role (user_id, role, granted_at)
SELECT p.user_id, r.role, coalesce(a.since, p.created_at)
FROM player p LEFT JOIN admin a USING (user_id) CROSS JOIN unnest(ARRAY['support', 'payments', 'risk', 'games', 'owner']) AS r (role)
WHERE p.role = 'admin' AND p.closed_at IS NULL;

-- What the invited person may do from the start; empty in an invitation that an older Ayo made.
ALTER TABLE invitation ADD COLUMN roles text[] NOT NULL DEFAULT '{}';
CREATE OR REPLACE FUNCTION keep_invitation_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.roles IS DISTINCT FROM OLD.roles THEN
    RAISE EXCEPTION 'an invitation keeps its roles';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitation_keeps_roles BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION keep_invitation_roles();
