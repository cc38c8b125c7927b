import type { Invariant } from '../../ledger/invariants';
import { inSlices } from '../../ledger/subjects';

/** Invariants of held deposits and of the players' suspense accounts. */
export const HELD_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I4',
    rule: 'the money of each player in suspense is the sum of the deposits that are held or going back',
    ...inSlices('player', (isInSlice) => `SELECT 'player ' || coalesce(h.user_id, o.user_id) || ' has ' || coalesce(h.balance, 0) || ' in suspense, held is ' || coalesce(o.total, 0) AS found
      FROM (SELECT user_id, balance FROM ledger_account WHERE kind = 'suspense' AND ${isInSlice('user_id')}) h
      FULL JOIN (SELECT user_id, sum(amount) AS total FROM deposit WHERE state IN ('held', 'returning') AND ${isInSlice('user_id')} GROUP BY user_id) o
        ON o.user_id = h.user_id
      WHERE coalesce(h.balance, 0) <> coalesce(o.total, 0)`),
  },
  {
    id: 'I4',
    rule: 'every deposit that was held came from the gateway once, with its amount, and no other one into suspense',
    ...inSlices('transaction', (isInSlice) => `SELECT 'deposit ' || coalesce(d.deposit_id, t.reference) AS found
      FROM (SELECT * FROM deposit WHERE hold_transaction IS NOT NULL AND ${isInSlice('hold_transaction')}) d
      FULL JOIN (SELECT * FROM ledger_transaction WHERE kind = 'deposit-hold' AND ${isInSlice('transaction_id')}) t ON t.transaction_id = d.hold_transaction
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'suspense:' || d.user_id AND e.amount = d.amount
      WHERE e.entry_id IS NULL OR t.reference <> d.deposit_id OR t.user_id <> d.user_id`),
  },
  {
    id: 'I4',
    rule: 'every deposit that was sent back went to the gateway once, with its amount, and every other one not at all',
    ...inSlices('deposit', (isInSlice) => `SELECT 'deposit ' || d.deposit_id || ' is ' || d.state || ' with ' || count(t.transaction_id) || ' returns' AS found
      FROM deposit d LEFT JOIN ledger_transaction t ON t.kind = 'deposit-return' AND t.reference = d.deposit_id AND t.user_id = d.user_id
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'gateway:NGN' AND e.amount = d.amount
      WHERE ${isInSlice('d.deposit_id')} AND (d.hold_transaction IS NOT NULL OR t.transaction_id IS NOT NULL)
      GROUP BY d.deposit_id
      HAVING count(e.entry_id) <> (CASE d.state WHEN 'sent-back' THEN 1 ELSE 0 END) OR count(t.transaction_id) <> count(e.entry_id)`),
  },
  {
    id: 'I4',
    rule: 'money is in suspense for deposits alone',
    ...inSlices('transaction', (isInSlice) => `SELECT 'entry ' || e.entry_id AS found FROM ledger_entry e JOIN ledger_transaction t USING (transaction_id)
      WHERE e.account_id LIKE 'suspense:%' AND ${isInSlice('e.transaction_id')} AND t.kind NOT IN ('deposit-hold', 'deposit', 'deposit-return')`),
  },
  {
    id: 'I11',
    rule: 'a deposit is going back while a return of it is open, and has gone back when one is done',
    ...inSlices('deposit', (isInSlice) => `SELECT 'deposit ' || d.deposit_id || ' is ' || d.state AS found FROM deposit d LEFT JOIN deposit_return r USING (deposit_id)
      WHERE ${isInSlice('d.deposit_id')} AND (d.hold_transaction IS NOT NULL OR r.return_id IS NOT NULL)
      GROUP BY d.deposit_id
      HAVING count(*) FILTER (WHERE r.state IN ('asked', 'sent')) <> (CASE d.state WHEN 'returning' THEN 1 ELSE 0 END)
        OR count(*) FILTER (WHERE r.state = 'done') <> (CASE d.state WHEN 'sent-back' THEN 1 ELSE 0 END)`),
  },
];
