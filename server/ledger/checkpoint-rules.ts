/** What the checkpoint checks of a part of the ledger: the rules of invariants.ts, from the entry at which the last part ended. */

export interface PartRule {
  readonly id: string;
  readonly rule: string;
  /** SQL that returns a row, with a text `found`, for each violation. */
  readonly violations: string;
}

const TAKEN_FROM_HELD = `SELECT e.entry_id, e.account_id, t.reference, t.kind
  FROM ledger_entry e JOIN ledger_account a USING (account_id) JOIN ledger_transaction t USING (transaction_id)
  WHERE e.entry_id > $1 AND e.entry_id <= $2 AND a.kind = 'held' AND e.amount < 0`;

/** $1 and $2: the part has the entries after the first, up to the second. */
export const ENTRY_RULES: readonly PartRule[] = [
  {
    id: 'I1',
    rule: 'the entries of each transaction sum to zero, and there are two or more',
    violations: `SELECT 'transaction ' || p.transaction_id || ' has ' || s.total || ' entries that sum to ' || s.amount AS found
      FROM (SELECT DISTINCT transaction_id FROM ledger_entry WHERE entry_id > $1 AND entry_id <= $2) p
      LEFT JOIN ledger_transaction t USING (transaction_id)
      CROSS JOIN LATERAL (SELECT count(*) AS total, sum(e.amount) AS amount FROM ledger_entry e WHERE e.transaction_id = p.transaction_id) s
      WHERE t.transaction_id IS NULL OR s.amount <> 0 OR s.total < 2`,
  },
  {
    id: 'I2',
    rule: 'no account of a player is below zero, and none was',
    violations: `SELECT 'entry ' || entry_id || ' leaves ' || balance_after AS found
      FROM ledger_entry WHERE entry_id > $1 AND entry_id <= $2 AND balance_after < 0`,
  },
  {
    id: 'I3',
    rule: 'every entry belongs to an account, and to the account’s player',
    violations: `SELECT 'entry ' || e.entry_id || ' on ' || e.account_id AS found
      FROM ledger_entry e LEFT JOIN ledger_account a USING (account_id)
      WHERE e.entry_id > $1 AND e.entry_id <= $2 AND (a.account_id IS NULL
        OR (a.user_id IS NOT NULL AND a.user_id IS DISTINCT FROM e.user_id) OR (a.balance IS NULL) <> (e.balance_after IS NULL))`,
  },
  {
    id: 'I3',
    rule: 'each entry begins where the one before it on the same account ended',
    violations: `SELECT 'entry ' || entry_id || ' begins at ' || balance_before || ' after ' || before_it AS found
      FROM (SELECT e.entry_id, e.balance_before, e.balance_after - e.amount AS start,
              coalesce(lag(e.balance_after) OVER (PARTITION BY e.account_id ORDER BY e.entry_id), c.balance, 0) AS before_it
            FROM ledger_entry e LEFT JOIN ledger_checkpoint_account c USING (account_id)
            WHERE e.entry_id > $1 AND e.entry_id <= $2 AND e.balance_after IS NOT NULL) chain
      WHERE balance_before <> before_it OR start <> balance_before`,
  },
  {
    id: 'I4',
    rule: 'nothing held is given back or paid out beyond what was held for it',
    // Each reference is found by the indexes of these kinds, so that a part costs the same whatever its players did before. An entry of
    // another kind takes nothing from what is held.
    violations: `SELECT 'hold ' || h.reference || ' has ' || sum(e.amount) AS found
      FROM (SELECT DISTINCT account_id, reference FROM (${TAKEN_FROM_HELD}) taken) h
      CROSS JOIN LATERAL (SELECT transaction_id FROM ledger_transaction WHERE kind = 'withdrawal' AND reference = h.reference
        UNION ALL SELECT transaction_id FROM ledger_transaction WHERE kind = 'payout' AND reference = h.reference
        UNION ALL SELECT transaction_id FROM ledger_transaction WHERE kind = 'withdrawal-return' AND reference = h.reference) t
      JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = h.account_id AND e.entry_id <= $2
      GROUP BY h.account_id, h.reference HAVING sum(e.amount) < 0
      UNION ALL
      SELECT 'entry ' || entry_id || ' takes from what is held, by a ' || kind AS found FROM (${TAKEN_FROM_HELD}) taken
      WHERE kind NOT IN ('payout', 'withdrawal-return')`,
  },
  {
    id: 'I10',
    rule: 'every entry of a player matches its hash and follows the entry before it',
    violations: `SELECT 'entry ' || entry_id || ' does not fit its hash' AS found
      FROM (SELECT e.entry_id, e.hash, e.at, statement_hash(
              coalesce(lag(e.hash) OVER (PARTITION BY e.user_id ORDER BY e.entry_id), c.hash, statement_start(e.user_id)), e, t.reference
            ) AS right_hash
            FROM ledger_entry e LEFT JOIN ledger_transaction t USING (transaction_id) LEFT JOIN ledger_checkpoint_chain c ON c.user_id = e.user_id
            WHERE e.entry_id > $1 AND e.entry_id <= $2 AND e.balance_after IS NOT NULL) chain
      WHERE hash IS DISTINCT FROM right_hash OR at <> date_trunc('milliseconds', at)`,
  },
];

/** $1 and $2: the part has the transactions after the first, up to the second. */
export const TRANSACTION_RULES: readonly PartRule[] = [
  {
    id: 'I9',
    rule: 'every transaction has two entries or more, every key that moved money has its answer, and a refused key moved none',
    violations: `SELECT 'transaction ' || t.transaction_id || CASE WHEN entries.total < 2 THEN ' has ' || entries.total || ' entries'
        ELSE ' under a key that is ' || coalesce(o.state || ' ' || o.status, 'unknown') END AS found
      FROM ledger_transaction t LEFT JOIN operation o ON o.user_id = t.user_id AND o.key = t.operation_key
      CROSS JOIN LATERAL (SELECT count(*) AS total FROM ledger_entry e WHERE e.transaction_id = t.transaction_id) entries
      WHERE t.transaction_id > $1 AND t.transaction_id <= $2
        AND (entries.total < 2 OR (t.operation_key IS NOT NULL AND (o.status IS NULL OR o.status >= 300)))`,
  },
];

/** The comparison of what the checkpoint holds with what stands beside the entries. */
interface End {
  /** $1: the checkpoint's entry, $2: what is compared. Later entries are added, so no posting has to wait. */
  readonly rule: PartRule;
  /** SQL that returns the `id` of everything that has moved since it was compared. */
  readonly moved: string;
  /** SQL that marks $1 as compared. */
  readonly compared: string;
}

export const ENDS: readonly End[] = [
  {
    moved: 'SELECT account_id AS id FROM ledger_checkpoint_account WHERE NOT is_compared ORDER BY account_id',
    compared: 'UPDATE ledger_checkpoint_account SET is_compared = true WHERE account_id = ANY($1)',
    rule: {
      id: 'I3',
      rule: 'the balance of each account is the sum of its entries',
      violations: `SELECT 'account ' || c.account_id || ' has ' || coalesce(a.balance::text, 'no row') || ', its entries sum to ' || c.balance + later.amount AS found
        FROM ledger_checkpoint_account c LEFT JOIN ledger_account a USING (account_id)
        CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount), 0) AS amount FROM ledger_entry e
          WHERE e.user_id = a.user_id AND e.account_id = c.account_id AND e.balance_after IS NOT NULL AND e.entry_id > $1) later
        WHERE c.account_id = ANY($2) AND (a.account_id IS NULL OR (a.user_id IS NOT NULL AND a.balance <> c.balance + later.amount))`,
    },
  },
  {
    moved: 'SELECT user_id AS id FROM ledger_checkpoint_chain WHERE NOT is_compared ORDER BY user_id',
    compared: 'UPDATE ledger_checkpoint_chain SET is_compared = true WHERE user_id = ANY($1)',
    rule: {
      id: 'I10',
      rule: 'the chain of a player’s entries ends at the hash and the length that the account holds',
      violations: `SELECT 'account real:' || c.user_id || ' has ' || coalesce(a.chain_length, 0) || ' entries in its chain, and there are ' || c.length + later.total AS found
        FROM ledger_checkpoint_chain c LEFT JOIN ledger_account a ON a.account_id = 'real:' || c.user_id
        CROSS JOIN LATERAL (SELECT count(*) AS total, (array_agg(e.hash ORDER BY e.entry_id DESC))[1] AS hash FROM ledger_entry e
          WHERE e.user_id = c.user_id AND e.balance_after IS NOT NULL AND e.entry_id > $1) later
        WHERE c.user_id = ANY($2) AND (a.chain_length IS DISTINCT FROM c.length + later.total OR a.chain_hash IS DISTINCT FROM coalesce(later.hash, c.hash))`,
    },
  },
];
