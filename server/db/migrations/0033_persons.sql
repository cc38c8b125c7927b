-- Protection belongs to the person: which accounts are one person's, and which look as if they were.

ALTER TABLE player
  -- Accounts with the same value are one person; NULL = no other account is known. The value itself says nothing.
  ADD COLUMN person_id text,
  -- What forbids play at the moment was asked for on another account of the person.
  ADD COLUMN protection_carried boolean NOT NULL DEFAULT false,
  -- Another account looks like the same person's, so identity is asked for first: before money comes in, or before any
  -- stake as well. NULL = nothing is asked for.
  ADD COLUMN identity_check text CHECK (identity_check IN ('money-in', 'play'));
CREATE INDEX player_of_person ON player (person_id) WHERE person_id IS NOT NULL;

-- When an account became known as one of a person's.
CREATE TABLE person_link (
  link_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     text NOT NULL REFERENCES player (user_id),
  person_id   text NOT NULL,
  at          timestamptz NOT NULL,
  -- The newest entry of the ledger and the newest step of any deposit at that time: what is newer came after the link.
  after_entry bigint NOT NULL,
  after_step  bigint NOT NULL
);
CREATE INDEX person_link_of_player ON person_link (user_id, link_id DESC);
CREATE INDEX person_link_of_person ON person_link (person_id);
CREATE TRIGGER person_link_is_history BEFORE UPDATE OR DELETE ON person_link FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A limit of one account holds for all of the person's, so its place in the ledger as a whole is needed, too. NULL before
-- this step, when limits held for their own account alone.
ALTER TABLE limit_change ADD COLUMN after_entry bigint;

-- Of a break or an exclusion that an account has from another one of the person's: the one that was asked for.
ALTER TABLE exclusion ADD COLUMN carried_from bigint REFERENCES exclusion (exclusion_id);

-- Why two accounts look like one person's: the same name and date of birth, and one of these. The first account is asked
-- for its identity.
CREATE TABLE person_hint (
  hint_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id  text NOT NULL REFERENCES player (user_id),
  other_id text NOT NULL REFERENCES player (user_id) CHECK (other_id <> user_id),
  kind     text NOT NULL CHECK (kind IN ('phone', 'device', 'payout-account')),
  at       timestamptz NOT NULL,
  UNIQUE (user_id, other_id, kind)
);
CREATE INDEX person_hint_about ON person_hint (other_id);
CREATE TRIGGER person_hint_is_history BEFORE UPDATE OR DELETE ON person_hint FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- How the question was answered: identity showed another person, or the same one.
CREATE TABLE person_hint_end (
  hint_id bigint PRIMARY KEY REFERENCES person_hint (hint_id),
  at      timestamptz NOT NULL,
  how     text NOT NULL CHECK (how IN ('another-person', 'linked'))
);
CREATE TRIGGER person_hint_end_is_history BEFORE UPDATE OR DELETE ON person_hint_end FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Who has the same birthday and name, phone or payout account.
CREATE INDEX player_by_birth ON player (date_of_birth, lower(lastname));
CREATE INDEX player_by_birth_of_some ON player (date_of_birth) WHERE protection <> 'none' OR person_id IS NOT NULL;
CREATE INDEX player_by_phone ON player (phone) WHERE phone IS NOT NULL;
CREATE INDEX bank_account_by_number ON bank_account (account_number, bank_code);
CREATE INDEX withdrawal_by_number ON withdrawal (account_number, bank_code);

-- Accounts that were known as one person's before this step become one: those that share an identity, and those that
-- share one with any of these.
UPDATE player p SET person_id = g.person_id
  FROM (SELECT user_id, min(user_id) OVER (PARTITION BY person_hash) AS person_id, count(*) OVER (PARTITION BY person_hash) AS accounts
        FROM player_person) g
  WHERE g.user_id = p.user_id AND g.accounts > 1;
DO $$
BEGIN
  LOOP
    UPDATE player p SET person_id = g.least_id
      FROM (SELECT person_hash, min(person_id) AS least_id FROM player_person JOIN player USING (user_id) WHERE person_id IS NOT NULL GROUP BY 1) g
      JOIN player_person v USING (person_hash)
      WHERE v.user_id = p.user_id AND p.person_id > g.least_id;
    EXIT WHEN NOT FOUND;
  END LOOP;
END $$;
INSERT INTO person_link (user_id, person_id, at, after_entry, after_step)
  SELECT user_id, person_id, now(), (SELECT coalesce(max(entry_id), 0) FROM ledger_entry), (SELECT coalesce(max(step_id), 0) FROM deposit_step)
  FROM player WHERE person_id IS NOT NULL ORDER BY user_id;

-- What forbids play to one of them forbids it to all: the strictest, to the latest end. Their bonuses are ended by the
-- platform's own sweep.
WITH running AS (
  SELECT person_id, CASE WHEN bool_or(protection = 'excluded') THEN 'excluded' ELSE 'cool-off' END AS state,
    CASE WHEN bool_or(protection_until IS NULL) THEN NULL ELSE max(protection_until) END AS until
  FROM player WHERE person_id IS NOT NULL AND protection <> 'none' AND (protection_until IS NULL OR protection_until > now()) GROUP BY person_id
), barred AS (
  UPDATE player p SET protection = r.state, protection_until = r.until, protection_carried = true,
    -- One that is over is followed by a new one.
    protection_since = CASE WHEN protection <> 'none' AND (protection_until IS NULL OR protection_until > now()) THEN protection_since ELSE now() END,
    version = version + 1, protection_version = protection_version + 1
  FROM running r WHERE r.person_id = p.person_id AND (p.protection <> r.state OR p.protection_until IS DISTINCT FROM r.until)
  RETURNING p.user_id, p.person_id, r.state, r.until
)
INSERT INTO exclusion (user_id, length, at, ends_at, state, until, session_hash, after_entries, after_step, carried_from)
  SELECT b.user_id, x.length, now(), x.ends_at, b.state, b.until, x.session_hash,
    coalesce((SELECT chain_length FROM ledger_account WHERE account_id = 'real:' || b.user_id), 0),
    (SELECT coalesce(max(step_id), 0) FROM deposit_step), x.exclusion_id
  FROM barred b CROSS JOIN LATERAL (
    SELECT e.* FROM exclusion e JOIN player o USING (user_id) WHERE o.person_id = b.person_id
    ORDER BY e.until DESC NULLS FIRST, e.exclusion_id DESC LIMIT 1) x;
