/**
 * I12 says that rounds agree with the ledger: each was staked once and paid once, and nothing moved in between. I15 says that the platform
 * alone made the ids of what has a seed, because somebody who chooses an id could ask for a seed by it.
 */
import type { Invariant } from '../ledger/invariants';
import { inSlices } from '../ledger/subjects';
import type { IsInSlice } from '../ledger/subjects';

/** Selects the rounds of several steps, ended and open. Only these have `started_at`. */
const roundsOf = (isInSlice: IsInSlice): string => `SELECT round_id, stake, win, true AS is_over FROM round WHERE started_at IS NOT NULL AND ${isInSlice('round_id')}
  UNION ALL
  SELECT round_id, stake, 0, false FROM open_round WHERE ${isInSlice('round_id')}`;

/** A win, or a stake of a voided round that came back. */
const IS_PAID = `e.kind = 'win' OR t.kind = 'round-void' AND e.kind = 'adjustment'`;

const LEDGER_MONEY = `SELECT
    count(DISTINCT t.transaction_id) FILTER (WHERE t.kind = 'round') AS starts,
    count(DISTINCT t.transaction_id) FILTER (WHERE ${IS_PAID}) AS payments,
    coalesce(sum(-e.amount) FILTER (WHERE e.kind = 'stake' AND e.balance_after IS NOT NULL), 0) AS staked,
    coalesce(sum(e.amount) FILTER (WHERE (${IS_PAID}) AND e.balance_after IS NOT NULL), 0) AS won
  FROM ledger_transaction t JOIN ledger_entry e USING (transaction_id)
  WHERE t.reference = r.round_id AND t.kind IN ('round', 'round-step', 'round-end', 'round-void')`;

/** A violation of these closes money. */
export const ROUND_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I12',
    rule: 'the stakes of every round of several steps are in the ledger, and it was paid once, when it was over',
    ...inSlices('round', (isInSlice) => `SELECT 'round ' || r.round_id || CASE WHEN r.is_over THEN ' (over)' ELSE ' (open)' END || ' stands at ' || r.stake || ' and ' || r.win
        || ', the ledger says ' || coalesce(m.staked, 0) || ' and ' || coalesce(m.won, 0) AS found
      FROM (${roundsOf(isInSlice)}) r CROSS JOIN LATERAL (${LEDGER_MONEY}) m
      WHERE coalesce(m.starts, 0) <> 1 OR m.staked <> r.stake OR m.won <> r.win OR m.payments > r.is_over::int`),
  },
  {
    id: 'I12',
    rule: 'every stake or win of a step belongs to a round of several steps, or to a framed one',
    ...inSlices('transaction', (isInSlice) => `SELECT 'transaction ' || t.transaction_id || ' of ' || t.kind AS found FROM ledger_transaction t
      WHERE t.kind IN ('round-step', 'round-end', 'round-void') AND ${isInSlice('t.transaction_id')}
        AND NOT EXISTS (SELECT FROM round r WHERE r.round_id = t.reference AND r.started_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM open_round o WHERE o.round_id = t.reference)
        AND NOT EXISTS (SELECT FROM frame_round f WHERE f.round_id = t.reference)`),
  },
  {
    id: 'I12',
    rule: 'an open round is no round that is over, its draws are its own, and its seeds are not revealed',
    ...inSlices('round', (isInSlice) => `SELECT 'round ' || o.round_id AS found FROM open_round o JOIN seed_pair p USING (seed_pair_id)
      WHERE ${isInSlice('o.round_id')} AND (p.state <> 'active' OR p.user_id <> o.user_id OR o.nonce >= p.nonce
        OR EXISTS (SELECT FROM round r WHERE r.round_id = o.round_id OR (r.seed_pair_id = o.seed_pair_id AND r.nonce = o.nonce))
        OR o.bonus_staked <> (SELECT coalesce(sum(w.staked), 0) FROM open_round_wallet w WHERE w.round_id = o.round_id))`),
  },
];

/** SQL: behind a column, true for an id that the platform can't have made. */
const IS_FOREIGN_ID = `!~ '^[A-Za-z0-9_-]{22}$'`;

/** A violation of these raises an alert and closes nothing: such a pair gets no seed anyway, but somebody has to find out who wrote it. */
export const SEED_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I15',
    rule: 'every seed pair in use has an id that the platform made',
    ...inSlices('seedPair', (isInSlice) => `SELECT 'pair ' || seed_pair_id || ' of player ' || user_id AS found FROM seed_pair
      WHERE state <> 'revealed' AND ${isInSlice('seed_pair_id')} AND seed_pair_id ${IS_FOREIGN_ID}`),
  },
  {
    id: 'I15',
    rule: 'every reveal in the trail has an id that the platform made',
    ...inSlices('auditLine', (isInSlice) => `SELECT 'line ' || chain_no || ' reveals ' || subject || ' of player ' || user_id AS found FROM admin_audit
      WHERE action = 'seeds-revealed' AND ${isInSlice('chain_no')} AND subject ${IS_FOREIGN_ID}`),
  },
];
