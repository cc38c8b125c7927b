/** I14 for persons: only one of a person's accounts plays, and the person's breaks and exclusions apply to it. */
import type { Invariant } from '../ledger/invariants';
import { IS_IN_FORCE } from './invariant-parts';

/** Selects the parts of the history in which accounts were second accounts. */
const SECOND_ACCOUNT_SPANS = `SELECT * FROM (
    SELECT user_id, is_second, at, lead(at) OVER next AS to_at, after_entry, after_step, lead(after_entry) OVER next AS to_entry, lead(after_step) OVER next AS to_step
    FROM person_link WINDOW next AS (PARTITION BY user_id ORDER BY link_id)) part WHERE is_second`;

export const PERSON_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I14',
    rule: 'accounts that showed the same identity belong to the same person',
    violations: `SELECT 'player ' || i.user_id || ' and ' || c.user_id AS found FROM identity i
        JOIN (SELECT DISTINCT ON (user_id) user_id, person_hash FROM player_person LEFT JOIN identity_check USING (user_id, person_hash) ORDER BY user_id, check_id) c USING (person_hash)
        JOIN player p ON p.user_id = i.user_id JOIN player q ON q.user_id = c.user_id
      WHERE i.taken_at IS NULL AND i.user_id <> c.user_id AND (p.person_id IS NULL OR p.person_id IS DISTINCT FROM q.person_id)`,
  },
  {
    id: 'I14',
    rule: 'exactly one account of each person has the identity',
    violations: `SELECT 'person ' || person_id AS found FROM player WHERE person_id IS NOT NULL GROUP BY person_id HAVING count(*) FILTER (WHERE NOT is_second) <> 1`,
  },
  {
    id: 'I14',
    rule: 'nobody staked, paid in or got a bonus with a second account, except by a payment that could not be sent back',
    violations: `SELECT 'entry ' || e.entry_id AS found FROM ledger_entry e JOIN (${SECOND_ACCOUNT_SPANS}) s USING (user_id)
      WHERE e.entry_id > s.after_entry AND (s.to_entry IS NULL OR e.entry_id <= s.to_entry)
        AND (e.kind = 'stake' AND e.amount < 0 OR e.kind IN ('deposit', 'bonus') AND e.amount > 0) AND e.balance_after IS NOT NULL
        AND NOT (e.kind = 'deposit' AND EXISTS (
          SELECT FROM ledger_transaction t JOIN deposit_step f ON f.deposit_id = t.reference AND f.step = 'return-failed' WHERE t.transaction_id = e.transaction_id))
      UNION ALL
      SELECT 'deposit ' || d.deposit_id FROM deposit d JOIN (${SECOND_ACCOUNT_SPANS}) s USING (user_id) JOIN deposit_step a ON a.deposit_id = d.deposit_id AND a.step = 'asked'
      WHERE a.step_id > s.after_step AND (s.to_step IS NULL OR a.step_id <= s.to_step)`,
  },
  {
    id: 'I14',
    rule: 'a break or an exclusion of a closed account applies to the account that has its identity now',
    violations: `SELECT 'player ' || o.user_id || ' after exclusion ' || x.exclusion_id AS found
      FROM identity own JOIN player o USING (user_id) JOIN identity before ON before.person_hash = own.person_hash AND before.user_id <> own.user_id AND before.taken_at IS NULL
        JOIN exclusion x ON x.user_id = before.user_id AND (x.until IS NULL OR x.until > own.verified_at) AND ${IS_IN_FORCE}
      WHERE own.passed_at IS NULL
        AND (o.protection = 'none' OR o.protection_until IS NOT NULL AND (x.until IS NULL OR o.protection_until < x.until))`,
  },
  {
    id: 'I14',
    rule: 'no exclusion of the account that plays was carried to a second account, where a stranger may read it',
    violations: `SELECT 'exclusion ' || x.exclusion_id AS found FROM exclusion x JOIN (${SECOND_ACCOUNT_SPANS}) s USING (user_id)
      WHERE x.carried_from IS NOT NULL AND x.at >= s.at AND (s.to_at IS NULL OR x.at < s.to_at) AND ${IS_IN_FORCE}`,
  },
];
