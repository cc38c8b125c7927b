-- The checkpoint of the ledger: up to which entry it was checked, and the balances and the ends of chains there. A minute's check goes on
-- from here, so that it costs what the minute brought and not what the ledger holds.

CREATE TABLE ledger_checkpoint (
  only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  last_entry       bigint NOT NULL DEFAULT 0,
  last_transaction bigint NOT NULL DEFAULT 0,
  checked_at       timestamptz,
  -- The check of everything: when it last ended, how long it took, and until when somebody is at it.
  full_checked_at  timestamptz,
  full_took_ms     bigint NOT NULL DEFAULT 0,
  full_lease_until timestamptz
);
INSERT INTO ledger_checkpoint DEFAULT VALUES;

-- The sum of the account's entries up to the checkpoint. `is_compared`: it was compared with the account's balance since.
CREATE TABLE ledger_checkpoint_account (
  account_id  text PRIMARY KEY,
  balance     bigint NOT NULL,
  is_compared boolean NOT NULL DEFAULT false
);
CREATE INDEX ledger_checkpoint_account_open ON ledger_checkpoint_account (account_id) WHERE NOT is_compared;

-- The end of a player's chain at the checkpoint.
CREATE TABLE ledger_checkpoint_chain (
  user_id     text PRIMARY KEY,
  hash        bytea NOT NULL CHECK (octet_length(hash) = 32),
  length      bigint NOT NULL,
  is_compared boolean NOT NULL DEFAULT false
);
CREATE INDEX ledger_checkpoint_chain_open ON ledger_checkpoint_chain (user_id) WHERE NOT is_compared;

-- One row for each part of the ledger that the checkpoint has passed, with the hash of its entries, also those of the house.
-- It shows a ledger that was written anew before the checkpoint, with hashes that fit each other.
CREATE TABLE ledger_part (
  last_entry  bigint PRIMARY KEY,
  after_entry bigint NOT NULL,
  hash        bytea NOT NULL CHECK (octet_length(hash) = 32)
);

CREATE FUNCTION ledger_part_hash(after_entry bigint, last_entry bigint) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(coalesce(string_agg(concat_ws(' ', e.entry_id, e.transaction_id, e.account_id, e.amount, encode(e.hash, 'hex')), E'\n' ORDER BY e.entry_id), ''), 'UTF8'))
  FROM ledger_entry e WHERE e.entry_id > after_entry AND e.entry_id <= last_entry
$$;

-- Why money may not move; it may where there is no row. The switch has all reasons in one, because every posting reads it.
CREATE TABLE money_stop (
  -- `invariants`: the check of everything found something · `checkpoint`: the check of the last minute did · `guards`: the database would
  -- let through what it must refuse.
  source     text PRIMARY KEY CHECK (source IN ('invariants', 'checkpoint', 'guards')),
  reason     text NOT NULL,
  changed_at timestamptz NOT NULL
);
INSERT INTO money_stop (source, reason, changed_at) SELECT 'invariants', reason, coalesce(changed_at, now()) FROM money_switch WHERE NOT open;
