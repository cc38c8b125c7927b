/** Runs the rules that watch, each over what is new since its last run. */
import type { PoolClient } from 'pg';
import { DAY_MS, MINUTE_MS, lagosDay, lagosDayStart } from '../../src/core/time';
import { RISK_RULE_IDS, ruleInForce } from '../../src/core/risk-rules';
import type { RuleInForce } from '../../src/core/risk-rules';
import { alertFor } from '../alert-for';
import { namedStatement } from '../db/statement';
import type { StatementValues } from '../db/statement';
import { transaction } from '../db/transaction';
import type { Platform } from '../platform';
import { startSweep } from '../sweep';
import type { StopJob } from '../sweep';
import { raiseFlag } from './flags';
import { HARM_RULES } from './rules/harm';
import { LAUNDERING_RULES } from './rules/laundering';
import type { Figures, WatchedRule } from './watched-rule';

const INTERVAL_MS = 5 * MINUTE_MS;
/** The first run of a rule looks back over this many entries. */
const FIRST_ENTRIES = 50_000;

export const WATCHED_RULES: readonly WatchedRule[] = [...HARM_RULES, ...LAUNDERING_RULES];
const STATEMENTS = new Map(WATCHED_RULES.map(({ rule, sql }) => [rule, namedStatement(`risk-${rule}`, sql)]));

/** Reads the figures on which a rule fires. They are sorted by player, so that two runs lock players in the same order. */
async function readFiringFigures(tx: PoolClient, watched: WatchedRule, inForce: RuleInForce, values: StatementValues): Promise<readonly Figures[]> {
  const statement = STATEMENTS.get(watched.rule);
  if (statement === undefined) throw new Error('each rule has its statement');
  const { rows } = await tx.query<Figures>(statement(values));
  return rows.filter((figures) => watched.fires(figures, inForce.thresholds)).sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
}

/** The newest ids that a run has seen, and its time. */
interface Marks {
  readonly entry: number;
  readonly depositStep: number;
  readonly payoutStep: number;
  readonly change: number;
  /** ISO 8601. */
  readonly since: string;
}

async function readMarks(tx: PoolClient, now: Date): Promise<Marks> {
  const { rows: [row] } = await tx.query<Omit<Marks, 'since'>>(
    `SELECT coalesce((SELECT max(entry_id) FROM ledger_entry), 0) AS entry, coalesce((SELECT max(step_id) FROM deposit_step), 0) AS "depositStep",
       coalesce((SELECT max(step_id) FROM withdrawal_step), 0) AS "payoutStep", coalesce((SELECT max(change_id) FROM limit_change), 0) AS change`,
  );
  if (row === undefined) throw new Error('a select without a table has a row');
  return { ...row, since: now.toISOString() };
}

/** Makes the marks from which the first run of a rule starts. */
const firstMarks = (newest: Marks, now: Date): Marks => ({
  entry: Math.max(0, newest.entry - FIRST_ENTRIES), depositStep: 0, payoutStep: 0, change: 0, since: new Date(now.getTime() - DAY_MS).toISOString(),
});

/** The Monday of a day's week, `YYYY-MM-DD` in Lagos. */
export function mondayOf(day: string): string {
  const noon = lagosDayStart(day) + DAY_MS / 2;
  const daysSinceMonday = (new Date(noon).getUTCDay() + 6) % 7;
  return lagosDay(noon - daysSinceMonday * DAY_MS);
}

function valuesOf(
  platform: Pick<Platform, 'config'>, { thresholds }: RuleInForce, from: Marks, now: Date, player: string | null = null,
): StatementValues {
  const day = lagosDay(now.getTime());
  const automaticKobo = platform.config.withdrawalAutomaticUpTo;
  return { ...thresholds, ...from, player, now, day, week: mondayOf(day), month: day.slice(0, 7), automaticKobo };
}

/** Runs one rule in a transaction, unless another process runs it just now. Returns how many flags it raised. */
async function runRule(platform: Platform, watched: WatchedRule, inForce: RuleInForce): Promise<number> {
  const now = platform.now();
  return transaction(platform.pool, async (tx) => {
    const { rows: [run] } = await tx.query<{ marks: Marks | null; marks_before: Marks | null }>(
      'SELECT marks, marks_before FROM risk_rule_run WHERE rule = $1 FOR UPDATE SKIP LOCKED', [watched.rule],
    );
    if (run === undefined) return 0;
    const newest = await readMarks(tx, now);
    // A run starts at the marks of the run before the last, because an entry may have been committed after that run with a lower id.
    const firing = await readFiringFigures(tx, watched, inForce, valuesOf(platform, inForce, run.marks_before ?? firstMarks(newest, now), now));
    let raised = 0;
    for (const figures of firing) raised += (await raiseFlag(tx, platform, { inForce, figures, at: now })) ? 1 : 0;
    await tx.query('UPDATE risk_rule_run SET ran_at = $2, marks_before = coalesce(marks, $4), marks = $3 WHERE rule = $1', [
      watched.rule, now, JSON.stringify(newest), JSON.stringify(firstMarks(newest, now)),
    ]);
    return raised;
  });
}

/**
 * Runs the rules that hold payouts for one player, over the withdrawals that they requested today, in the transaction of a new one. The job would
 * come too late, because an automatic payout takes seconds and the job runs every few minutes. What the job finds again is the same flag.
 */
export async function watchPayoutsOf(
  tx: PoolClient, platform: Platform, { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const { rows: [first] } = await tx.query<{ before: number }>(
    `SELECT coalesce(min(step_id), 1) - 1 AS before FROM withdrawal_step WHERE user_id = $1 AND step = 'asked' AND at >= $2`,
    [userId, new Date(lagosDayStart(lagosDay(at.getTime())))],
  );
  const from: Marks = { entry: 0, depositStep: 0, payoutStep: first?.before ?? 0, change: 0, since: at.toISOString() };
  for (const watched of WATCHED_RULES) {
    const inForce = ruleInForce(watched.rule, platform.config.riskRules);
    if (!inForce.isOn || !inForce.holds) continue;
    const firing = await readFiringFigures(tx, watched, inForce, valuesOf(platform, inForce, from, at, userId));
    for (const figures of firing) await raiseFlag(tx, platform, { inForce, figures, at });
  }
}

/** Runs all rules that are on. A rule that fails is logged, runs over the same entries next time, and does not stop the others. */
export async function watchRisk(platform: Platform): Promise<number> {
  await platform.pool.query('INSERT INTO risk_rule_run (rule) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [RISK_RULE_IDS]);
  let raised = 0;
  for (const watched of WATCHED_RULES) {
    const inForce = ruleInForce(watched.rule, platform.config.riskRules);
    if (!inForce.isOn) continue;
    try {
      raised += await runRule(platform, watched, inForce);
    } catch (error) {
      platform.log('risk.rule-failed', { rule: watched.rule, error, ...alertFor(error) });
    }
  }
  return raised;
}

export function startRiskWatch(platform: Platform): StopJob {
  return startSweep(platform, { failureEvent: 'risk.watch-failed', intervalMs: INTERVAL_MS, firstAfterMs: MINUTE_MS, run: () => watchRisk(platform) });
}
