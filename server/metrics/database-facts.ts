/**
 * Shows what stands in the database, the same in every process: whether money is open, what waits in the cashier, and how the server itself
 * is: its trouble, its standbys, its disk.
 */
import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { readPayoutSwitch, readWaitingMoney } from '../cashier';
import type { DatabaseTrouble, DatabaseWatch } from '../db/database-watch';
import { withDeadline } from '../db/deadline';
import type { Disk } from '../db/disk';
import { isUnavailable } from '../db/errors';
import { readLedgerChecks } from '../ledger/checkpoint';
import { readMoneySwitch } from '../ledger/money-switch';

export interface DatabaseFactsDeps {
  /** The pool of the health checks; at most two of its connections are used. */
  readonly pool: Pool;
  readonly databaseWatch: Pick<DatabaseWatch, 'check'>;
  /** The disk of the embedded database. */
  readonly disk: Disk | undefined;
  readonly now: () => Date;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

/** Prometheus waits ten seconds by default. */
const DEADLINE_MS = 3_000;
/** The checker sees where one is missing. */
const TROUBLES: Readonly<Record<DatabaseTrouble['why'], true>> = { down: true, 'commits-wait': true, 'read-only': true, 'disk-full': true, 'out-of-resources': true };

interface ServerFacts {
  readonly standbys: number;
  readonly needsStandby: boolean;
}

/** Anybody may count the standbys; what they are is for monitors alone. */
const SERVER_FACTS = `
  SELECT (SELECT count(*)::int FROM pg_stat_replication) AS standbys, current_setting('synchronous_standby_names') <> '' AS "needsStandby"`;

/** Registers the gauges, and returns the function that reads them anew. It never throws: what could not be read is missing then. */
export function showDatabaseFacts(registry: Registry, deps: DatabaseFactsDeps): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const gaugeByStep = (name: string, help: string) => new Gauge({ name, help, labelNames: ['step'], registers: [registry] });
  const isRead = gauge('ayo_db_facts_read', '1 where the database answered; the facts in it are missing otherwise.');
  const troubles = new Gauge({ name: 'ayo_db_trouble', help: '1 for what is wrong with the database now.', labelNames: ['why'], registers: [registry] });
  const freeBytes = gauge('ayo_disk_free_bytes', 'Free space for the embedded database.');
  const facts = {
    isMoneyOpen: gauge('ayo_money_open', '1 while money may move: the switch is on, and this process knows of no trouble with the database.'),
    arePayoutsOn: gauge('ayo_payouts_on', '0 in a restored database until statements agree with its books.'),
    checks: new Gauge({
      name: 'ayo_ledger_checked_timestamp_seconds', help: 'When the ledger was last checked: on from the checkpoint, or everything; 0 for never.',
      labelNames: ['part'], registers: [registry],
    }),
    standbys: gauge('ayo_db_standbys', 'Servers that receive the log of the primary, backups under way included.'),
    needsStandby: gauge('ayo_db_standby_required', '1 where a commit waits for a standby.'),
    counts: gaugeByStep('ayo_payments_waiting', 'Withdrawals and deposits that wait, by step.'),
    balances: gaugeByStep('ayo_clearing_balance_kobo', 'Kobo on their way, by step.'),
    ages: gaugeByStep('ayo_payments_oldest_age_seconds', 'Age of the oldest payment that waits, by step; 0 for none.'),
  };

  async function readFacts(): Promise<void> {
    const { isOpen } = await readMoneySwitch(deps.pool);
    // While commits wait, or writes are refused, no money moves whatever the switch says.
    const hasTrouble = (await deps.databaseWatch.check()) !== null;
    const payouts = await readPayoutSwitch(deps.pool);
    const waiting = await readWaitingMoney(deps.pool);
    const { checkpointAt, everythingAt } = await readLedgerChecks(deps.pool);
    const { rows } = await deps.pool.query<ServerFacts>(SERVER_FACTS);
    facts.isMoneyOpen.set(isOpen && !hasTrouble ? 1 : 0);
    facts.arePayoutsOn.set(payouts.isOn ? 1 : 0);
    for (const { step, count, kobo, oldestAt } of waiting) {
      facts.counts.set({ step }, count);
      facts.balances.set({ step }, kobo);
      facts.ages.set({ step }, oldestAt === null ? 0 : Math.max(0, (deps.now().getTime() - oldestAt.getTime()) / 1_000));
    }
    facts.checks.set({ part: 'checkpoint' }, (checkpointAt?.getTime() ?? 0) / 1_000);
    facts.checks.set({ part: 'everything' }, (everythingAt?.getTime() ?? 0) / 1_000);
    for (const { standbys, needsStandby } of rows) {
      facts.standbys.set(standbys);
      facts.needsStandby.set(needsStandby ? 1 : 0);
    }
    isRead.set(1);
  }

  async function readTrouble(): Promise<void> {
    const trouble = await deps.databaseWatch.check();
    for (const why of Object.keys(TROUBLES)) troubles.set({ why }, trouble?.why === why ? 1 : 0);
  }

  async function readDisk(): Promise<void> {
    const bytes = await deps.disk?.freeBytes().catch(() => undefined);
    if (bytes === undefined) freeBytes.remove();
    else freeBytes.set(bytes);
  }

  let running: Promise<void> | null = null;
  async function readFactsOrNone(): Promise<void> {
    try {
      await withDeadline(DEADLINE_MS, (running ??= readFacts().finally(() => {
        running = null;
      })));
    } catch (error) {
      if (!isUnavailable(error)) deps.log('metrics.failed', { error });
      const { isMoneyOpen, arePayoutsOn, standbys, needsStandby, checks, counts, balances, ages } = facts;
      for (const each of [isMoneyOpen, arePayoutsOn, standbys, needsStandby]) each.remove();
      for (const each of [checks, counts, balances, ages]) each.reset();
      isRead.set(0);
    }
  }

  return async () => void (await Promise.all([readFactsOrNone(), readTrouble(), readDisk()]));
}
