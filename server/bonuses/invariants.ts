/**
 * I13: the figures of bonuses agree with the entries and the stored rounds. I3 already says that the balance of a wallet's account is the
 * sum of its entries.
 */
import type { Invariant } from '../ledger/invariants';
import { inSlices, onlyInSlices } from '../ledger/subjects';
import { ENDED_BY_ANOTHER_WITHDRAWAL } from './returned-bonuses';
import { hasSpinsToWaitFor } from './wallet-rows';

/** Invariants of the money in bonuses. */
export const BONUS_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I13',
    rule: 'the sums that a round took from bonuses and paid back to them are those of its entries',
    ...inSlices('round', (isInSlice) => `SELECT 'round ' || r.round_id AS found
      FROM round r
      CROSS JOIN LATERAL (SELECT sum(g.staked) AS staked, sum(g.won) AS won FROM bonus_wager g WHERE g.round_id = r.round_id) g
      CROSS JOIN LATERAL (SELECT sum(-amount) FILTER (WHERE e.kind = 'stake') AS staked, sum(amount) FILTER (WHERE e.kind IN ('win', 'adjustment')) AS won
                 FROM ledger_transaction t JOIN ledger_entry e USING (transaction_id)
                 WHERE t.reference = r.round_id AND t.kind IN ('round', 'round-step', 'round-end', 'round-void') AND e.account_id LIKE 'bonus:%') e
      WHERE ${isInSlice('r.round_id')} AND (r.bonus_won <> coalesce(g.won, 0) OR r.bonus_won <> coalesce(e.won, 0)
        OR (r.free_spin_of IS NULL AND (r.bonus_staked <> coalesce(g.staked, 0) OR r.bonus_staked <> coalesce(e.staked, 0))))`),
  },
  {
    id: 'I13',
    rule: 'the sums of a bonus that were granted, converted and lost are those of its entries, and a bonus that is over holds nothing',
    ...onlyInSlices('player', (isInSlice) => `SELECT 'bonus ' || w.wallet_id || ' of ' || w.state AS found
      FROM bonus_wallet w LEFT JOIN ledger_account a ON a.account_id = 'bonus:' || w.user_id || ':' || w.wallet_id
      LEFT JOIN (SELECT account_id, sum(amount) FILTER (WHERE e.kind = 'bonus' AND amount > 0 AND t.kind <> 'bonus-return') AS granted,
                   sum(-amount) FILTER (WHERE e.kind = 'bonus' AND (amount < 0 OR t.kind = 'bonus-return')) AS ended
                 FROM ledger_entry e JOIN ledger_transaction t USING (transaction_id) WHERE e.balance_after IS NOT NULL AND e.account_id LIKE 'bonus:%' AND ${isInSlice('e.user_id')} GROUP BY account_id) e USING (account_id)
      WHERE ${isInSlice('w.user_id')} AND (coalesce(e.granted, 0) <> CASE WHEN w.spins IS NULL THEN w.granted ELSE 0 END
        OR coalesce(e.ended, 0) <> w.converted + w.lost
        OR (w.state NOT IN ('active') AND coalesce(a.balance, 0) <> 0))`),
  },
  {
    id: 'I13',
    rule: 'a bonus comes back with just what it lost, and only where the withdrawal that ended it was given back',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || t.transaction_id AS found FROM ledger_transaction t
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'bonus:' || t.user_id || ':' || t.reference AND e.kind = 'bonus'
      LEFT JOIN LATERAL (
        SELECT p.amount, p.at, k.kind FROM ledger_entry p JOIN ledger_transaction k USING (transaction_id)
        WHERE p.user_id = t.user_id AND p.account_id = e.account_id AND p.entry_id < e.entry_id ORDER BY p.entry_id DESC LIMIT 1) before ON true
      WHERE t.kind = 'bonus-return' AND ${isInSlice('t.transaction_id')} AND (before.kind IS DISTINCT FROM 'bonus-end' OR before.amount <> -e.amount OR NOT EXISTS (
        SELECT FROM withdrawal d WHERE d.user_id = t.user_id AND d.created_at = before.at AND d.state IN ('refused', 'failed')))`),
  },
  {
    id: 'I13',
    rule: 'every movement of bonus money that is no stake and no win has bonus-cost on its other side',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || transaction_id || ' is off by ' || sum(amount) AS found
      FROM ledger_entry WHERE kind = 'bonus' AND ${isInSlice('transaction_id')} GROUP BY transaction_id
      HAVING sum(amount) <> 0 OR bool_or(account_id NOT LIKE 'bonus:%' AND account_id NOT LIKE 'real:%' AND account_id <> 'bonus-cost:NGN')`),
  },
  {
    id: 'I13',
    rule: 'every account of bonus money belongs to a bonus',
    ...inSlices('player', (isInSlice) => `SELECT 'account ' || account_id || ' belongs to no bonus' AS found FROM ledger_account a
      WHERE kind = 'bonus' AND ${isInSlice('a.user_id')} AND NOT EXISTS (SELECT FROM bonus_wallet w WHERE w.wallet_id = a.wallet_id AND w.user_id = a.user_id)`),
  },
];

/** Invariants of the wagering. A violation raises an alert and does not close money, so that players can still withdraw their own money. */
export const WAGERING_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I13',
    rule: 'a bonus that ended with a withdrawal runs again once that is given back, unless the account is being closed or another withdrawal ends it, too',
    ...inSlices('wallet', (isInSlice) => `SELECT 'bonus ' || w.wallet_id || ' ended with withdrawal ' || d.withdrawal_id AS found
      FROM bonus_wallet w JOIN withdrawal d ON d.withdrawal_id = w.ended_by JOIN player p ON p.user_id = w.user_id
      WHERE ${isInSlice('w.wallet_id')} AND (d.user_id <> w.user_id OR d.created_at <> w.ended_at OR p.closed_at IS NOT NULL AND d.state <> 'paid'
        OR d.state IN ('refused', 'failed') AND p.closing_at IS NULL AND NOT ${ENDED_BY_ANOTHER_WITHDRAWAL})`),
  },
  {
    id: 'I13',
    rule: 'the progress of each bonus is the sum that its rounds counted, and free spins granted the sum that they won; only with the end of the wagering do some lapse',
    ...inSlices('wallet', (isInSlice) => `SELECT 'bonus ' || w.wallet_id || ' has ' || w.progress || ' of ' || w.requirement || ', its rounds say ' || coalesce(g.counted, 0) AS found
      FROM bonus_wallet w LEFT JOIN (
        SELECT g.wallet_id, sum(g.counted) AS counted, sum(g.won) FILTER (WHERE r.free_spin_of = g.wallet_id) AS spun,
          count(*) FILTER (WHERE r.free_spin_of = g.wallet_id) AS spins
        FROM bonus_wager g JOIN round r USING (round_id) WHERE ${isInSlice('g.wallet_id')} GROUP BY g.wallet_id) g USING (wallet_id)
      WHERE ${isInSlice('w.wallet_id')} AND (w.progress <> coalesce(g.counted, 0)
        OR w.requirement <> w.granted * w.wagering
        OR (w.spins IS NOT NULL AND (w.granted <> coalesce(g.spun, 0) OR w.spins - w.spins_left < coalesce(g.spins, 0)
          OR (w.state <> 'completed' AND w.spins - w.spins_left <> coalesce(g.spins, 0)))))`),
  },
  {
    id: 'I13',
    // The part of the stake that was risked qualifies. A free spin has none, nor has a round whose stake came back, except in
    // rounds from before that rule (`returned_counted`).
    rule: 'over all bonuses a round counts its qualifying stake times the game’s contribution at most once, and less only where the bonuses that counted it had nothing more to be wagered',
    ...inSlices('round', (isInSlice) => `SELECT 'round ' || round_id || ' counted ' || counted || ' of ' || countable AS found
      FROM (SELECT round_id, sum(counted) AS counted, max(countable) AS countable,
              coalesce(max(countable) FILTER (WHERE counted > 0 AND progress < requirement), 0) AS must_count
            FROM (SELECT r.round_id, g.counted, g.progress, g.requirement,
                    CASE WHEN r.free_spin_of IS NOT NULL OR (r.win = r.stake AND NOT g.returned_counted) THEN 0
                      ELSE least(r.stake, g.risked) * g.contribution / 10000 END AS countable
                  FROM round r JOIN bonus_wager g USING (round_id) WHERE ${isInSlice('r.round_id')}) wagers
            GROUP BY round_id) counts
      WHERE counted > countable OR counted < must_count`),
  },
  {
    id: 'I13',
    rule: 'the progress after each round is the progress before it and the sum that the round counted',
    ...inSlices('wallet', (isInSlice) => `SELECT 'bonus ' || wallet_id || ' after round ' || round_id AS found
      FROM (SELECT g.*, sum(g.counted) OVER (PARTITION BY g.wallet_id ORDER BY g.number) AS so_far
            FROM bonus_wager g WHERE ${isInSlice('g.wallet_id')}) run
      WHERE progress <> so_far OR progress > requirement`),
  },
  {
    id: 'I13',
    rule: 'the time of a running bonus stands still only while it has free spins left and its wagering is not done',
    ...inSlices('wallet', (isInSlice) => `SELECT 'bonus ' || w.wallet_id || ' is paused with ' || w.spins_left || ' spins left' AS found
      FROM bonus_wallet w WHERE ${isInSlice('w.wallet_id')} AND w.ended_at IS NULL AND w.paused_at IS NOT NULL
        AND NOT (w.state = 'active' AND ${hasSpinsToWaitFor('w')})`),
  },
  {
    id: 'I13',
    rule: 'each player’s account holds the number of bonuses that can be played with',
    ...inSlices('player', (isInSlice) => `SELECT 'player ' || a.user_id || ' has ' || a.bonus_wallets || ', there are ' || coalesce(w.active, 0) AS found
      FROM (SELECT * FROM ledger_account WHERE ${isInSlice('user_id')}) a
      FULL JOIN (SELECT user_id, count(*) AS active FROM bonus_wallet WHERE state = 'active' AND ${isInSlice('user_id')} GROUP BY user_id) w USING (user_id)
      WHERE (a.kind = 'real' OR a.kind IS NULL) AND coalesce(a.bonus_wallets, 0) <> coalesce(w.active, 0)`),
  },
];
