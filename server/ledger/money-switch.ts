import type { Foundation } from '../foundation';
import { transaction } from '../db/transaction';
import { measure } from '../measurements';
import type { Db } from './accounts';
import { findViolations } from './invariants';
import type { Invariant, Violation } from './invariants';

export interface MoneySwitch {
  readonly isOpen: boolean;
  /** The reason for the operator where money may not move. */
  readonly reason: string | null;
}

/** The checks that can stop money. Each takes back its own stop alone. */
export type MoneyStopSource = 'invariants' | 'checkpoint' | 'guards';

type Deps = Pick<Foundation, 'pool' | 'now' | 'log'>;

/** Reads whether money may move, for all processes on this database. */
export async function readMoneySwitch(db: Db): Promise<MoneySwitch> {
  const { rows } = await db.query<MoneySwitch>('SELECT open AS "isOpen", reason FROM money_switch');
  return rows[0] ?? { isOpen: false, reason: 'the database has no money switch' };
}

/** Says whether this source stops money. */
export async function isStoppedBy(db: Db, source: MoneyStopSource): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM money_stop WHERE source = $1', [source]);
  return rowCount === 1;
}

/**
 * Stops money for a reason, or takes the source's stop back with null. Money may move where no source stops it. Every posting reads the
 * switch (guards.ts), so while it is off cashier and games are read-only in all processes.
 */
export async function setMoneyStop(platform: Deps, source: MoneyStopSource, reason: string | null): Promise<void> {
  const at = platform.now();
  const changed = await transaction(platform.pool, async (tx) => {
    await tx.query('SELECT FROM money_switch FOR UPDATE');
    if (reason === null) await tx.query('DELETE FROM money_stop WHERE source = $1', [source]);
    else await tx.query('INSERT INTO money_stop VALUES ($1, $2, $3) ON CONFLICT (source) DO UPDATE SET reason = $2, changed_at = $3', [source, reason, at]);
    const { rows } = await tx.query<MoneySwitch>(
      `UPDATE money_switch SET open = stops.reason IS NULL, reason = stops.reason, changed_at = $1
       FROM (SELECT string_agg(reason, '; ' ORDER BY source) AS reason FROM money_stop) stops
       WHERE money_switch.reason IS DISTINCT FROM stops.reason RETURNING open AS "isOpen", money_switch.reason`,
      [at],
    );
    return rows[0];
  });
  if (changed === undefined) return;
  if (changed.isOpen) platform.log('money.opened');
  else platform.log('money.closed', { alert: true, reason: changed.reason });
}

/** Checks the invariants, turns money off when one does not hold, and takes that back when all do. */
export async function checkMoney(platform: Deps, invariants: readonly Invariant[]): Promise<readonly Violation[]> {
  const violations = await findViolations(platform.pool, invariants);
  await reportMoney(platform, violations);
  return violations;
}

/** Logs what a check of everything found; money is off where that is something. */
export async function reportMoney(platform: Deps, violations: readonly Violation[]): Promise<void> {
  measure('invariants.checked', { violations: violations.length });
  logViolations(platform, violations);
  await setMoneyStop(platform, 'invariants', reasonOf(violations));
}

export function logViolations({ log }: Pick<Foundation, 'log'>, violations: readonly Violation[]): void {
  for (const { id, rule, count, examples } of violations) log('money.violation', { id, says: rule, count, examples, alert: true });
}

/** Returns the reason for which violations stop money; null where there are none. */
export function reasonOf(violations: readonly Pick<Violation, 'id' | 'rule'>[]): string | null {
  return violations.length === 0 ? null : violations.map(({ id, rule }) => `${id} is violated: ${rule}`).join('; ');
}
