-- A check that was answered so because too many accounts had shown the same identity: it makes no second account, and is kept with
-- the identity, so that people can give it to the account whose it is.
ALTER TABLE identity_check DROP CONSTRAINT identity_check_outcome_check,
  ADD CONSTRAINT identity_check_outcome_check
    CHECK (outcome IN ('verified', 'unknown', 'differs', 'under-age', 'in-use', 'too-many', 'unavailable')),
  DROP CONSTRAINT identity_check_check,
  ADD CONSTRAINT identity_check_person_hash_check
    CHECK (person_hash IS NULL OR (octet_length(person_hash) = 32 AND outcome IN ('in-use', 'too-many')));
