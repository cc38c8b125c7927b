/** Verifies the audit trail again and again, in slices, and keeps how far it has come, so that the desk can show it. */
import type { Pool, PoolClient } from 'pg';
import { auditStart, followAudit } from '../../src/core/audit-chain';
import type { AuditBreak, AuditHead } from '../../src/core/audit-chain';
import { DAY_MS, MINUTE_MS } from '../../src/core/time';
import { transaction } from '../db/transaction';
import type { Foundation } from '../foundation';
import type { Db } from '../ledger/accounts';
import { startSweep } from '../sweep';
import { hashText, LINES_AT_ONCE, readAuditLines } from './verify-audit';

const INTERVAL_MS = MINUTE_MS;
/** The walk begins with the first line again after so long, because somebody may have changed what was verified. */
const WALK_AGAIN_AFTER_MS = DAY_MS;
/** A run ends after so many slices, and the next one goes on. */
const SLICES = 20;

interface VerificationRow {
  readonly began_at: Date | null;
  readonly reached: number;
  readonly reached_hash: string | null;
  readonly broken_at: number | null;
}

type Deps = Pick<Foundation, 'pool' | 'now' | 'log'>;

/** Any number of processes may run it: one of them verifies at a time. */
export function startAuditVerification(platform: Deps): () => Promise<void> {
  return startSweep(platform, { failureEvent: 'audit.verify-failed', intervalMs: INTERVAL_MS, run: () => verifyNextLines(platform) });
}

/** Verifies the next lines. A break raises an alert once, and is looked at again with each run, because a restore may have mended it. */
export async function verifyNextLines({ pool, now, log }: Deps): Promise<void> {
  const found = await transaction(pool, async (tx) => {
    const { rows: [row] } = await tx.query<VerificationRow>('SELECT began_at, reached, reached_hash, broken_at FROM audit_verification FOR UPDATE SKIP LOCKED');
    if (row === undefined) return null;
    const isDue = row.began_at === null || now().getTime() - row.began_at.getTime() >= WALK_AGAIN_AFTER_MS;
    const from = isDue || row.reached_hash === null ? auditStart(hashText) : { length: row.reached, hash: row.reached_hash };
    const walk = await walkOn(tx, from);
    await store(tx, walk, { beganAt: isDue ? now() : row.began_at, at: now() });
    return walk.broken !== null && walk.broken.at !== row.broken_at ? walk.broken : null;
  });
  if (found !== null) log('audit.broken', { alert: true, ...found });
}

interface Walk {
  readonly head: AuditHead;
  readonly broken: AuditBreak | null;
  readonly isThrough: boolean;
}

async function walkOn(tx: PoolClient, from: AuditHead): Promise<Walk> {
  let head = from;
  for (let slice = 0; slice < SLICES; slice += 1) {
    const lines = await readAuditLines(tx, head.length);
    const result = followAudit(head, lines, hashText);
    if ('broken' in result) return { head, broken: result.broken, isThrough: false };
    head = result.head;
    if (lines.length < LINES_AT_ONCE) return { head, broken: await findWrongEnd(tx, head), isThrough: true };
  }
  return { head, broken: null, isThrough: false };
}

/** Lines that were written meanwhile are verified by the next run. */
async function findWrongEnd(tx: PoolClient, { length, hash }: AuditHead): Promise<AuditBreak | null> {
  const { rows: [end] } = await tx.query<AuditHead>(`SELECT length, encode(hash, 'hex') AS hash FROM admin_audit_head`);
  const broken: AuditBreak = { wrong: 'head', at: length + 1 };
  if (end === undefined || end.length < length) return broken;
  if (end.length > length) return (await hasLine(tx, length + 1)) ? null : broken;
  return length === 0 || end.hash === hash ? null : broken;
}

const hasLine = async (tx: PoolClient, chainNo: number): Promise<boolean> => (await tx.query('SELECT FROM admin_audit WHERE chain_no = $1', [chainNo])).rowCount === 1;

interface Times {
  readonly beganAt: Date | null;
  readonly at: Date;
}

async function store(tx: PoolClient, { head, broken, isThrough }: Walk, { beganAt, at }: Times): Promise<void> {
  const isVerified = isThrough && broken === null;
  await tx.query(
    `UPDATE audit_verification SET began_at = $1, reached = $2, reached_hash = $3,
       verified_to = CASE WHEN $4 THEN $2 ELSE verified_to END, verified_at = CASE WHEN $4 THEN $5 ELSE verified_at END,
       broken_at = $6, broken_how = $7, broken_since = CASE WHEN $6::bigint IS NULL THEN NULL WHEN broken_at = $6 THEN broken_since ELSE $5 END`,
    [beganAt, head.length, head.length === 0 ? null : head.hash, isVerified, at, broken?.at ?? null, broken?.wrong ?? null],
  );
}

/** The state of the chain, as the desk shows it. */
export interface ChainState {
  /** The number of lines that there are. */
  readonly lines: number;
  readonly reached: number;
  readonly verified: { readonly to: number; readonly at: Date } | null;
  readonly broken: { readonly line: number; readonly how: AuditBreak['wrong']; readonly since: Date } | null;
}

interface StateRow {
  readonly lines: number;
  readonly reached: number;
  readonly verified_to: number | null;
  readonly verified_at: Date | null;
  readonly broken_at: number | null;
  readonly broken_how: AuditBreak['wrong'] | null;
  readonly broken_since: Date | null;
}

export async function readChainState(db: Db | Pool): Promise<ChainState> {
  const { rows: [row] } = await db.query<StateRow>(
    `SELECT coalesce((SELECT length FROM admin_audit_head), 0) AS lines, reached, verified_to, verified_at, broken_at, broken_how, broken_since FROM audit_verification`,
  );
  if (row === undefined) throw new Error('there is no row of the verification');
  const { verified_to: to, verified_at: at, broken_at: line, broken_how: how, broken_since: since } = row;
  return {
    lines: row.lines, reached: row.reached, verified: to === null || at === null ? null : { to, at },
    broken: line === null || how === null || since === null ? null : { line, how, since },
  };
}
