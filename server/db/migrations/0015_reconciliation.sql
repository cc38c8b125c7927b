-- What a gateway's statement and our books disagree about.

CREATE TABLE reconciliation (
  reconciliation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gateway           text NOT NULL,
  source            text NOT NULL CHECK (source IN ('gateway', 'file')),
  -- The statement's time: from (inclusive) to (exclusive).
  from_at           timestamptz NOT NULL,
  to_at             timestamptz NOT NULL,
  lines             integer NOT NULL,
  differences       integer NOT NULL,
  at                timestamptz NOT NULL
);

-- Each once, however often it is found again.
CREATE TABLE reconciliation_difference (
  gateway        text NOT NULL,
  direction      text NOT NULL CHECK (direction IN ('in', 'out')),
  reference      text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('missing-here', 'missing-there', 'amount-differs', 'state-differs', 'duplicate')),
  -- Amounts in kobo. NULL where that side knows nothing.
  our_state      text,
  our_amount     bigint,
  their_state    text,
  their_amount   bigint,
  their_currency text,
  first_found    bigint NOT NULL REFERENCES reconciliation (reconciliation_id),
  last_found     bigint NOT NULL REFERENCES reconciliation (reconciliation_id),
  PRIMARY KEY (gateway, direction, reference, kind)
);

-- When each gateway's turn is next.
CREATE TABLE reconciliation_due (
  gateway text PRIMARY KEY,
  next_at timestamptz NOT NULL
);

CREATE INDEX deposit_by_gateway ON deposit (gateway, created_at);
CREATE INDEX withdrawal_by_gateway ON withdrawal (gateway, created_at);
