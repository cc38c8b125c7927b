-- Accounts of one person are found by what does not depend on how a name is written: its words without case, marks and
-- punctuation, of whichever field, and earlier phones. The keys are made by the platform (server/lookalikes/search-keys.ts),
-- which makes those of older accounts at its next start. They stay: earlier names and phones count, too.
CREATE TABLE lookalike_key (
  user_id       text NOT NULL REFERENCES player (user_id),
  date_of_birth date NOT NULL,
  -- A word of a name, or several that stand together; a whole name without spaces; a phone.
  kind          text NOT NULL CHECK (kind IN ('word', 'name', 'phone')),
  key           text NOT NULL,
  PRIMARY KEY (user_id, date_of_birth, kind, key)
);
CREATE INDEX lookalike_key_of_birthday ON lookalike_key (date_of_birth, kind, key);
CREATE TRIGGER lookalike_key_is_history BEFORE UPDATE OR DELETE ON lookalike_key FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER lookalike_key_not_emptied BEFORE TRUNCATE ON lookalike_key FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Nothing looks for a last name any more; people who decide about money see the newest accounts of a birthday.
DROP INDEX player_by_birth;
CREATE INDEX player_by_birth ON player (date_of_birth, created_at);

-- Of two accounts that look alike and of which one has shown an identity, the other one is asked, also where it is the older one.
UPDATE player p SET version = version + 1, identity_check = CASE
    WHEN EXISTS (SELECT FROM ledger_account m WHERE m.account_id = 'real:' || p.user_id AND m.chain_length > 0) THEN 'money-in' ELSE 'play' END
  WHERE p.identity_check IS NULL AND p.role = 'player' AND p.verification = 'none' AND p.person_id IS NULL AND EXISTS (
    SELECT FROM person_hint h JOIN player o ON o.user_id = CASE WHEN h.user_id = p.user_id THEN h.other_id ELSE h.user_id END
    WHERE (h.user_id = p.user_id OR h.other_id = p.user_id) AND o.verification = 'verified'
      AND NOT EXISTS (SELECT FROM person_hint_end e WHERE e.hint_id = h.hint_id AND e.how = 'by-team'));
