import type { Invariant } from '../../ledger/invariants';
import { inSlices } from '../../ledger/subjects';

/** Invariants of withdrawals and the money that is held for them. */
export const WITHDRAWAL_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I4',
    rule: 'the held money of each player is the sum of the open withdrawals',
    ...inSlices('player', (isInSlice) => `SELECT 'player ' || coalesce(h.user_id, o.user_id) || ' has ' || coalesce(h.balance, 0) || ' held, open is ' || coalesce(o.total, 0) AS found
      FROM (SELECT user_id, balance FROM ledger_account WHERE kind = 'held' AND ${isInSlice('user_id')}) h
      FULL JOIN (SELECT user_id, sum(amount) AS total FROM withdrawal WHERE state IN ('checking', 'sending') AND ${isInSlice('user_id')} GROUP BY user_id) o
        ON o.user_id = h.user_id
      WHERE coalesce(h.balance, 0) <> coalesce(o.total, 0)`),
  },
  {
    id: 'I4',
    rule: 'every withdrawal has its hold: once, of its amount, from its player’s real money',
    ...inSlices('withdrawal', (isInSlice) => `SELECT 'withdrawal ' || w.withdrawal_id AS found FROM withdrawal w
      LEFT JOIN ledger_transaction t ON t.transaction_id = w.hold_transaction AND t.kind = 'withdrawal'
        AND t.reference = w.withdrawal_id AND t.user_id = w.user_id AND t.operation_key = w.operation_key
      LEFT JOIN ledger_entry r ON r.transaction_id = t.transaction_id AND r.account_id = 'real:' || w.user_id AND r.amount = -w.amount
      LEFT JOIN ledger_entry h ON h.transaction_id = t.transaction_id AND h.account_id = 'held:' || w.user_id AND h.amount = w.amount
      WHERE ${isInSlice('w.withdrawal_id')} AND (r.entry_id IS NULL OR h.entry_id IS NULL)`),
  },
  {
    id: 'I4',
    rule: 'every withdrawal that was paid went to the gateway once, with its amount, and every other one not at all',
    ...inSlices('withdrawal', (isInSlice) => `SELECT 'withdrawal ' || w.withdrawal_id || ' is ' || w.state || ' with ' || count(t.transaction_id) || ' payouts' AS found
      FROM withdrawal w LEFT JOIN ledger_transaction t ON t.kind = 'payout' AND t.reference = w.withdrawal_id
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'gateway:NGN' AND e.amount = w.amount
        AND e.user_id = w.user_id
      WHERE ${isInSlice('w.withdrawal_id')} GROUP BY w.withdrawal_id
      HAVING count(e.entry_id) <> (CASE w.state WHEN 'paid' THEN 1 ELSE 0 END) OR count(t.transaction_id) <> count(e.entry_id)
        OR (w.state = 'paid' AND max(t.transaction_id) IS DISTINCT FROM w.end_transaction)`),
  },
  {
    id: 'I4',
    rule: 'every withdrawal that was refused or failed was given back once, with its amount, and every other one not at all',
    ...inSlices('withdrawal', (isInSlice) => `SELECT 'withdrawal ' || w.withdrawal_id || ' is ' || w.state || ' with ' || count(t.transaction_id) || ' returns' AS found
      FROM withdrawal w LEFT JOIN ledger_transaction t ON t.kind = 'withdrawal-return' AND t.reference = w.withdrawal_id
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'real:' || w.user_id AND e.amount = w.amount
      WHERE ${isInSlice('w.withdrawal_id')} GROUP BY w.withdrawal_id
      HAVING count(e.entry_id) <> (CASE WHEN w.state IN ('refused', 'failed') THEN 1 ELSE 0 END) OR count(t.transaction_id) <> count(e.entry_id)
        OR (w.state IN ('refused', 'failed') AND max(t.transaction_id) IS DISTINCT FROM w.end_transaction)`),
  },
  {
    id: 'I4',
    rule: 'money is held, paid out and given back for withdrawals alone',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || t.transaction_id AS found FROM ledger_transaction t
      LEFT JOIN withdrawal w ON w.withdrawal_id = t.reference AND w.user_id = t.user_id
      WHERE t.kind IN ('withdrawal', 'payout', 'withdrawal-return') AND ${isInSlice('t.transaction_id')} AND w.withdrawal_id IS NULL
      UNION ALL
      SELECT 'entry ' || e.entry_id FROM ledger_entry e JOIN ledger_transaction t USING (transaction_id)
      WHERE e.account_id LIKE 'held:%' AND ${isInSlice('e.transaction_id')} AND t.kind NOT IN ('withdrawal', 'payout', 'withdrawal-return')`),
  },
  {
    id: 'I4',
    rule: 'what was taken for a payout that a restore lost is what was noted of it, and nothing else goes to the gateway as a correction',
    violations: `SELECT 'correction ' || coalesce(t.transaction_id, l.transaction_id) || ' of ' || coalesce(t.amount, 0) || ', noted is ' || coalesce(l.taken, 0) AS found
      FROM (SELECT e.transaction_id, e.user_id, k.reference, sum(e.amount) AS amount FROM ledger_entry e JOIN ledger_transaction k USING (transaction_id)
            WHERE e.account_id = 'gateway:NGN' AND e.kind = 'adjustment' GROUP BY e.transaction_id, e.user_id, k.reference) t
      FULL JOIN (SELECT * FROM lost_payout WHERE transaction_id IS NOT NULL) l USING (transaction_id)
      WHERE l.taken IS DISTINCT FROM t.amount OR l.user_id IS DISTINCT FROM t.user_id OR l.reference IS DISTINCT FROM t.reference`,
  },
  {
    id: 'I9',
    rule: 'every withdrawal belongs to a key that was answered with it',
    ...inSlices('withdrawal', (isInSlice) => `SELECT 'withdrawal ' || w.withdrawal_id AS found FROM withdrawal w
      LEFT JOIN operation o ON o.user_id = w.user_id AND o.key = w.operation_key AND o.status = 201
      WHERE ${isInSlice('w.withdrawal_id')} AND o.key IS NULL`),
  },
  {
    id: 'I11',
    rule: 'the timeline of a withdrawal has the steps of its state, and none of another end',
    ...inSlices('withdrawal', (isInSlice) => `SELECT 'withdrawal ' || w.withdrawal_id || ' is ' || w.state || ' after ' || coalesce(string_agg(s.step, ', ' ORDER BY s.step_id), 'nothing') AS found
      FROM withdrawal w LEFT JOIN withdrawal_step s USING (withdrawal_id)
      WHERE ${isInSlice('w.withdrawal_id')} GROUP BY w.withdrawal_id
      HAVING NOT coalesce(
        array_agg(s.step) @> ARRAY['asked', 'held']
        AND array_agg(s.step) @> CASE w.state WHEN 'checking' THEN ARRAY['review'] WHEN 'sending' THEN ARRAY['checked']
          WHEN 'paid' THEN ARRAY['checked', 'sent', 'paid'] WHEN 'refused' THEN ARRAY['review', 'refused', 'returned']
          ELSE ARRAY['checked', 'failed', 'returned'] END
        AND NOT array_agg(s.step) && CASE w.state WHEN 'paid' THEN ARRAY['refused', 'failed', 'returned']
          WHEN 'refused' THEN ARRAY['checked', 'sent', 'paid', 'failed'] WHEN 'failed' THEN ARRAY['paid', 'refused']
          ELSE ARRAY['paid', 'refused', 'failed', 'returned'] END, false)`),
  },
  {
    id: 'I11',
    rule: 'a withdrawal that people decide on was approved by enough of them, and never by its own player',
    ...inSlices('withdrawal', (isInSlice) => `SELECT 'withdrawal ' || w.withdrawal_id || ' has ' || count(a.user_id) || ' approvals' AS found
      FROM withdrawal w LEFT JOIN withdrawal_approval a USING (withdrawal_id)
      WHERE ${isInSlice('w.withdrawal_id')} GROUP BY w.withdrawal_id
      HAVING (w.state IN ('sending', 'paid', 'failed') AND count(a.user_id) < w.approvals_needed)
        OR count(*) FILTER (WHERE a.user_id = w.user_id) > 0`),
  },
];
