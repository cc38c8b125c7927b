import { alertFor } from './alert-for';
import { AUDIT_INVARIANTS } from './audit';
import { WAGERING_INVARIANTS } from './bonuses';
import { SEED_INVARIANTS } from './games';
import { COUNTER_INVARIANTS, findViolations } from './ledger/invariants';
import { checkMoney } from './ledger/money-switch';
import { MONEY_INVARIANTS } from './money-invariants';
import type { Platform } from './platform';

/** A check reads the whole ledger, so it does not run often. */
const CHECK_INTERVAL_MS = 15 * 60_000;

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/**
 * Checks all invariants now. A violated invariant of money turns money off (see `checkMoney`). The others (counters, wagering, the
 * audit trail, seeds) only raise an alert, because players must still be able to withdraw. Returns whether money is in order. Throws
 * when the database is away.
 */
export async function checkMoneyNow(platform: Deps): Promise<boolean> {
  const violations = await findViolations(platform.pool, [...COUNTER_INVARIANTS, ...WAGERING_INVARIANTS, ...AUDIT_INVARIANTS, ...SEED_INVARIANTS]);
  for (const { id, rule, count, examples } of violations) {
    platform.log('counters.violation', { id, says: rule, count, examples, alert: true });
  }
  return (await checkMoney(platform, MONEY_INVARIANTS)).length === 0;
}

/** Checks again and again until the returned function is called; the first check comes after one interval. */
export function startMoneyWatch(platform: Deps): () => void {
  const timer = setInterval(() => {
    checkMoneyNow(platform).catch((error: unknown) => platform.log('money.check-failed', { error, ...alertFor(error) }));
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
