/** Checks of the money that the platform can't make itself: against the gateway's own books, and against an earlier moment. */
import type { Pool } from 'pg';
import type { Invariant } from '../../../server/ledger/invariants';

export const PROOFS: readonly Invariant[] = [
  {
    id: 'I5',
    rule: 'a key has one effect at most',
    violations: `SELECT 'key ' || operation_key AS found FROM ledger_transaction WHERE operation_key IS NOT NULL
      GROUP BY user_id, operation_key HAVING count(*) > 1`,
  },
  {
    id: 'I6',
    rule: 'a deposit is credited once, with what the gateway received for it',
    violations: `SELECT 'deposit ' || d.deposit_id AS found FROM deposit d
      LEFT JOIN simulator_payment p ON p.reference = d.reference
      JOIN ledger_transaction t ON t.kind = 'deposit' AND t.reference = d.deposit_id
      JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'real:' || d.user_id
      GROUP BY d.deposit_id HAVING count(*) <> 1 OR min(e.amount) IS DISTINCT FROM min(p.paid_amount)`,
  },
  {
    id: 'I4',
    rule: 'what was paid out the gateway was asked for once, with its amount',
    violations: `SELECT 'withdrawal ' || w.withdrawal_id AS found FROM withdrawal w LEFT JOIN simulator_payout p USING (reference)
      WHERE (w.state = 'paid' AND p.amount IS DISTINCT FROM w.amount) OR (w.state IN ('checking', 'refused') AND p.reference IS NOT NULL)`,
  },
  {
    id: 'I11',
    rule: 'a deposit ends once, and its timeline says how',
    violations: `SELECT 'deposit ' || d.deposit_id || ' is ' || d.state AS found FROM deposit d LEFT JOIN deposit_step s USING (deposit_id)
      GROUP BY d.deposit_id
      HAVING count(*) FILTER (WHERE s.step = 'credited') <> (d.state = 'success')::int
        OR count(*) FILTER (WHERE s.step = 'mismatch') <> (d.state = 'mismatch')::int
        OR count(*) FILTER (WHERE s.step IN ('credited', 'mismatch', 'failed', 'cancelled', 'expired', 'held')) < (d.state <> 'pending')::int`,
  },
  {
    id: 'I12',
    rule: 'a round is settled once: its stake, its win, and nothing else',
    violations: `SELECT 'round ' || coalesce(r.round_id, t.reference) AS found
      FROM (SELECT round_id, user_id, stake, win, bonus_staked, bonus_won, bonus_converted FROM round
            UNION ALL SELECT round_id, user_id, stake, 0, bonus_staked, 0, 0 FROM open_round) r
      FULL JOIN (SELECT * FROM ledger_transaction WHERE kind IN ('round', 'round-step', 'round-end')) t ON t.reference = r.round_id
      LEFT JOIN ledger_entry e ON e.transaction_id = t.transaction_id AND e.account_id = 'real:' || r.user_id
      GROUP BY r.round_id, r.stake, r.win, r.bonus_staked, r.bonus_won, r.bonus_converted, t.reference
      HAVING r.round_id IS NULL OR count(DISTINCT t.transaction_id) FILTER (WHERE t.kind = 'round') <> 1
        OR count(DISTINCT t.transaction_id) FILTER (WHERE e.kind = 'win') > 1
        OR coalesce(sum(e.amount) FILTER (WHERE e.kind = 'stake'), 0) <> r.bonus_staked - r.stake
        OR coalesce(sum(e.amount) FILTER (WHERE e.kind = 'win'), 0) <> r.win - r.bonus_won
        OR coalesce(sum(e.amount) FILTER (WHERE e.kind = 'bonus'), 0) <> r.bonus_converted`,
  },
];

export interface LedgerDigest {
  readonly lastEntry: number;
  readonly digest: string | null;
}

/** Digests all entries up to `lastEntry` as one hash, which must be the same at any later moment (invariant I10). */
export async function digestUpTo(pool: Pool, lastEntry: number | null): Promise<LedgerDigest> {
  const { rows } = await pool.query<{ last_entry: number; digest: string | null }>(
    `SELECT coalesce(max(entry_id), 0) AS last_entry, md5(string_agg(e::text, '|' ORDER BY entry_id)) AS digest
     FROM ledger_entry e WHERE $1::bigint IS NULL OR entry_id <= $1`,
    [lastEntry],
  );
  return { lastEntry: rows[0]?.last_entry ?? 0, digest: rows[0]?.digest ?? null };
}
