-- What people put right in the books: one person proposes it, and nothing moves before another one has confirmed it. Rows are never taken away.
-- min_reader: 93
CREATE TABLE correction (
  proposal_id    text PRIMARY KEY,
  kind           text NOT NULL CHECK (kind ~ '^[a-z-]{1,32}$'),
  -- What it is about, like `player:<userId>` or `withdrawal:<id>`: one proposal at a time, so that what is confirmed is what was seen.
  subject        text NOT NULL,
  -- NULL for what is about no player.
  user_id        text REFERENCES player (user_id),
  -- Kobo, signed: what the player's real balance gets.
  amount         bigint NOT NULL,
  reason_code    text NOT NULL CHECK (reason_code ~ '^[a-z-]{1,32}$'),
  -- For colleagues.
  note           text NOT NULL,
  -- The player reads this, word for word.
  player_text    text,
  -- The correction that this one takes back, whole or in part.
  takes_back     text REFERENCES correction (proposal_id),
  -- The bank's own reference of what it is about.
  bank_reference text,
  facts          jsonb NOT NULL DEFAULT '{}',
  proposed_by    text NOT NULL REFERENCES player (user_id),
  proposed_at    timestamptz NOT NULL,
  network        text,
  device         text,
  ended_at       timestamptz,
  end_reason     text CHECK (end_reason IN ('confirmed', 'withdrawn')),
  ended_by       text REFERENCES player (user_id),
  -- The posting, where it moved money.
  transaction_id bigint UNIQUE REFERENCES ledger_transaction (transaction_id),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL)),
  CHECK (end_reason IS DISTINCT FROM 'confirmed' OR ended_by <> proposed_by),
  CHECK (transaction_id IS NULL OR end_reason IS NOT DISTINCT FROM 'confirmed'),
  CHECK (kind <> 'adjustment' OR (user_id IS NOT NULL AND amount <> 0 AND player_text IS NOT NULL)),
  CHECK (kind <> 'adjustment' OR end_reason IS DISTINCT FROM 'confirmed' OR transaction_id IS NOT NULL),
  CHECK (takes_back IS DISTINCT FROM proposal_id)
);
CREATE UNIQUE INDEX correction_open ON correction (subject) WHERE ended_at IS NULL;
-- Everything but a balance is put right once.
CREATE UNIQUE INDEX correction_done ON correction (subject) WHERE end_reason = 'confirmed' AND kind <> 'adjustment';
CREATE UNIQUE INDEX correction_of_bank_reference ON correction (kind, bank_reference) WHERE end_reason IS DISTINCT FROM 'withdrawn';
CREATE INDEX correction_of_player ON correction (user_id, proposed_at);
CREATE INDEX correction_of_proposer ON correction (proposed_by, proposed_at);
CREATE INDEX correction_ended ON correction (ended_at DESC, proposal_id DESC) WHERE ended_at IS NOT NULL;
CREATE INDEX correction_taken_back ON correction (takes_back) WHERE takes_back IS NOT NULL;

CREATE FUNCTION keep_correction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.ended_at IS NOT NULL
     OR ROW (NEW.proposal_id, NEW.kind, NEW.subject, NEW.user_id, NEW.amount, NEW.reason_code, NEW.note, NEW.player_text, NEW.takes_back, NEW.bank_reference,
             NEW.facts, NEW.proposed_by, NEW.proposed_at, NEW.network, NEW.device)
        IS DISTINCT FROM
        ROW (OLD.proposal_id, OLD.kind, OLD.subject, OLD.user_id, OLD.amount, OLD.reason_code, OLD.note, OLD.player_text, OLD.takes_back, OLD.bank_reference,
             OLD.facts, OLD.proposed_by, OLD.proposed_at, OLD.network, OLD.device) THEN
    RAISE EXCEPTION 'a correction stays as it was proposed, and ends once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER correction_is_kept BEFORE UPDATE OR DELETE ON correction FOR EACH ROW EXECUTE FUNCTION keep_correction();
CREATE TRIGGER correction_not_emptied BEFORE TRUNCATE ON correction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
