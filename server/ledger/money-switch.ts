import type { Foundation } from '../foundation';
import type { Db } from './accounts';
import { findViolations } from './invariants';
import type { Invariant, Violation } from './invariants';

export interface MoneySwitch {
  readonly isOpen: boolean;
  /** The reason for the operator where money may not move. */
  readonly reason: string | null;
}

/** Reads whether money may move, for all processes on this database. */
export async function readMoneySwitch(db: Db): Promise<MoneySwitch> {
  const { rows } = await db.query<MoneySwitch>('SELECT open AS "isOpen", reason FROM money_switch');
  return rows[0] ?? { isOpen: false, reason: 'the database has no money switch' };
}

/**
 * Checks the invariants, turns money off when one does not hold, and on again when all do. Every posting reads the switch
 * (guards.ts), so from then on cashier and games are read-only in all processes.
 */
export async function checkMoney(
  platform: Pick<Foundation, 'pool' | 'now' | 'log'>,
  invariants: readonly Invariant[],
): Promise<readonly Violation[]> {
  const violations = await findViolations(platform.pool, invariants);
  const reason = violations.length === 0 ? null : violations.map(({ id, rule }) => `${id} is violated: ${rule}`).join('; ');
  const { rowCount } = await platform.pool.query(
    'UPDATE money_switch SET open = $1, reason = $2, changed_at = $3 WHERE open <> $1 OR reason IS DISTINCT FROM $2',
    [reason === null, reason, platform.now()],
  );
  for (const { id, rule, count, examples } of violations) platform.log('money.violation', { id, says: rule, count, examples, alert: true });
  if (rowCount !== 0 && reason === null) platform.log('money.opened');
  else if (rowCount !== 0) platform.log('money.closed', { alert: true, reason });
  return violations;
}
