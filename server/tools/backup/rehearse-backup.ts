/** Rehearses the day on which a backup is needed: puts it back into a temporary place and checks everything that can be checked there. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Pool } from 'pg';
import { describeVerdict, verifyAudit } from '../../audit';
import { readStatement } from '../../cashier';
import type { StatementPage } from '../../../src/core/contract/statement';
import { verifyStatement } from '../../../src/core/statement';
import { openDatabase } from '../../db/database';
import type { Log } from '../../db/log';
import { findMissingFieldKeys } from '../../field-key-file';
import { createFieldKeys } from '../../field-keys';
import { readKeys } from '../../key-file';
import { findMissingGuards } from '../../ledger/guards-proof';
import { findViolations } from '../../ledger/invariants';
import { MONEY_INVARIANTS } from '../../money-invariants';
import { WATCHED_INVARIANTS } from '../../money-watch';
import { openFields } from '../../seal-fields';
import { findMissingKeys } from '../../seed-key-file';
import type { BackupManifest } from './manifest';
import { restoreBackup } from './restore-backup';

export interface RehearsalOptions {
  readonly folder: string;
  /** The folder in which the temporary place is made; it needs room for the whole database. */
  readonly parent: string;
  /** The file with the seed keys that would be put back; undefined where the secrets are not at hand. */
  readonly seedKeyFile: string | undefined;
  /** The same for the field keys. */
  readonly fieldKeyFile?: string | undefined;
  readonly migrations: URL | string;
  readonly now: () => Date;
  readonly log: Log;
}

/** One thing that was checked, in words for the operator. */
export interface RehearsalStep {
  readonly says: string;
  readonly isGood: boolean;
  readonly seconds: number;
}

export interface Rehearsal {
  readonly steps: readonly RehearsalStep[];
  readonly isGood: boolean;
  readonly manifest: BackupManifest;
}

type Finding = Pick<RehearsalStep, 'says' | 'isGood'>;

/**
 * Puts a backup back into a temporary place, checks it and removes the place.
 * @throws Error when the backup can't be put back at all
 */
export async function rehearseBackup({ folder, parent, seedKeyFile, fieldKeyFile, ...options }: RehearsalOptions): Promise<Rehearsal> {
  const place = await mkdtemp(path.join(parent, 'ayo-rehearsal-'));
  const steps: RehearsalStep[] = [];
  const measure = async <T>(work: () => Promise<T>, describe: (result: T) => Finding): Promise<T> => {
    const begun = performance.now();
    const result = await work();
    steps.push({ ...describe(result), seconds: (performance.now() - begun) / 1_000 });
    return result;
  };
  try {
    const manifest = await measure(
      () => restoreBackup({ ...options, folder, dataDir: place }),
      () => ({ says: 'The backup was put back, each of its files fits its checksum, and the migrations ran.', isGood: true }),
    );
    const database = await openDatabase({ dataDir: place, log: options.log });
    try {
      await measure(() => checkInvariants(database.pool), (finding) => finding);
      await measure(() => checkGuards(database.pool), (finding) => finding);
      await measure(() => verifyAudit(database.pool), (verdict) => ({ says: describeVerdict(verdict), isGood: verdict.ok }));
      await measure(() => checkStatements(database.pool, options.now), (finding) => finding);
      await measure(() => checkKeys(manifest, seedKeyFile), (finding) => finding);
      await measure(() => checkFieldKeys(database.pool, manifest, fieldKeyFile), (finding) => finding);
    } finally {
      await database.close();
    }
    return { steps, isGood: steps.every(({ isGood }) => isGood), manifest };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
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

async function checkKeys({ seedKeys }: BackupManifest, seedKeyFile: string | undefined): Promise<Finding> {
  if (seedKeyFile === undefined) return { says: `It needs ${seedKeys.length} seed keys; --secrets FOLDER looks whether you have them.`, isGood: true };
  const missing = await findMissingKeys(seedKeyFile, seedKeys);
  if (missing.length > 0) return { says: `${seedKeyFile} lacks the seed keys ${missing.join(', ')}: rounds under way could not go on.`, isGood: false };
  return { says: `${seedKeyFile} has all ${seedKeys.length} seed keys that it needs.`, isGood: true };
}

/** With the keys every sealed field is opened, since a key may be there and be the wrong one. */
async function checkFieldKeys(pool: Pool, { fieldKeys = [] }: BackupManifest, fieldKeyFile: string | undefined): Promise<Finding> {
  if (fieldKeyFile === undefined) return { says: `It needs ${fieldKeys.length} field keys; --secrets FOLDER looks whether you have them.`, isGood: true };
  const missing = await findMissingFieldKeys(fieldKeyFile, fieldKeys);
  if (missing.length > 0) return { says: `${fieldKeyFile} lacks the field keys ${missing.join(', ')}: account numbers could not be opened.`, isGood: false };
  const { opened, broken } = await openFields(pool, createFieldKeys(readKeys(await readFile(fieldKeyFile, 'utf8'), fieldKeyFile)));
  return broken === 0 ? { says: `All ${opened} sealed fields open.`, isGood: true } : { says: `${broken} of ${opened + broken} sealed fields do not open.`, isGood: false };
}
