-- Account numbers, and the secrets that all processes share, are sealed with keys outside the database (server/field-keys.ts).
-- This is the first of two steps. An older Ayo may run on this schema: it goes on to write and to read the clear columns, and this one
-- writes both while `field_sealing.keeps_clear`. In a later version one line, SELECT empty_clear_fields(), takes the second step. The first
-- start on a database without anybody in it takes that step at once, and raises min_reader.
-- min_reader: 92
-- short-lock: of the tables that are changed, only withdrawals can be many, and of these each takes some microseconds

CREATE TABLE field_key (
  -- The newest one seals; all that are not retired open.
  number        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Says which key it is, and nothing about it.
  key_id        text NOT NULL UNIQUE CHECK (key_id ~ '^[0-9a-f]{16}$'),
  first_used_at timestamptz NOT NULL,
  -- Since then nothing in this database is sealed with it.
  retired_at    timestamptz
);

CREATE TABLE field_sealing (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Clear columns are written beside the sealed ones.
  keeps_clear boolean NOT NULL
);
INSERT INTO field_sealing (keeps_clear) VALUES (true);

-- Each account at a bank that any player named, once. Rows with the same `account_ref` name the same account, so that accounts of one person are
-- found without a number in sight.
CREATE TABLE payout_account (
  account_ref   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bank_code     text NOT NULL,
  clear_number  text CHECK (clear_number ~ '^\d{10}$'),
  -- HMAC of bank and number under the index key of `key_id`.
  number_index  bytea UNIQUE CHECK (octet_length(number_index) = 32),
  key_id        text REFERENCES field_key (key_id),
  number_sealed text CHECK (number_sealed LIKE 's1.%'),
  UNIQUE (bank_code, clear_number),
  CHECK (num_nulls(number_index, key_id, number_sealed) IN (0, 3)),
  CHECK (clear_number IS NOT NULL OR number_sealed IS NOT NULL)
);

DROP TRIGGER former_bank_account_is_history ON former_bank_account;

INSERT INTO payout_account (bank_code, clear_number)
  SELECT bank_code, account_number FROM bank_account
  UNION SELECT bank_code, account_number FROM former_bank_account
  UNION SELECT bank_code, account_number FROM withdrawal;

ALTER TABLE bank_account
  ADD COLUMN account_ref bigint REFERENCES payout_account (account_ref),
  ADD COLUMN last_four text CHECK (last_four ~ '^\d{4}$'),
  ADD COLUMN account_sealed text CHECK (account_sealed LIKE 's1.%'),
  ALTER COLUMN account_number DROP NOT NULL,
  ADD CHECK (account_number IS NOT NULL OR account_sealed IS NOT NULL);
ALTER TABLE withdrawal
  ADD COLUMN account_ref bigint REFERENCES payout_account (account_ref),
  ADD COLUMN last_four text CHECK (last_four ~ '^\d{4}$'),
  ADD COLUMN account_sealed text CHECK (account_sealed LIKE 's1.%'),
  ALTER COLUMN account_number DROP NOT NULL,
  ADD CHECK (account_number IS NOT NULL OR account_sealed IS NOT NULL);
-- Nothing is ever sent to a former account, so its number need not be opened from here.
ALTER TABLE former_bank_account
  ADD COLUMN account_ref bigint REFERENCES payout_account (account_ref),
  ADD COLUMN last_four text CHECK (last_four ~ '^\d{4}$');

UPDATE bank_account b SET account_ref = p.account_ref, last_four = right(account_number, 4)
  FROM payout_account p WHERE p.bank_code = b.bank_code AND p.clear_number = b.account_number;
UPDATE withdrawal b SET account_ref = p.account_ref, last_four = right(account_number, 4)
  FROM payout_account p WHERE p.bank_code = b.bank_code AND p.clear_number = b.account_number;
UPDATE former_bank_account b SET account_ref = p.account_ref, last_four = right(account_number, 4)
  FROM payout_account p WHERE p.bank_code = b.bank_code AND p.clear_number = b.account_number;
-- The check of their operation is deferred, and PostgreSQL changes no table with checks that wait.
SET CONSTRAINTS ALL IMMEDIATE;

ALTER TABLE bank_account ADD CONSTRAINT bank_account_refers CHECK (num_nulls(account_ref, last_four) = 0), ADD CONSTRAINT bank_account_once UNIQUE (user_id, account_ref);
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_refers CHECK (num_nulls(account_ref, last_four) = 0);
ALTER TABLE former_bank_account DROP CONSTRAINT former_bank_account_pkey;
ALTER TABLE former_bank_account ALTER COLUMN account_number DROP NOT NULL, ADD CONSTRAINT former_bank_account_refers CHECK (num_nulls(account_ref, last_four) = 0),
  ADD PRIMARY KEY (user_id, account_ref, account_name);

CREATE INDEX bank_account_of_ref ON bank_account (account_ref);
CREATE INDEX withdrawal_of_ref ON withdrawal (account_ref);
CREATE INDEX former_bank_account_of_ref ON former_bank_account (account_ref);
-- For the job that seals what an older Ayo wrote.
CREATE INDEX bank_account_unsealed ON bank_account (bank_account_id) WHERE account_sealed IS NULL;
CREATE INDEX withdrawal_unsealed ON withdrawal (withdrawal_id) WHERE account_sealed IS NULL;
CREATE INDEX payout_account_unsealed ON payout_account (account_ref) WHERE number_sealed IS NULL;

-- A row of an older Ayo has a clear number alone, and gets the rest of it here.
CREATE FUNCTION refer_to_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.account_number IS NOT NULL AND NOT (SELECT keeps_clear FROM field_sealing) THEN
    RAISE EXCEPTION 'account numbers are sealed in this database';
  END IF;
  IF NEW.account_ref IS NULL THEN
    INSERT INTO payout_account (bank_code, clear_number) VALUES (NEW.bank_code, NEW.account_number) ON CONFLICT DO NOTHING;
    SELECT account_ref INTO NEW.account_ref FROM payout_account WHERE bank_code = NEW.bank_code AND clear_number = NEW.account_number;
    NEW.last_four := right(NEW.account_number, 4);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_account_refers BEFORE INSERT ON bank_account FOR EACH ROW EXECUTE FUNCTION refer_to_account();
CREATE TRIGGER withdrawal_refers BEFORE INSERT ON withdrawal FOR EACH ROW EXECUTE FUNCTION refer_to_account();
CREATE TRIGGER former_bank_account_refers BEFORE INSERT ON former_bank_account FOR EACH ROW EXECUTE FUNCTION refer_to_account();

-- A former account stays as it is; only its clear number may go.
CREATE FUNCTION keep_former_bank_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.account_number IS NOT NULL
     OR ROW (NEW.user_id, NEW.bank_code, NEW.bank_name, NEW.account_ref, NEW.last_four, NEW.account_name, NEW.added_at, NEW.removed_at)
        IS DISTINCT FROM ROW (OLD.user_id, OLD.bank_code, OLD.bank_name, OLD.account_ref, OLD.last_four, OLD.account_name, OLD.added_at, OLD.removed_at) THEN
    RAISE EXCEPTION '% of % is not allowed: rows are only ever added', TG_OP, TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER former_bank_account_is_history BEFORE UPDATE OR DELETE ON former_bank_account FOR EACH ROW EXECUTE FUNCTION keep_former_bank_account();

-- As before; the sealed number may be sealed anew with another key, and the clear one may only go.
CREATE OR REPLACE FUNCTION keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a withdrawal stays';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF (NEW.state = 'sending') <> (NEW.approvals_needed = 0) OR NEW.state NOT IN ('checking', 'sending') THEN
      RAISE EXCEPTION 'a withdrawal that needs % approvals does not begin as %', NEW.approvals_needed, NEW.state;
    END IF;
    RETURN NEW;
  END IF;
  IF ROW (NEW.withdrawal_id, NEW.user_id, NEW.operation_key, NEW.amount, NEW.currency, NEW.bank_account_id, NEW.bank_code,
          NEW.bank_name, NEW.account_ref, NEW.last_four, NEW.account_name, NEW.approvals_needed, NEW.reference, NEW.hold_transaction, NEW.created_at)
     IS DISTINCT FROM
     ROW (OLD.withdrawal_id, OLD.user_id, OLD.operation_key, OLD.amount, OLD.currency, OLD.bank_account_id, OLD.bank_code,
          OLD.bank_name, OLD.account_ref, OLD.last_four, OLD.account_name, OLD.approvals_needed, OLD.reference, OLD.hold_transaction, OLD.created_at)
     OR (NEW.account_number IS DISTINCT FROM OLD.account_number AND NEW.account_number IS NOT NULL)
     OR (NEW.account_sealed IS NULL AND OLD.account_sealed IS NOT NULL) THEN
    RAISE EXCEPTION 'what a withdrawal asked for is fixed';
  END IF;
  IF OLD.gateway IS NOT NULL AND NEW.gateway IS DISTINCT FROM OLD.gateway THEN
    RAISE EXCEPTION 'withdrawal % goes through %, and through no other', OLD.withdrawal_id, OLD.gateway;
  END IF;
  IF OLD.state IN ('paid', 'refused', 'failed')
     AND ROW (NEW.state, NEW.end_transaction, NEW.reason, NEW.refused_by, NEW.decided_at)
         IS DISTINCT FROM ROW (OLD.state, OLD.end_transaction, OLD.reason, OLD.refused_by, OLD.decided_at) THEN
    RAISE EXCEPTION 'withdrawal % is %, which is final', OLD.withdrawal_id, OLD.state;
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN
     (('checking', 'sending'), ('checking', 'refused'), ('sending', 'paid'), ('sending', 'failed'), ('sending', 'checking')) THEN
    RAISE EXCEPTION 'a withdrawal does not go from % to %', OLD.state, NEW.state;
  END IF;
  IF OLD.state = 'sending' AND NEW.state = 'checking' AND (OLD.gateway IS NOT NULL OR OLD.approvals_needed = 0) THEN
    RAISE EXCEPTION 'withdrawal % may have been sent', OLD.withdrawal_id;
  END IF;
  IF OLD.state = 'checking' AND NEW.state = 'sending'
     AND (SELECT count(DISTINCT admin_eyes(a.user_id)) FROM withdrawal_approval a JOIN admin USING (user_id)
          WHERE a.withdrawal_id = NEW.withdrawal_id AND admin.ended_at IS NULL
            AND (admin.restored_at IS NULL OR a.at > admin.restored_at)
            AND NOT EXISTS (SELECT FROM admin_own_player o WHERE o.admin_id = a.user_id AND o.player_id = NEW.user_id)) < NEW.approvals_needed THEN
    RAISE EXCEPTION 'withdrawal % needs % approvals', OLD.withdrawal_id, OLD.approvals_needed;
  END IF;
  RETURN NEW;
END $$;

-- The secrets that all processes share. `previous_sealed`: what a rotation replaced, still accepted until then.
ALTER TABLE platform_secret
  ALTER COLUMN secret DROP NOT NULL,
  ADD COLUMN secret_sealed text CHECK (secret_sealed LIKE 's1.%'),
  ADD COLUMN previous_sealed text CHECK (previous_sealed LIKE 's1.%'),
  ADD COLUMN previous_until timestamptz,
  ADD CHECK (secret IS NOT NULL OR secret_sealed IS NOT NULL),
  ADD CHECK ((previous_sealed IS NULL) = (previous_until IS NULL));

-- From here on clear columns stay empty, and an older Ayo, which needs them, can't run on the database any more.
CREATE FUNCTION keep_no_clear_fields() RETURNS void LANGUAGE sql AS $$
  UPDATE field_sealing SET keeps_clear = false;
  UPDATE schema_migration SET min_reader = number WHERE name LIKE '%sealed\_numbers';
$$;

-- The second step: a later version calls it where no older Ayo runs any more.
CREATE FUNCTION empty_clear_fields() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_no_clear_fields();
  LOCK TABLE bank_account, withdrawal, former_bank_account, payout_account, platform_secret IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM bank_account WHERE account_sealed IS NULL) OR EXISTS (SELECT FROM withdrawal WHERE account_sealed IS NULL)
     OR EXISTS (SELECT FROM payout_account WHERE number_sealed IS NULL) OR EXISTS (SELECT FROM platform_secret WHERE secret_sealed IS NULL) THEN
    RAISE EXCEPTION 'some fields are not sealed yet: Ayo seals them while it runs';
  END IF;
  UPDATE bank_account SET account_number = NULL WHERE account_number IS NOT NULL;
  UPDATE withdrawal SET account_number = NULL WHERE account_number IS NOT NULL;
  UPDATE former_bank_account SET account_number = NULL WHERE account_number IS NOT NULL;
  UPDATE payout_account SET clear_number = NULL WHERE clear_number IS NOT NULL;
  UPDATE platform_secret SET secret = NULL WHERE secret IS NOT NULL;
END $$;
