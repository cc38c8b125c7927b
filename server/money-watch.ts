import { LAGOS_OFFSET_MS } from '../src/core/time';
import { AUDIT_INVARIANTS } from './audit';
import { WAGERING_INVARIANTS } from './bonuses';
import { ROUND_PART_INVARIANTS, SEED_INVARIANTS, hashRounds, resetRoundParts } from './games';
import { CHECKPOINT_INVARIANTS, checkNextPart, isMarkFinal, resetCheckpoint, storeMark } from './ledger/checkpoint';
import { closeMonth } from './ledger/closed-months';
import { COUNTER_INVARIANTS } from './ledger/invariants';
import type { Invariant, Violation } from './ledger/invariants';
import { reasonOf, reportMoney, setMoneyStop } from './ledger/money-switch';
import { WALK_START, toWalkState, walkInvariants } from './ledger/walk';
import type { WalkOptions, WalkState } from './ledger/walk';
import { DOMAIN_INVARIANTS, MONEY_INVARIANTS } from './money-invariants';
import type { Platform } from './platform';
import { startSweep } from './sweep';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The check of everything comes this often, or so seldom that it takes a hundredth of the time. */
const FULL_INTERVAL_MS = 15 * MINUTE_MS;
const FULL_SHARE = 100;
/** One that takes longer comes once a night, in these hours in Lagos, or by day where a night was missed. */
const LONG_CHECK_MS = 10_000;
const NIGHT = { fromHour: 1, toHour: 5 } as const;
const NIGHTLY_AFTER_MS = 12 * HOUR_MS;
const OVERDUE_AFTER_MS = 36 * HOUR_MS;
/** A run of the job ends after so long, and the next one, a minute later, goes on: so the check takes a third of one connection at most. */
const FULL_RUN_MS = 30_000;
/** Another process takes over a check whose run has not ended by then. */
const FULL_LEASE_MS = 30 * MINUTE_MS;
/** A check from so far in the future was noted by a clock that was wrong. Less is another process that ended its check just now. */
const AHEAD_MS = MINUTE_MS;
/** Up to so many entries the whole ledger is checked before the start listens, which takes a fraction of a second. */
const SMALL_LEDGER = 5_000;
/** A run ends after so many parts, and the next goes on. */
const MAX_PARTS = 1_000;

/** A run that finds a transaction open each time is a minute; no transaction of ours takes that long. */
const ALERT_AFTER_WAITS = 10;

/** The rules whose violation raises an alert and closes nothing. */
export const WATCHED_INVARIANTS: readonly Invariant[] = [
  ...COUNTER_INVARIANTS, ...WAGERING_INVARIANTS, ...AUDIT_INVARIANTS, ...SEED_INVARIANTS, ...ROUND_PART_INVARIANTS,
];

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/**
 * Checks all invariants now, in everything that there is, slice by slice. A violated invariant of money turns money off at once. The others
 * (counters, wagering, the audit trail, seeds, the rounds of the past) only raise an alert, because players must still be able to withdraw. Returns
 * whether money is in order. Throws when the database is away.
 */
export async function checkMoneyNow(platform: Deps): Promise<boolean> {
  return (await checkInvariants(platform, MONEY_INVARIANTS, {})) === true;
}

/** Returns whether money is in order; null where `onSlice` ended the walk before it was through. */
async function checkInvariants(platform: Deps, moneyInvariants: readonly Invariant[], { onSlice, ...options }: WalkOptions): Promise<boolean | null> {
  let stopsFor = reasonOf(ofMoney(options.from?.found ?? [], moneyInvariants));
  const progress = { isThrough: false };
  const violations = await walkInvariants(platform.pool, [...moneyInvariants, ...WATCHED_INVARIANTS], {
    ...options,
    onSlice: async (next, found) => {
      const reason = reasonOf(ofMoney(found, moneyInvariants));
      if (reason !== stopsFor) await setMoneyStop(platform, 'invariants', reason);
      stopsFor = reason;
      progress.isThrough = next === null;
      return onSlice?.(next, found);
    },
  });
  if (!progress.isThrough) return null;
  const violationsOfMoney = ofMoney(violations, moneyInvariants);
  for (const { id, rule, count, examples } of violations.filter((violation) => !violationsOfMoney.includes(violation))) {
    platform.log('counters.violation', { id, says: rule, count, examples, alert: true });
  }
  await reportMoney(platform, violationsOfMoney);
  return violationsOfMoney.length === 0;
}

const ofMoney = (violations: readonly Violation[], invariants: readonly Invariant[]): Violation[] =>
  violations.filter(({ id, rule }) => invariants.some((invariant) => invariant.id === id && invariant.rule === rule));

/** Checks everything and notes when, so that the jobs do it again only when it is due. */
async function checkEverything(platform: Deps): Promise<void> {
  const begin = performance.now();
  await checkMoneyNow(platform);
  await noteEnd(platform, performance.now() - begin);
}

async function noteEnd({ pool, now }: Deps, tookMs: number): Promise<void> {
  await pool.query('UPDATE ledger_checkpoint SET full_checked_at = $1, full_took_ms = $2, full_position = NULL', [now(), Math.round(tookMs)]);
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
      const outcome = await checkNextPart(platform, mark, DOMAIN_INVARIANTS);
      if (outcome !== 'more') return outcome === 'done';
    }
    return false;
  };
}

/** What is stored of a check of everything that is under way. */
interface StoredCheck extends WalkState {
  readonly tookMs: number;
}

/**
 * Checks everything where that is due and no other process is at it; what takes longer than `runMs` goes on with the next call, also in another
 * process. Returns whether it did anything.
 */
export async function checkEverythingWhenDue(platform: Deps, { runMs = FULL_RUN_MS }: { readonly runMs?: number } = {}): Promise<boolean> {
  const { pool, now } = platform;
  const startedAt = now();
  const hour = new Date(startedAt.getTime() + LAGOS_OFFSET_MS).getUTCHours();
  const { rows } = await pool.query<{ position: Partial<StoredCheck> | null }>(
    `UPDATE ledger_checkpoint SET full_lease_until = $1::timestamptz + ${FULL_LEASE_MS} * interval '1 ms'
     WHERE (full_lease_until IS NULL OR full_lease_until <= $1)
       AND (full_checked_at IS NULL OR full_checked_at > $1::timestamptz + ${AHEAD_MS} * interval '1 ms' OR full_position IS NOT NULL
         OR CASE WHEN full_took_ms < ${LONG_CHECK_MS} THEN full_checked_at + greatest(full_took_ms * ${FULL_SHARE}, ${FULL_INTERVAL_MS}) * interval '1 ms' <= $1
           ELSE full_checked_at + CASE WHEN $2 THEN ${NIGHTLY_AFTER_MS} ELSE ${OVERDUE_AFTER_MS} END * interval '1 ms' <= $1 END)
     RETURNING full_position AS position`,
    [startedAt, hour >= NIGHT.fromHour && hour < NIGHT.toHour],
  );
  const [due] = rows;
  if (due === undefined) return false;
  try {
    const from = due.position === null ? WALK_START : toWalkState(due.position);
    const before = from === WALK_START ? 0 : due.position?.tookMs ?? 0;
    const beginMs = performance.now();
    const tookMs = () => before + performance.now() - beginMs;
    const isInOrder = await checkInvariants(platform, MONEY_INVARIANTS, {
      from,
      onSlice: async (next) => {
        if (next === null || performance.now() - beginMs < runMs) return true;
        await pool.query('UPDATE ledger_checkpoint SET full_position = $1', [JSON.stringify({ ...next, tookMs: tookMs() } satisfies StoredCheck)]);
        return false;
      },
    });
    if (isInOrder !== null) await noteEnd(platform, tookMs());
  } finally {
    await pool.query('UPDATE ledger_checkpoint SET full_lease_until = NULL');
  }
  return true;
}

/**
 * Checks everything, and where all is in order begins the checkpoint anew and takes back the stop that it made. A person calls this who has
 * looked at the ledger. Returns whether money is in order.
 */
export async function reopenMoney(platform: Deps): Promise<boolean> {
  // The parts are those of the checkpoint that ends here, so they are left out.
  const withoutParts = MONEY_INVARIANTS.filter((invariant) => !CHECKPOINT_INVARIANTS.includes(invariant));
  if ((await checkInvariants(platform, withoutParts, {})) !== true) return false;
  await resetCheckpoint(platform.pool);
  await resetRoundParts(platform.pool);
  await setMoneyStop(platform, 'checkpoint', null);
  return checkMoneyNow(platform);
}

/** Makes the function of a minute's run: on from the checkpoint, then the rounds of the past and the month that is over. */
function createBooksRun(platform: Deps): () => Promise<void> {
  const runCheckpoint = createCheckpointRun(platform);
  return async () => {
    if ((await runCheckpoint()) && (await hashRounds(platform.pool, platform.now()))) await closeMonth(platform.pool, platform.now());
  };
}

/**
 * Checks on from the checkpoint each minute, and everything now and then, until the returned function is called. These are two jobs, because
 * everything takes longer, and a part that fails each time must not keep everything from being checked.
 */
export function startMoneyWatch(platform: Deps): () => void {
  const stops = [
    startSweep(platform, { failureEvent: 'money.check-failed', intervalMs: MINUTE_MS, firstAfterMs: 0, run: createBooksRun(platform) }),
    startSweep(platform, { failureEvent: 'money.everything-failed', intervalMs: MINUTE_MS, firstAfterMs: 0, run: () => checkEverythingWhenDue(platform) }),
  ];
  // A check of everything only reads, so a stop does not wait for it.
  return () => stops.forEach((stop) => void stop());
}
