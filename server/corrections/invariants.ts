import type { Invariant } from '../ledger/invariants';
import { inSlices } from '../ledger/subjects';

/** The invariants of corrections. */
export const CORRECTION_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I11',
    rule: 'every entry of the account for adjustments belongs to one that two people decided, with its amount and its player',
    ...inSlices('transaction', (isInSlice) => `SELECT 'entry ' || e.entry_id AS found FROM ledger_entry e
      LEFT JOIN correction c ON c.transaction_id = e.transaction_id AND c.kind = 'adjustment' AND c.end_reason = 'confirmed' AND c.user_id = e.user_id
        AND c.amount = -e.amount
      WHERE e.account_id = 'house:adjustments:NGN' AND ${isInSlice('e.transaction_id')} AND c.proposal_id IS NULL`),
  },
  {
    id: 'I11',
    rule: 'every correction that moved money moved its amount, of its player’s balance, once',
    ...inSlices('transaction', (isInSlice) => `SELECT 'correction ' || c.proposal_id || ' moved ' || coalesce(sum(e.amount), 0) AS found FROM correction c
      LEFT JOIN ledger_entry e ON e.transaction_id = c.transaction_id AND e.account_id = 'real:' || c.user_id
      WHERE c.transaction_id IS NOT NULL AND ${isInSlice('c.transaction_id')} GROUP BY c.proposal_id, c.amount HAVING coalesce(sum(e.amount), 0) <> c.amount`),
  },
];
