-- One person, one account that plays: the one that has the identity. Another account that shows the same identity is a
-- second one: what is in it can be paid out, and nothing else moves.

-- Persons that one unverified account had made one become several again: whoever has an identity is a person of their own,
-- and any other account belongs to the identity that it showed first.
UPDATE player p SET person_id = o.owner_id, version = version + 1, protection_version = protection_version + 1
  FROM (SELECT a.user_id, coalesce(own.user_id, (SELECT i.user_id FROM identity_check c JOIN identity i USING (person_hash)
          WHERE c.user_id = a.user_id AND c.person_hash IS NOT NULL ORDER BY c.check_id LIMIT 1)) AS owner_id
        FROM player a LEFT JOIN identity own USING (user_id)
        WHERE a.person_id IN (SELECT b.person_id FROM player b JOIN identity USING (user_id) WHERE b.person_id IS NOT NULL GROUP BY 1 HAVING count(*) > 1)) o
  WHERE o.user_id = p.user_id AND o.owner_id IS NOT NULL;

ALTER TABLE player ADD COLUMN is_second boolean NOT NULL GENERATED ALWAYS AS (person_id IS NOT NULL AND verification <> 'verified') STORED;

-- A closed account passes its identity on to the next one of the person.
ALTER TABLE identity DROP CONSTRAINT identity_person_hash_key, ADD COLUMN passed_at timestamptz;
CREATE UNIQUE INDEX identity_held ON identity (person_hash) WHERE passed_at IS NULL;
CREATE INDEX identity_of_person ON identity (person_hash);
CREATE FUNCTION keep_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.passed_at IS NOT NULL
     OR ROW (NEW.user_id, NEW.person_hash, NEW.gateway, NEW.kind, NEW.last_four, NEW.wording_version, NEW.verified_at)
        IS DISTINCT FROM ROW (OLD.user_id, OLD.person_hash, OLD.gateway, OLD.kind, OLD.last_four, OLD.wording_version, OLD.verified_at) THEN
    RAISE EXCEPTION 'rows of identity are only ever added, and passed on once';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER identity_is_history ON identity;
CREATE TRIGGER identity_is_kept BEFORE UPDATE OR DELETE ON identity FOR EACH ROW EXECUTE FUNCTION keep_identity();

-- What the account was from then on.
ALTER TABLE person_link ADD COLUMN is_second boolean NOT NULL DEFAULT false;
INSERT INTO person_link (user_id, person_id, at, after_entry, after_step, is_second)
  SELECT user_id, person_id, now(), (SELECT coalesce(max(entry_id), 0) FROM ledger_entry), (SELECT coalesce(max(step_id), 0) FROM deposit_step), true
  FROM player WHERE is_second ORDER BY user_id;

-- Limits hold for their own account. Of a limit that an account has from the closed one before it: the change that set it there.
ALTER TABLE limit_change DROP COLUMN after_entry, ADD COLUMN carried_from bigint REFERENCES limit_change (change_id);
-- What held for the person from another account's limit holds as the own one of the account that plays, and is raised there.
INSERT INTO limit_change (user_id, kind, period, what, amount, at, session_hash, after_entries, after_step, carried_from)
  SELECT p.user_id, low.kind, low.period, 'set', low.amount, now(), low.session_hash,
    coalesce((SELECT chain_length FROM ledger_account WHERE account_id = 'real:' || p.user_id), 0),
    (SELECT coalesce(max(step_id), 0) FROM deposit_step), low.change_id
  FROM player p CROSS JOIN LATERAL (
      SELECT DISTINCT ON (l.kind, l.period) l.kind, l.period, l.amount, c.change_id, c.session_hash
      FROM player s JOIN player_limit l USING (user_id) JOIN limit_change c USING (user_id, kind, period)
      WHERE s.person_id = p.person_id AND s.is_second AND c.what IN ('set', 'confirmed') ORDER BY l.kind, l.period, l.amount, c.change_id DESC) low
    LEFT JOIN player_limit own ON own.user_id = p.user_id AND own.kind = low.kind AND own.period = low.period
  WHERE NOT p.is_second AND (own.amount IS NULL OR low.amount < own.amount);
INSERT INTO player_limit (user_id, kind, period, amount, set_at)
  SELECT user_id, kind, period, amount, at FROM limit_change WHERE carried_from IS NOT NULL
  ON CONFLICT (user_id, kind, period) DO UPDATE SET amount = excluded.amount, set_at = excluded.set_at;
DELETE FROM limit_raise r USING limit_change c WHERE c.carried_from IS NOT NULL AND c.user_id = r.user_id AND c.kind = r.kind AND c.period = r.period;
UPDATE player SET limited = true, protection_version = protection_version + 1
  WHERE user_id IN (SELECT user_id FROM limit_change WHERE carried_from IS NOT NULL);

-- That it showed somebody's identity is a reason to look at a break that is asked for on a second account.
ALTER TABLE person_hint DROP CONSTRAINT person_hint_kind_check,
  ADD CONSTRAINT person_hint_kind_check CHECK (kind IN ('phone', 'device', 'payout-account', 'nin'));
INSERT INTO person_hint (user_id, other_id, kind, at)
  SELECT s.user_id, p.user_id, 'nin', now() FROM player s JOIN player p USING (person_id) WHERE s.is_second AND NOT p.is_second;

-- Bonuses of a second account end; the platform's own sweep ends those that run now.
ALTER TABLE bonus_wallet DROP CONSTRAINT bonus_wallet_end_reason_check,
  ADD CONSTRAINT bonus_wallet_end_reason_check
    CHECK (end_reason IN ('met', 'expired', 'forfeited', 'played-out', 'excluded', 'account-closed', 'deposit-failed', 'second-account'));
