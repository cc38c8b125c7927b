import type { Invariant } from '../ledger/invariants';
import { inSlices } from '../ledger/subjects';
import { HELD_INVARIANTS } from './held-deposits/invariants';
import { WITHDRAWAL_INVARIANTS } from './withdrawals/invariants';

/** Invariants of deposits, held payments and withdrawals. */
export const CASHIER_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I6',
    rule: 'every deposit that succeeded was credited once, with its amount, to its player',
    ...inSlices('deposit', (isInSlice) => `SELECT 'deposit ' || d.deposit_id AS found FROM deposit d
      LEFT JOIN ledger_transaction t ON t.transaction_id = d.transaction_id AND t.kind = 'deposit'
        AND t.reference = d.deposit_id AND t.user_id = d.user_id
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'real:' || d.user_id AND e.amount = d.amount
      WHERE d.state = 'success' AND ${isInSlice('d.deposit_id')} AND e.entry_id IS NULL`),
  },
  {
    id: 'I7',
    rule: 'every credit of a deposit belongs to a deposit that succeeded',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || t.transaction_id AS found FROM ledger_transaction t
      LEFT JOIN deposit d ON d.transaction_id = t.transaction_id AND d.state = 'success'
      WHERE t.kind = 'deposit' AND ${isInSlice('t.transaction_id')} AND d.deposit_id IS NULL`),
  },
  {
    id: 'I9',
    rule: 'every deposit belongs to a key',
    ...inSlices('deposit', (isInSlice) => `SELECT 'deposit ' || d.deposit_id AS found FROM deposit d
      LEFT JOIN operation o ON o.user_id = d.user_id AND o.key = d.operation_key
      WHERE ${isInSlice('d.deposit_id')} AND o.key IS NULL`),
  },
  ...HELD_INVARIANTS,
  ...WITHDRAWAL_INVARIANTS,
];
