/** Examines an installation, one thing after the other. Nothing is changed: what is tried in the database is rolled back. */
import { stat, statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { missingFacts } from '../../../src/core/brand';
import { readPayoutSwitch } from '../../cashier';
import { loadConfig } from '../../config';
import type { Config, Environment } from '../../config';
import { exists } from '../../db/embedded/files';
import type { Log } from '../../db/log';
import { fieldKeyPath, findMissingFieldKeys } from '../../field-key-file';
import { findMissingGuards } from '../../ledger/guards-proof';
import { readPlaceFile } from '../../place/read-place-file';
import { listSecrets } from '../backup/secret-files';
import { withRunningPool } from '../running-pool';
import { findGatewayMix } from './gateways';
import { examinePooler } from './pooler';
import { examineSite } from './site';
import { good, reasonOf, warning, wrong } from './finding';
import type { Finding } from './finding';

export interface Installation {
  readonly env: Environment;
  readonly now: () => Date;
  readonly log: Log;
}

const OLDEST_POSTGRES = 15;
/** The newest one that the tests have run on. */
const NEWEST_POSTGRES = 18;
const MIB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const BACKUP_WARNING_MS = 26 * HOUR_MS;
const BACKUP_WRONG_MS = 7 * 24 * HOUR_MS;
/** Clocks of machines that are kept right differ by less. */
const CLOCK_TOLERANCE_MS = 2_000;

/** Returns what was found, in a fixed order. */
export async function examine({ env, now, log }: Installation): Promise<Finding[]> {
  const loaded = loadConfig(env);
  if ('error' in loaded) return loaded.error.split('\n').map((line) => wrong('configuration', line));
  const { config } = loaded;
  return [
    good('configuration', 'every variable can be read'),
    ...(await examineSecrets(config, env, now)),
    ...(await examineProviders(env)),
    ...findOpenMetrics(config),
    ...findGatewayMix(config, env),
    ...(await examineSite(config, now)),
    examineOperator(),
    await examinePlaces(config),
    ...(await examineDisk(config)),
    ...(config.platformUrl === undefined ? await examineDatabase(config, now, log) : []),
  ];
}

/** Only the owner may read a secret, and only Ayo's user needs to. */
async function examineSecrets(config: Config, env: Environment, now: () => Date): Promise<Finding[]> {
  const files = (await listSecrets(config, env)).filter(({ kind }) => kind === 'file');
  if (files.length === 0) return [warning('secrets', 'there are none yet; the first start makes them')];
  const findings = [];
  for (const { name } of files) {
    const found = await stat(name).catch(() => null);
    if (found === null) findings.push(wrong('secrets', `${name} is not there`));
    else if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) findings.push(wrong('secrets', `others can read ${name}: chmod 600 it, and replace the secret if others use this machine`));
    else findings.push(good('secrets', `${name} is its owner's alone (mode ${(found.mode & 0o777).toString(8)}), changed ${describeAge(found.mtime, now())}`));
  }
  return findings;
}

/** The file of the providers has their secrets, with which rounds are paid, and whoever may write it can put in a provider of their own. */
async function examineProviders({ GAME_PROVIDERS_FILE: place = '' }: Environment): Promise<Finding[]> {
  const found = place.trim() === '' ? null : await stat(place.trim()).catch(() => null);
  if (found === null || process.platform === 'win32') return [];
  const mode = (found.mode & 0o777).toString(8);
  if ((found.mode & 0o077) === 0) return [good('secrets', `${place} is its owner's alone (mode ${mode})`)];
  return [wrong('secrets', `others can ${(found.mode & 0o022) === 0 ? 'read' : 'read and change'} ${place} (mode ${mode}), which has the providers' secrets: chmod 600 it, and replace them if others use this machine`)];
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);

function findOpenMetrics({ metricsHost, metricsPort }: Config): Finding[] {
  if (metricsPort === undefined || !EVERY_ADDRESS.has(metricsHost)) return [];
  return [warning('metrics', `METRICS_HOST is ${metricsHost}: whoever reaches port ${metricsPort} of this machine reads what is staked and won, so let nobody but Prometheus`)];
}

const describeAge = (since: Date, at: Date): string => {
  const days = Math.floor((at.getTime() - since.getTime()) / (24 * HOUR_MS));
  return days < 1 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`;
};

/** The keys of sealed fields, and the secrets that stand sealed in the database, with their age. */
async function examineSealedSecrets(pool: Pool, config: Config, at: Date): Promise<Finding[]> {
  const { rows: keys } = await pool.query<{ key_id: string; first_used_at: Date; retired_at: Date | null }>(
    'SELECT key_id, first_used_at, retired_at FROM field_key ORDER BY number',
  );
  const needed = keys.filter(({ retired_at: retiredAt }) => retiredAt === null);
  const newest = needed.at(-1);
  if (newest === undefined) return [warning('sealed fields', 'there is no key yet; the first start makes it')];
  const path = fieldKeyPath(config);
  const missing = await findMissingFieldKeys(path, needed.map(({ key_id: keyId }) => keyId)).catch((error: unknown) => reasonOf(error));
  if (typeof missing === 'string') return [wrong('sealed fields', missing)];
  if (missing.length > 0) return [wrong('sealed fields', `${path} lacks ${missing.join(', ')}, with which account numbers are sealed`)];
  const { rows: secrets } = await pool.query<SharedSecretRow>(
    'SELECT name, created_at, secret IS NOT NULL AS is_clear, secret_sealed IS NOT NULL AS is_sealed FROM platform_secret ORDER BY name',
  );
  const state = needed.length > 1
    ? warning('sealed fields', `a rotation goes on: ${needed.length - 1} older keys still open fields; Ayo seals them anew while it runs`)
    : good('sealed fields', `key ${newest.key_id} seals, first used ${describeAge(newest.first_used_at, at)}${keys.length > 1 ? `, and ${keys.length - 1} older are retired` : ''}`);
  return [state, ...secrets.map((secret) => judgeSharedSecret(secret, at))];
}

interface SharedSecretRow {
  readonly name: string;
  readonly created_at: Date;
  readonly is_clear: boolean;
  readonly is_sealed: boolean;
}

function judgeSharedSecret({ name, created_at: createdAt, is_clear: isClear, is_sealed: isSealed }: SharedSecretRow, at: Date): Finding {
  const made = `made ${describeAge(createdAt, at)}`;
  if (!isClear) return good('sealed fields', `the ${name} secret stands sealed in the database, ${made}`);
  const where = isSealed ? 'beside the sealed one, for an older version of Ayo' : 'and is not sealed yet; Ayo does so while it runs';
  return warning('sealed fields', `the ${name} secret stands in clear in the database, ${where}, ${made}: whoever has a copy of the database has it`);
}

/** Players are shown no fact that is still in brackets, and the licence asks that they are shown some. */
function examineOperator(): Finding {
  const missing = missingFacts();
  return missing.length === 0 ? good('operator', 'its facts are filled in') : warning('operator', `to be filled in in src/core/brand.ts: ${missing.join(', ')}`);
}

async function examinePlaces({ placesFile }: Config): Promise<Finding> {
  try {
    await readPlaceFile(placesFile);
    return good('places', placesFile === undefined ? 'the file of this version is used' : `${placesFile} can be read`);
  } catch (error) {
    return wrong('places', reasonOf(error));
  }
}

async function examineDisk({ dataDir, diskReserveMb, databaseUrl }: Config): Promise<Finding[]> {
  if (databaseUrl !== undefined || !(await exists(dataDir))) return [];
  const { bavail, bsize } = await statfs(dataDir);
  const freeMb = Math.floor((bavail * bsize) / MIB);
  const says = `${freeMb} MiB are free under ${dataDir}`;
  if (freeMb < diskReserveMb) return [wrong('disk', `${says}, less than DISK_RESERVE_MB: only money and protection are served`)];
  return [freeMb < diskReserveMb * 4 ? warning('disk', `${says}, not much above DISK_RESERVE_MB (${diskReserveMb})`) : good('disk', says)];
}

async function examineDatabase(config: Config, now: () => Date, log: Log): Promise<Finding[]> {
  try {
    return await withRunningPool(config, log, (pool) => examinePool(pool, config, now))
      ?? [warning('database', `there is none in ${config.dataDir} yet; the first start makes it`)];
  } catch (error) {
    return [wrong('database', reasonOf(error))];
  }
}

async function examinePool(pool: Pool, config: Config, now: () => Date): Promise<Finding[]> {
  const { rows: [server] } = await pool.query<{ version: string; number: string; at: Date; isReplica: boolean; migrated: string | null }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number, clock_timestamp() AS at,
       pg_is_in_recovery() AS "isReplica", to_regclass('field_key')::text AS migrated`,
  );
  if (server === undefined) throw new Error('the database does not answer');
  const findings = [judgeVersion(server.version, Math.floor(Number(server.number) / 10_000))];
  if (server.isReplica) return [...findings, wrong('database', 'it is a replica, which takes no writes: DATABASE_URL must lead to the primary')];
  findings.push(...(await examinePooler(pool, config)));
  findings.push(...(await examineClock(pool, server.at, now())));
  if (server.migrated === null) return [...findings, warning('migrations', 'this version has not been started on the database yet')];
  const missing = await findMissingGuards(pool);
  findings.push(missing.length === 0 ? good('guards', 'the ledger refuses everything that it has to') : wrong('guards', `the ledger does not refuse ${missing.join(', ')}`));
  findings.push(...(await examineSealedSecrets(pool, config, now())));
  findings.push(...(await examineWarnings(pool)));
  findings.push(...(await examineBackups(pool, config, now())));
  const { isOn } = await readPayoutSwitch(pool);
  findings.push(...(await examinePromotions(pool)));
  findings.push(isOn ? good('payouts', 'they are on') : warning('payouts', 'they are off since a restore, until the statements of the gateways agree with the books'));
  return findings;
}

function judgeVersion(version: string, major: number): Finding {
  if (major < OLDEST_POSTGRES) return wrong('database', `PostgreSQL ${version} is too old; ${OLDEST_POSTGRES} is the oldest that will do`);
  if (major > NEWEST_POSTGRES) return warning('database', `PostgreSQL ${version} is newer than all that Ayo was tried on (${OLDEST_POSTGRES} to ${NEWEST_POSTGRES})`);
  return good('database', `PostgreSQL ${version}`);
}

async function examineClock(pool: Pool, databaseAt: Date, at: Date): Promise<Finding[]> {
  const apartMs = Math.abs(databaseAt.getTime() - at.getTime());
  const findings = [apartMs <= CLOCK_TOLERANCE_MS ? good('clock', "it agrees with the database's") : wrong('clock', `it is ${Math.round(apartMs / 1_000)} s away from the database's`)];
  const { rows: [table] } = await pool.query<{ name: string | null }>(`SELECT to_regclass('ledger_transaction')::text AS name`);
  if (table?.name === null) return findings;
  const { rows: [newest] } = await pool.query<{ at: Date | null }>('SELECT at FROM ledger_transaction ORDER BY transaction_id DESC LIMIT 1');
  const aheadMs = (newest?.at?.getTime() ?? 0) - at.getTime();
  if (aheadMs > CLOCK_TOLERANCE_MS) findings.push(wrong('clock', `it is behind the newest posting by ${Math.round(aheadMs / 1_000)} s: it was set back, or was wrong then`));
  return findings;
}

/** Those that come with the program are public before anybody has entered a number. The column is missing before its migration. */
async function examinePromotions(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string }>(`SELECT name FROM promotion p WHERE enabled AND to_jsonb(p) ->> 'approval_number' IS NULL ORDER BY position`);
  if (rows.length === 0) return [];
  return [warning('promotions', `public without the approval number of their advertising: ${rows.map(({ name }) => name).join(', ')}; propose one at /admin, or switch them off`)];
}

/** The warning of a commit whose wait for its standby was cancelled is the only sign of it. Ayo turns it on for its own sessions. */
async function examineWarnings(pool: Pool): Promise<Finding[]> {
  const { rows: [setting] } = await pool.query<{ level: string | null }>(`SELECT reset_val AS level FROM pg_settings WHERE name = 'client_min_messages'`);
  const { level = null } = setting ?? {};
  if (level === null || !['error', 'fatal', 'panic'].includes(level)) return [];
  return [warning('warnings', `the role's client_min_messages is ${level}, so other programs don't hear that a commit was not confirmed: ALTER ROLE … RESET client_min_messages`)];
}

async function examineBackups(pool: Pool, { databaseUrl }: Config, at: Date): Promise<Finding[]> {
  const { rows: [newest] } = await pool.query<{ at: Date | null }>('SELECT max(covered_until) AS at FROM backup_taken');
  const backupAt = newest?.at ?? null;
  const known = backupAt === null ? null : judgeAge('backup', at.getTime() - backupAt.getTime());
  if (databaseUrl === undefined) return [known ?? warning('backup', 'none was ever taken: npm run backup -- FOLDER')];
  // An external database is backed up by tools of its own. What it archives of its log is worth something only beside a base backup.
  const { rows: [archive] } = await pool.query<{ at: Date | null; isFailing: boolean }>(
    `SELECT last_archived_time AS at, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS "isFailing" FROM pg_stat_archiver`,
  );
  const archivedAt = archive?.at ?? null;
  const unknown = warning('backup', archivedAt === null ? 'the database archives no log; see server/README.md under Backups'
    : 'the log is archived, but only the tool that takes base backups knows whether there is one: ask it, for instance pgbackrest info');
  const findings = [known === null || (known.state === 'wrong' && archivedAt !== null) ? unknown : known];
  if (archive?.isFailing === true) return [...findings, wrong('log archive', 'archiving fails, so a restore would lose what came since; the log of the database says why')];
  return archivedAt === null ? findings : [...findings, judgeAge('log archive', at.getTime() - archivedAt.getTime())];
}

function judgeAge(what: string, ageMs: number): Finding {
  const says = `the newest is ${(ageMs / HOUR_MS).toFixed(1)} hours old`;
  if (ageMs > BACKUP_WRONG_MS) return wrong(what, says);
  return ageMs > BACKUP_WARNING_MS ? warning(what, says) : good(what, says);
}
