-- Nothing of the account that plays is carried to second ones, since whoever knows somebody's NIN can make one: what was
-- carried to them ends, and what was asked for on them stays.

-- A row that nobody asked for: what was carried from another account holds here no more, and since then it is `state` and
-- `until` that hold, as they follow from what was asked for on this account.
ALTER TABLE exclusion
  ADD COLUMN is_correction boolean NOT NULL DEFAULT false,
  ALTER COLUMN length DROP NOT NULL,
  ALTER COLUMN session_hash DROP NOT NULL,
  DROP CONSTRAINT exclusion_state_check,
  ADD CONSTRAINT exclusion_state_check CHECK (state IN ('cool-off', 'excluded') OR (state = 'none' AND is_correction AND until IS NULL)),
  ADD CONSTRAINT exclusion_is_asked_for CHECK (is_correction = (length IS NULL) AND is_correction = (session_hash IS NULL));

-- Only the history itself can say that something is over which was never this account's.
CREATE OR REPLACE FUNCTION keep_protection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.protection = 'none' OR NEW.protection_since >= OLD.protection_until THEN
    RETURN NEW;
  END IF;
  IF NEW.protection = 'none' OR (OLD.protection = 'excluded' AND NEW.protection = 'cool-off')
     OR (OLD.protection_until IS NULL AND NEW.protection_until IS NOT NULL) OR NEW.protection_until < OLD.protection_until THEN
    PERFORM FROM (SELECT * FROM exclusion WHERE user_id = NEW.user_id ORDER BY exclusion_id DESC LIMIT 1) newest
      WHERE is_correction AND state = NEW.protection AND until IS NOT DISTINCT FROM NEW.protection_until;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a break or an exclusion is not made shorter';
    END IF;
  END IF;
  RETURN NEW;
END $$;

-- A closed account that has passed its identity on keeps what it has: it followed another one.
INSERT INTO exclusion (user_id, at, state, until, after_entries, after_step, is_correction)
  SELECT p.user_id, now(), coalesce(own.state, 'none'), own.until,
    coalesce((SELECT chain_length FROM ledger_account WHERE account_id = 'real:' || p.user_id), 0),
    (SELECT coalesce(max(step_id), 0) FROM deposit_step), true
  FROM player p LEFT JOIN LATERAL (
    SELECT CASE WHEN bool_or(length IN ('6-months', '1-year', '2-years', '5-years', 'permanent')) THEN 'excluded' ELSE 'cool-off' END AS state,
      CASE WHEN bool_or(ends_at IS NULL) THEN NULL ELSE max(ends_at) END AS until
    FROM exclusion x WHERE x.user_id = p.user_id AND x.carried_from IS NULL AND (x.ends_at IS NULL OR x.ends_at > now()) HAVING count(*) > 0) own ON true
  WHERE p.is_second AND p.closed_at IS NULL AND EXISTS (SELECT FROM exclusion x WHERE x.user_id = p.user_id AND x.carried_from IS NOT NULL)
  ORDER BY p.user_id;
UPDATE player p SET protection = x.state, protection_until = x.until, protection_carried = false,
    protection_since = CASE WHEN x.state = 'none' THEN NULL ELSE p.protection_since END,
    version = version + 1, protection_version = protection_version + 1
  FROM exclusion x WHERE x.is_correction AND x.user_id = p.user_id;
