/**
 * SQL for the parts of a report to which a ledger entry `e` belongs: its account, game, method and state. The same text closes a day, sums open
 * days, and finds the entries of a figure, so that these always agree.
 */

/** Joins the rows to which an entry belongs. Each join finds at most one row, by its key, and only for entries that can have one. */
export const FACT_JOINS = `JOIN ledger_transaction t ON t.transaction_id = e.transaction_id
  LEFT JOIN player p ON p.user_id = e.user_id
  LEFT JOIN round r ON t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND r.round_id = t.reference
  LEFT JOIN open_round o ON r.round_id IS NULL AND t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND o.round_id = t.reference
  LEFT JOIN frame_round f ON r.round_id IS NULL AND t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND f.round_id = t.reference
  LEFT JOIN deposit d ON e.kind IN ('deposit', 'deposit-held', 'deposit-returned') AND d.deposit_id = t.reference`;

/** The kind of the entry's account: `real`, …, or `house`, …. Only players' entries have balances. */
export const ACCOUNT = `CASE WHEN e.balance_after IS NOT NULL THEN split_part(e.account_id, ':', 1) ELSE left(e.account_id, -4) END`;
/** The id of the game; empty for an entry that belongs to no round. */
export const GAME = `coalesce(r.game_id, o.game_id, f.game_id, '')`;
/** The way in which a deposit was paid; `payout` for a withdrawal; empty for an entry that is no payment. */
export const METHOD = `CASE WHEN e.kind IN ('deposit', 'deposit-held', 'deposit-returned') THEN coalesce(d.method, '')
  WHEN e.kind IN ('withdrawal', 'withdrawal-return') OR (e.kind = 'adjustment' AND e.account_id = 'gateway:NGN') THEN 'payout' ELSE '' END`;
/** The state in which the player lives; empty where they have not said it. */
export const STATE = `coalesce(p.state, '')`;
