/**
 * I13: the counters equal the sums of the entries. I14: no stake, bonus or deposit began after an exclusion did, and none
 * exceeded the limit that the player had at that time.
 * The order of writing decides what came first, never a clock. Tests and people who examine a complaint use these invariants;
 * a violation does not stop money, since withdrawing must stay open in any case.
 */
import { COUNTER_INVARIANTS } from '../ledger/invariants';
import type { Invariant } from '../ledger/invariants';
import { COUNTED_DEPOSITS_JOIN, EXCLUSION_SPANS, periodOf } from './invariant-parts';
import { PERSON_INVARIANTS } from './person-invariants';

const NUMBERED_ENTRIES = `SELECT e.*, row_number() OVER (PARTITION BY user_id ORDER BY entry_id) AS n FROM ledger_entry e WHERE balance_after IS NOT NULL`;

/** Selects each limit with the part of the history in which it applied. */
const LIMIT_SPANS = `SELECT user_id, kind, period, amount, after_entries, after_step,
    lead(after_entries) OVER next AS to_entries, lead(after_step) OVER next AS to_step
  FROM limit_change WHERE what IN ('set', 'confirmed') WINDOW next AS (PARTITION BY user_id, kind, period ORDER BY change_id)`;

/** Selects the sums staked and lost in each period up to and including an entry. A stake comes before its win. */
const RUNNING_TOTALS = `SELECT user_id, entry_id, n, kind, p.period,
    sum(CASE kind WHEN 'stake' THEN -amount ELSE 0 END) OVER so_far AS staked, sum(-amount) OVER so_far AS lost
  FROM (${NUMBERED_ENTRIES}) e CROSS JOIN (VALUES ('day'), ('week'), ('month')) p (period)
  WHERE account_id = 'real:' || user_id AND (kind IN ('stake', 'win')
    OR kind = 'adjustment' AND EXISTS (SELECT FROM ledger_transaction t WHERE t.transaction_id = e.transaction_id AND t.kind = 'round-void'))
  WINDOW so_far AS (PARTITION BY user_id, p.period, ${periodOf('p.period', 'at')} ORDER BY n)`;

/** Selects the sum that counted towards a deposit limit when the deposit of the step was requested, without that deposit. */
const COUNTED_DEPOSITS = `SELECT coalesce(sum(o.amount), 0) FROM deposit o ${COUNTED_DEPOSITS_JOIN} AND o.user_id = d.user_id`;

export const PROTECTION_INVARIANTS: readonly Invariant[] = [
  ...COUNTER_INVARIANTS,
  {
    id: 'I14',
    rule: 'nobody staked or got a bonus between the beginning and the end of an exclusion, and no bonus runs in one',
    violations: `SELECT 'entry ' || e.entry_id || ' after exclusion ' || x.exclusion_id AS found
      FROM (${EXCLUSION_SPANS}) x JOIN (${NUMBERED_ENTRIES}) e USING (user_id)
      WHERE e.n > x.after_entries AND (x.to_entries IS NULL OR e.n <= x.to_entries) AND (x.until IS NULL OR e.at < x.until) AND (e.kind = 'stake' OR x.state = 'excluded' AND e.kind = 'bonus' AND e.amount > 0
          -- A bonus whose wagering was done before becomes real money as the exclusion ends it.
          AND NOT EXISTS (SELECT FROM ledger_transaction t WHERE t.transaction_id = e.transaction_id AND t.kind = 'bonus-end'))
      UNION ALL
      SELECT 'bonus ' || w.wallet_id || ' runs in exclusion ' || x.exclusion_id
      FROM exclusion x JOIN bonus_wallet w USING (user_id)
      WHERE x.state = 'excluded' AND w.claimed_at <= x.at AND (w.ended_at IS NULL OR w.ended_at > x.at)`,
  },
  {
    id: 'I14',
    rule: 'nobody started a deposit between the beginning and the end of an exclusion',
    violations: `SELECT 'deposit ' || d.deposit_id || ' after exclusion ' || x.exclusion_id AS found
      FROM (${EXCLUSION_SPANS}) x JOIN deposit d USING (user_id) JOIN deposit_step s ON s.deposit_id = d.deposit_id AND s.step = 'asked'
      WHERE s.step_id > x.after_step AND (x.to_step IS NULL OR s.step_id <= x.to_step) AND (x.until IS NULL OR s.at < x.until)`,
  },
  {
    id: 'I14',
    rule: 'no stake exceeded a limit that applied at its time',
    violations: `SELECT 'entry ' || r.entry_id || ' makes ' || CASE l.kind WHEN 'stake' THEN r.staked ELSE r.lost END || ' of ' || l.amount
        || ' ' || l.kind || ' a ' || l.period AS found
      FROM (${LIMIT_SPANS}) l JOIN (${RUNNING_TOTALS}) r USING (user_id, period)
      WHERE r.kind = 'stake' AND r.n > l.after_entries AND (l.to_entries IS NULL OR r.n <= l.to_entries)
        AND CASE l.kind WHEN 'stake' THEN r.staked WHEN 'loss' THEN r.lost END > l.amount`,
  },
  {
    id: 'I14',
    rule: 'no deposit that was started exceeded a limit that applied at its time',
    violations: `SELECT 'deposit ' || deposit_id || ' makes ' || counted + amount || ' of ' || maximum || ' a ' || period AS found
      FROM (SELECT d.deposit_id, d.amount, l.amount AS maximum, l.period, (${COUNTED_DEPOSITS}) AS counted
            FROM (${LIMIT_SPANS}) l JOIN deposit d USING (user_id) JOIN deposit_step s ON s.deposit_id = d.deposit_id AND s.step = 'asked'
            WHERE l.kind = 'deposit' AND s.step_id > l.after_step AND (l.to_step IS NULL OR s.step_id <= l.to_step)) started
      WHERE counted + amount > maximum`,
  },
  {
    id: 'I14',
    rule: 'the limits of a player are the newest ones of the history, and players who have one are marked',
    violations: `SELECT 'limit ' || user_id || ' ' || kind || ' ' || period AS found
      FROM player_limit l FULL JOIN (SELECT DISTINCT ON (user_id, kind, period) user_id, kind, period, amount FROM limit_change
        WHERE what IN ('set', 'confirmed') ORDER BY user_id, kind, period, change_id DESC) h USING (user_id, kind, period)
      WHERE l.amount IS DISTINCT FROM h.amount
      UNION ALL
      SELECT 'player ' || user_id FROM player p WHERE limited <> EXISTS (SELECT FROM player_limit l WHERE l.user_id = p.user_id)`,
  },
  {
    id: 'I14',
    rule: 'the protection of a player is that of the newest exclusion',
    violations: `SELECT 'player ' || p.user_id AS found
      FROM player p JOIN (SELECT DISTINCT ON (user_id) user_id, state, until FROM exclusion ORDER BY user_id, exclusion_id DESC) x USING (user_id)
      WHERE p.protection <> x.state OR p.protection_until IS DISTINCT FROM x.until`,
  },
  ...PERSON_INVARIANTS,
];
