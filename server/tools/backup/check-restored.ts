/** Checks all that can be checked of a database that was put back, whatever put it there. Nothing is changed. */
import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { describeVerdict, verifyAudit } from '../../audit';
import { readStatement } from '../../cashier';
import type { StatementPage } from '../../../src/core/contract/statement';
import { verifyStatement } from '../../../src/core/statement';
import { findMissingGuards } from '../../ledger/guards-proof';
import { findViolations } from '../../ledger/invariants';
import { MONEY_INVARIANTS } from '../../money-invariants';
import { WATCHED_INVARIANTS } from '../../money-watch';

/** One thing that was checked, in words for the operator. */
export interface RehearsalStep {
  readonly says: string;
  readonly isGood: boolean;
  readonly seconds: number;
}

export type Finding = Pick<RehearsalStep, 'says' | 'isGood'>;

/** Does one step and measures it. */
export async function measureStep(work: () => Promise<Finding>): Promise<RehearsalStep> {
  const begun = performance.now();
  const finding = await work();
  return { ...finding, seconds: (performance.now() - begun) / 1_000 };
}

/** Checks the invariants, the guards, the chain of the admins' audit trail, and every player's statement. */
export async function checkRestored(pool: Pool, now: () => Date): Promise<RehearsalStep[]> {
  const steps: RehearsalStep[] = [];
  const audit = async (): Promise<Finding> => {
    const verdict = await verifyAudit(pool);
    return { says: describeVerdict(verdict), isGood: verdict.ok };
  };
  const checks = [() => checkInvariants(pool), () => checkGuards(pool), audit, () => checkStatements(pool, now)];
  for (const check of checks) steps.push(await measureStep(check));
  return steps;
}

async function checkInvariants(pool: Pool): Promise<Finding> {
  const invariants = [...MONEY_INVARIANTS, ...WATCHED_INVARIANTS];
  const violations = await findViolations(pool, invariants);
  if (violations.length === 0) return { says: `All ${invariants.length} invariants hold.`, isGood: true };
  const words = violations.map(({ id, rule, count, examples }) => `${id}, ${rule}: ${count} times, like ${examples[0] ?? ''}`);
  return { says: `Invariants are violated: ${words.join('; ')}`, isGood: false };
}

async function checkGuards(pool: Pool): Promise<Finding> {
  const missing = await findMissingGuards(pool);
  return missing.length === 0
    ? { says: 'Every guard of the ledger refuses what it has to.', isGood: true }
    : { says: `The ledger does not refuse ${missing.join(', ')}.`, isGood: false };
}

/** Works out the chained statement of every player anew, as a player's own device does. */
async function checkStatements(pool: Pool, now: () => Date): Promise<Finding> {
  const { rows } = await pool.query<{ user_id: string }>('SELECT DISTINCT user_id FROM ledger_account WHERE user_id IS NOT NULL');
  let entries = 0;
  for (const { user_id: userId } of rows) {
    const verdict = verifyStatement(await readPages(pool, now, userId));
    if (!verdict.ok) return { says: `The statement of ${userId} is broken at entry ${verdict.index + 1} (${verdict.fault}).`, isGood: false };
    entries += verdict.entries;
  }
  return { says: `The statements of ${rows.length} players are whole: ${entries} entries.`, isGood: true };
}

async function readPages(pool: Pool, now: () => Date, userId: string): Promise<StatementPage[]> {
  const pages: StatementPage[] = [];
  for (let after: number | null = null; ;) {
    const page: StatementPage = await readStatement({ pool, now }, { userId, after });
    pages.push(page);
    if (page.next === null) return pages;
    after = Number(page.next);
  }
}
