/** I12 of framed games: their rounds agree with the ledger. */
import type { Invariant } from '../ledger/invariants';
import { inSlices } from '../ledger/subjects';

/** A violation of these closes money. */
export const FRAME_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I12',
    rule: 'the ledger has the stakes of every framed round, and its wins and returned stakes',
    ...inSlices('framedRound', (isInSlice) => `SELECT 'framed round ' || r.round_id || ' stands at ' || r.staked || ', ' || r.returned || ' and ' || r.won
        || ', the ledger says ' || coalesce(m.staked, 0) || ' and ' || coalesce(m.won, 0) AS found
      FROM frame_round r CROSS JOIN LATERAL (
        SELECT count(DISTINCT t.transaction_id) FILTER (WHERE t.kind = 'round') AS starts,
          coalesce(sum(-e.amount) FILTER (WHERE e.kind = 'stake'), 0) AS staked, coalesce(sum(e.amount) FILTER (WHERE e.kind = 'win'), 0) AS won
        FROM ledger_transaction t JOIN ledger_entry e USING (transaction_id) WHERE t.reference = r.round_id AND t.kind IN ('round', 'round-step', 'round-end') AND e.balance_after IS NOT NULL
      ) m
      WHERE ${isInSlice('r.round_id')} AND (m.starts <> 1 OR m.staked <> r.staked OR m.won <> r.won + r.returned)`),
  },
  {
    id: 'I12',
    rule: 'the sums of each framed round are those of the calls of its provider',
    ...inSlices('framedRound', (isInSlice) => `SELECT 'framed round ' || r.round_id AS found
      FROM frame_round r LEFT JOIN frame_transaction t USING (round_id) WHERE ${isInSlice('r.round_id')} GROUP BY r.round_id
      HAVING coalesce(sum(t.amount) FILTER (WHERE t.kind = 'debit'), 0) <> r.staked
        OR coalesce(sum(t.amount) FILTER (WHERE t.kind = 'debit' AND t.rolled_back_by IS NOT NULL), 0) <> r.returned
        OR coalesce(sum(t.amount) FILTER (WHERE t.kind = 'credit'), 0) <> r.won`),
  },
];
