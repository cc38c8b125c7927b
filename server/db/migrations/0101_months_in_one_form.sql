-- The month's first day in one form, whatever form of dates a server is set to: a hash must not depend on it.
-- min_reader: 93
CREATE OR REPLACE FUNCTION closed_month_hash(which closed_month) RETURNS bytea LANGUAGE sql STABLE AS $$
  WITH before AS (
    SELECT m.last_entry, m.last_transaction, m.last_round_part, m.hash FROM closed_month m WHERE m.month < which.month ORDER BY m.month DESC LIMIT 1
  )
  SELECT sha256(convert_to(concat_ws(E'\n', to_char(which.month, 'YYYY-MM-DD'), which.last_entry, which.last_transaction, which.balances::text, which.rounds, which.staked, which.won,
    (SELECT encode(hash, 'hex') FROM before),
    (SELECT string_agg(encode(p.hash, 'hex'), E'\n' ORDER BY p.last_entry) FROM ledger_part p
     WHERE p.last_entry > coalesce((SELECT last_entry FROM before), 0) AND p.last_entry <= which.last_entry),
    (SELECT string_agg(encode(p.hash, 'hex'), E'\n' ORDER BY p.last_transaction) FROM ledger_transaction_part p
     WHERE p.last_transaction > coalesce((SELECT last_transaction FROM before), 0) AND p.last_transaction <= which.last_transaction),
    (SELECT string_agg(encode(p.hash, 'hex'), E'\n' ORDER BY p.part_no) FROM round_part p
     WHERE p.part_no > coalesce((SELECT last_round_part FROM before), 0) AND p.part_no <= which.last_round_part)
  ), 'UTF8'))
$$;
