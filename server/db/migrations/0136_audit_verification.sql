-- How far the audit trail was verified, for the desk. One row; a check goes on where the one before it ended.
-- min_reader: 93
CREATE TABLE audit_verification (
  only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- The walk under way: when it began with the first line, the last line that it has verified, and that line's hash in hex; 0 without a hash: none yet.
  began_at     timestamptz,
  reached      bigint NOT NULL DEFAULT 0,
  reached_hash text,
  -- The last line of a walk that came from the first line to the end of the trail, and when.
  verified_to  bigint,
  verified_at  timestamptz,
  -- The first line that is wrong, how, and since when that is known.
  broken_at    bigint,
  broken_how   text CHECK (broken_how IN ('number', 'hash', 'head')),
  broken_since timestamptz,
  CHECK ((reached = 0) = (reached_hash IS NULL)),
  CHECK ((verified_to IS NULL) = (verified_at IS NULL)),
  CHECK ((broken_at IS NULL) = (broken_how IS NULL) AND (broken_at IS NULL) = (broken_since IS NULL))
);
INSERT INTO audit_verification DEFAULT VALUES;
