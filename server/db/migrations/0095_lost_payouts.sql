-- min_reader: 93
-- A gateway that paid out at some time and can't give a statement any more: somebody on the server has said that payouts need not wait for it.
CREATE TABLE accepted_gateway (
  restore_id  bigint NOT NULL REFERENCES database_restore (restore_id),
  gateway     text NOT NULL,
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (restore_id, gateway)
);

-- Payouts that a restore lost: the player asked for them, and they were sent, after the backup. The gateway's statement has them, and their
-- reference says whose they are. The money is taken from the player's balance, as far as it goes.
CREATE TABLE lost_payout (
  gateway        text NOT NULL,
  reference      text NOT NULL,
  user_id        text NOT NULL REFERENCES player (user_id),
  -- Kobo: what was paid, and what of it could be taken.
  amount         bigint NOT NULL CHECK (amount > 0),
  taken          bigint NOT NULL CHECK (taken BETWEEN 0 AND amount),
  transaction_id bigint UNIQUE REFERENCES ledger_transaction (transaction_id),
  restore_id     bigint NOT NULL REFERENCES database_restore (restore_id),
  booked_at      timestamptz NOT NULL,
  -- When somebody settled what could not be taken; until then nothing is sent to this player.
  settled_at     timestamptz,
  PRIMARY KEY (gateway, reference),
  CHECK ((transaction_id IS NULL) = (taken = 0)),
  CHECK (settled_at IS NULL OR taken < amount)
);
CREATE INDEX lost_payout_open ON lost_payout (user_id) WHERE taken < amount AND settled_at IS NULL;
CREATE UNIQUE INDEX lost_payout_reference ON lost_payout (reference);

CREATE FUNCTION keep_lost_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'UPDATE' OR OLD.settled_at IS NOT NULL OR NEW.settled_at IS NULL
     OR to_jsonb(NEW) - 'settled_at' IS DISTINCT FROM to_jsonb(OLD) - 'settled_at' THEN
    RAISE EXCEPTION 'a lost payout stays, and is settled once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lost_payout_is_kept BEFORE UPDATE OR DELETE ON lost_payout FOR EACH ROW EXECUTE FUNCTION keep_lost_payout();
CREATE TRIGGER lost_payout_not_emptied BEFORE TRUNCATE ON lost_payout FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
