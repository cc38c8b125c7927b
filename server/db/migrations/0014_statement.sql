-- The chained statement: every entry of a player carries a hash that takes in the hash of the one before it, so that no
-- entry can be changed, added or taken out in the middle without breaking all that follow. src/core/statement.ts says
-- what goes into a hash; it is said here a second time, for the entries of before and for the invariant that checks all.

-- Of a player's real account, which every posting locks: the newest entry's hash, and how many entries there are over
-- all of the player's accounts. Without them the end of a chain could be cut off unseen.
ALTER TABLE ledger_account
  ADD COLUMN chain_hash bytea CHECK (octet_length(chain_hash) = 32),
  ADD COLUMN chain_length bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT ledger_account_chain CHECK ((chain_hash IS NULL) = (chain_length = 0) AND (chain_length = 0 OR kind = 'real'));

ALTER TABLE ledger_entry ADD COLUMN hash bytea CHECK (octet_length(hash) = 32);

CREATE FUNCTION statement_start(user_id text) RETURNS bytea LANGUAGE sql IMMUTABLE AS
  $$ SELECT sha256(convert_to(E'ayo statement 1\n' || user_id, 'UTF8')) $$;

CREATE FUNCTION statement_hash(previous bytea, entry ledger_entry, reference text) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(concat_ws(E'\n',
    encode(previous, 'hex'),
    entry.entry_id,
    to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    entry.kind,
    -- `real`, `held` or `bonus:<walletId>`: the account's id without whose it is.
    split_part(entry.account_id, ':', 1) || substr(entry.account_id, length(split_part(entry.account_id, ':', 1)) + 2 + length(entry.user_id)),
    entry.amount,
    entry.balance_before,
    entry.balance_after,
    reference
  ), 'UTF8'))
$$;

-- The entries of before, in their order. This is the one moment in which rows of the ledger are touched again.
ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_is_history;
DO $$
DECLARE
  one     record;
  whose   text;
  chained bytea;
  number  bigint;
BEGIN
  FOR one IN
    SELECT e AS entry, e.entry_id, e.user_id, t.reference
    FROM ledger_entry e JOIN ledger_transaction t USING (transaction_id)
    WHERE e.balance_after IS NOT NULL ORDER BY e.user_id, e.entry_id
  LOOP
    IF whose IS DISTINCT FROM one.user_id THEN
      whose := one.user_id;
      chained := statement_start(whose);
      number := 0;
    END IF;
    chained := statement_hash(chained, one.entry, one.reference);
    number := number + 1;
    UPDATE ledger_entry SET hash = chained WHERE entry_id = one.entry_id;
    UPDATE ledger_account SET chain_hash = chained, chain_length = number WHERE account_id = 'real:' || whose;
  END LOOP;
END $$;
ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_is_history;

-- The player's entries and no others.
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_chained CHECK ((hash IS NULL) = (balance_after IS NULL));
