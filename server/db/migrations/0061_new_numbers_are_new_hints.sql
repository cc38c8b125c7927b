-- A number that two accounts have shown is what people decide about: another number that both show later is asked about anew.
-- '' = a hint of another kind, or a number that is not known any more.
ALTER TABLE person_hint ADD COLUMN evidence text NOT NULL DEFAULT '';
ALTER TABLE person_hint DISABLE TRIGGER person_hint_is_history;
UPDATE person_hint h SET evidence = coalesce((
    SELECT encode(c.person_hash, 'hex') FROM identity_check c JOIN identity i USING (person_hash)
    WHERE (c.user_id = h.user_id AND i.user_id = h.other_id) OR (c.user_id = h.other_id AND i.user_id = h.user_id)
    ORDER BY c.check_id LIMIT 1), '')
  WHERE kind = 'nin';
ALTER TABLE person_hint ENABLE TRIGGER person_hint_is_history;
ALTER TABLE person_hint DROP CONSTRAINT person_hint_user_id_other_id_kind_key,
  ADD CONSTRAINT person_hint_is_once UNIQUE (user_id, other_id, kind, evidence),
  ADD CHECK (evidence = '' OR kind = 'nin');
