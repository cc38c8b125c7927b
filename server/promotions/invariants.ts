import type { Invariant } from '../ledger/invariants';
import { inSlices } from '../ledger/subjects';

export const PROMOTION_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I7',
    rule: 'every prize of a draw was paid once, with its amount, to its winner',
    ...inSlices('draw', (isInSlice) => `SELECT 'place ' || w.place || ' of draw ' || w.draw_id AS found FROM draw_winner w
      LEFT JOIN ledger_transaction t ON t.transaction_id = w.transaction_id AND t.kind = 'bonus-credit' AND t.reference = w.draw_id AND t.user_id = w.user_id
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'real:' || w.user_id AND e.amount = w.prize
      WHERE ${isInSlice('w.draw_id')} AND e.entry_id IS NULL`),
  },
  {
    id: 'I7',
    rule: 'no other real money than prizes is credited from bonus-cost',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || t.transaction_id || ' is no prize' AS found FROM ledger_transaction t
      JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id LIKE 'real:%'
      LEFT JOIN draw_winner w ON w.transaction_id = t.transaction_id
      WHERE t.kind = 'bonus-credit' AND ${isInSlice('t.transaction_id')} AND w.draw_id IS NULL`),
  },
  {
    id: 'I11',
    rule: 'a draw that is over has a winner for each prize, or for each entry that could win where there were fewer, and one that is not has none',
    ...inSlices('draw', (isInSlice) => `SELECT 'draw ' || d.draw_id || ' has ' || won.total || ' winners of ' || fit.total || ' entries' AS found
      FROM draw d CROSS JOIN LATERAL (SELECT count(*) AS total FROM draw_winner w WHERE w.draw_id = d.draw_id) won
      CROSS JOIN LATERAL (SELECT count(*) AS total FROM draw_entry e WHERE e.draw_id = d.draw_id AND NOT e.left_out AND NOT e.passed_over AND e.bar IS NULL) fit
      WHERE ${isInSlice('d.draw_id')} AND won.total <> CASE WHEN d.drawn_at IS NULL THEN 0 ELSE least(fit.total, cardinality(d.prizes)) END
      UNION ALL
      SELECT 'winner ' || w.place || ' of draw ' || w.draw_id || ' did not enter it, or could not win' FROM draw_winner w
      LEFT JOIN draw_entry e ON e.entry_id = w.entry_id AND e.draw_id = w.draw_id AND e.user_id = w.user_id AND e.bar IS NULL
      WHERE ${isInSlice('w.draw_id')} AND e.entry_id IS NULL`),
  },
  {
    id: 'I11',
    rule: 'a draw that is to be drawn has the entries whose hash was published, and one that is over was decided by what was named before',
    ...inSlices('draw', (isInSlice) => `SELECT 'the entries of draw ' || d.draw_id || ' are not those that were frozen' AS found FROM draw d
      WHERE ${isInSlice('d.draw_id')} AND d.frozen_at IS NOT NULL AND d.drawn_at IS NULL AND d.entries_hash <> entries_hash_of(d.draw_id)
      UNION ALL
      SELECT 'draw ' || d.draw_id || ' was drawn without what it waited for' FROM draw d
      WHERE ${isInSlice('d.draw_id')} AND d.rules = 2 AND d.drawn_at IS NOT NULL AND NOT is_draw_decided(d.draw_id)`),
  },
];
