/** Looks at withdrawals as they are asked for. */
import type { PoolClient } from 'pg';
import { RISK_RULE_IDS, RISK_RULES } from '../../src/core/risk-rules';
import type { WithdrawalWatch } from '../cashier';
import { ACCOUNTS_OF_PERSON } from '../ledger/accounts-of-person';
import { watchPayoutsOf } from './watch';

const HOLDING_RULES = RISK_RULE_IDS.filter((rule) => RISK_RULES[rule].holds);

/**
 * Holds while nobody has decided about a flag of the player's person that held payouts. A hold comes once in seven days and may be used up by a
 * small withdrawal, so what is asked for after it is not paid out by rules alone.
 */
async function hasUndecidedFlag(tx: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM risk_case c JOIN risk_flag f USING (case_id)
     WHERE c.user_id IN (${ACCOUNTS_OF_PERSON}) AND c.kind = 'laundering' AND c.state IN ('open', 'assigned')
       AND f.rule = ANY($2) LIMIT 1`,
    [userId, HOLDING_RULES],
  );
  return rowCount !== 0;
}

export const WITHDRAWAL_WATCH: WithdrawalWatch = { needsPeople: hasUndecidedFlag, look: watchPayoutsOf };
