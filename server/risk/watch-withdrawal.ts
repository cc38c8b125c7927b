/** Watches each withdrawal at the moment of its request. */
import { RISK_RULE_IDS, RISK_RULES } from '../../src/core/risk-rules';
import type { WithdrawalWatch } from '../cashier';
import type { Db } from '../ledger/accounts';
import { ACCOUNTS_OF_PERSON } from '../ledger/accounts-of-person';
import { watchPayoutsOf } from './watch';

const HOLDING_RULES = RISK_RULE_IDS.filter((rule) => RISK_RULES[rule].holds);

/**
 * True while the player's person has an undecided flag of a rule that holds payouts. A hold comes at most once in seven days, and a small withdrawal
 * may use it up, so a person has to approve each withdrawal that is requested after it.
 */
async function hasUndecidedFlag(db: Db, userId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM risk_case c JOIN risk_flag f USING (case_id)
     WHERE c.user_id IN (${ACCOUNTS_OF_PERSON}) AND c.kind = 'laundering' AND c.state IN ('open', 'assigned')
       AND f.rule = ANY($2) LIMIT 1`,
    [userId, HOLDING_RULES],
  );
  return rowCount !== 0;
}

export const WITHDRAWAL_WATCH: WithdrawalWatch = { needsPeople: hasUndecidedFlag, look: watchPayoutsOf };
