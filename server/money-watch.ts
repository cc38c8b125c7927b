import { AUDIT_INVARIANTS } from './audit';
import { WAGERING_INVARIANTS } from './bonuses';
import { SEED_INVARIANTS } from './games';
import { CHECKPOINT_INVARIANTS, checkNextPart, isMarkFinal, resetCheckpoint, storeMark } from './ledger/checkpoint';
import { COUNTER_INVARIANTS, findViolations } from './ledger/invariants';
import type { Invariant } from './ledger/invariants';
import { checkMoney, setMoneyStop } from './ledger/money-switch';
import { MONEY_INVARIANTS } from './money-invariants';
import type { Platform } from './platform';
import { startSweep } from './sweep';

const MINUTE_MS = 60_000;
/** The check of everything comes this often, or, in a large ledger, so seldom that it takes a hundredth of the time; once a day at least. */
const FULL_INTERVAL_MS = 15 * MINUTE_MS;
const FULL_SHARE = 100;
const FULL_INTERVAL_MAX_MS = 24 * 60 * MINUTE_MS;
/** Another process takes over a check that has not ended by then. */
const FULL_LEASE_MS = 2 * 60 * MINUTE_MS;
/** Up to so many entries the whole ledger is checked before the start listens, which takes a fraction of a second. */
const SMALL_LEDGER = 5_000;
/** A run ends after so many parts, and the next goes on. */
const MAX_PARTS = 1_000;

/** A run that finds a transaction open each time is a minute; no transaction of ours takes that long. */
const ALERT_AFTER_WAITS = 10;

/** The rules whose violation raises an alert and closes nothing. */
export const WATCHED_INVARIANTS: readonly Invariant[] = [...COUNTER_INVARIANTS, ...WAGERING_INVARIANTS, ...AUDIT_INVARIANTS, ...SEED_INVARIANTS];

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/**
 * Checks all invariants now, in everything that there is. A violated invariant of money turns money off (see `checkMoney`). The others
 * (counters, wagering, the audit trail, seeds) only raise an alert, because players must still be able to withdraw. Returns whether money is
 * in order. Throws when the database is away.
 */
export async function checkMoneyNow(platform: Deps): Promise<boolean> {
  const violations = await findViolations(platform.pool, WATCHED_INVARIANTS);
  for (const { id, rule, count, examples } of violations) {
    platform.log('counters.violation', { id, says: rule, count, examples, alert: true });
  }
  return (await checkMoney(platform, MONEY_INVARIANTS)).length === 0;
}

/** Checks everything and notes when, so that the jobs do it again only when it is due. */
async function checkEverything(platform: Deps): Promise<void> {
  const begin = performance.now();
  await checkMoneyNow(platform);
  await platform.pool.query('UPDATE ledger_checkpoint SET full_checked_at = $1, full_took_ms = $2', [platform.now(), Math.round(performance.now() - begin)]);
}

/** What a start checks before it listens: a small ledger. The jobs check a larger one as soon as they run. */
export async function checkSmallLedger(platform: Deps): Promise<void> {
  const { rows } = await platform.pool.query<{ is_small: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM ledger_entry ORDER BY entry_id OFFSET ${SMALL_LEDGER} LIMIT 1) AS is_small`,
  );
  if (rows[0]?.is_small === true) await checkEverything(platform);
}

/** Makes the function that moves the checkpoint to the newest entry. It returns true once it is there. */
export function createCheckpointRun(platform: Deps): () => Promise<boolean> {
  let waits = 0;
  return async () => {
    const mark = await storeMark(platform.pool);
    if (mark === null) return false;
    // A posting that is still open may write below the mark, so the next run looks again.
    if (!(await isMarkFinal(platform.pool, mark))) {
      waits += 1;
      if (waits % ALERT_AFTER_WAITS === 0) platform.log('ledger.checkpoint-waits', { alert: true, says: 'A transaction of the database has been open for minutes; end it.' });
      return false;
    }
    waits = 0;
    for (let parts = 0; parts < MAX_PARTS; parts += 1) {
      const outcome = await checkNextPart(platform, mark);
      if (outcome !== 'more') return outcome === 'done';
    }
    return false;
  };
}

/** Checks everything where that is due and no other process is at it. Returns whether it did. */
export async function checkEverythingWhenDue(platform: Deps): Promise<boolean> {
  const startedAt = platform.now();
  const { rowCount } = await platform.pool.query(
    `UPDATE ledger_checkpoint SET full_lease_until = $1::timestamptz + ${FULL_LEASE_MS} * interval '1 ms'
     WHERE (full_lease_until IS NULL OR full_lease_until <= $1)
       AND (full_checked_at IS NULL OR full_checked_at > $1 OR full_checked_at
         + least(greatest(full_took_ms * ${FULL_SHARE}, ${FULL_INTERVAL_MS}), ${FULL_INTERVAL_MAX_MS}) * interval '1 ms' <= $1)`,
    [startedAt],
  );
  if (rowCount === 0) return false;
  try {
    await checkEverything(platform);
  } finally {
    await platform.pool.query('UPDATE ledger_checkpoint SET full_lease_until = NULL');
  }
  return true;
}

/**
 * Checks everything, and where all is in order begins the checkpoint anew and takes back the stop that it made. A person calls this who has
 * looked at the ledger. Returns whether money is in order.
 */
export async function reopenMoney(platform: Deps): Promise<boolean> {
  // The parts are those of the checkpoint that ends here, so they are left out.
  const violations = await checkMoney(platform, MONEY_INVARIANTS.filter((invariant) => !CHECKPOINT_INVARIANTS.includes(invariant)));
  if (violations.length > 0) return false;
  await resetCheckpoint(platform.pool);
  await setMoneyStop(platform, 'checkpoint', null);
  return checkMoneyNow(platform);
}

/** Checks on from the checkpoint each minute, and everything now and then, until the returned function is called. */
export function startMoneyWatch(platform: Deps): () => void {
  const runCheckpoint = createCheckpointRun(platform);
  const runBoth = async () => {
    try {
      await runCheckpoint();
    } finally {
      // A part that fails each time must not keep everything from being checked.
      await checkEverythingWhenDue(platform);
    }
  };
  const stop = startSweep(platform, { failureEvent: 'money.check-failed', intervalMs: MINUTE_MS, firstAfterMs: 0, run: runBoth });
  // A check of everything may take minutes and only reads, so a stop does not wait for it.
  return () => void stop();
}
