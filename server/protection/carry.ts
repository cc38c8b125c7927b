/** What forbids play to an account that was closed forbids it to the one that follows it: copied to its row in the same transaction. */
import type { PoolClient } from 'pg';
import { CONSENT_TAGS } from '../../src/core/consent-tags';
import { stateOfLength } from '../../src/core/protection';
import type { ExclusionLength, ProtectionState } from '../../src/core/protection';
import { readStanding, withdrawConsent } from '../accounts';
import { endAll } from '../bonuses';
import { protectionAt } from '../ledger/protection-state';
import type { Sends } from '../mails';
import { sendBreakMail, sendExclusionMail } from './mails';
import type { LockedAccount, ProtectedRow } from './player';
import { raiseVersion, readReached } from './player';

export interface Holds {
  readonly state: Exclude<ProtectionState, 'none'>;
  readonly since: Date;
  /** Null = without an end. */
  readonly until: Date | null;
}

type Columns = Pick<ProtectedRow, 'protection' | 'protection_since' | 'protection_until'>;

/** What holds at `at` by the row of one account; null = nothing. */
export function runningAt(row: Columns, at: Date): Holds | null {
  const state = protectionAt(row, at);
  return state === 'none' ? null : { state, since: row.protection_since ?? at, until: row.protection_until };
}

/** The stricter of what runs and what is added, to the later end. Pure. */
export function joined(a: Holds | null, b: Holds): Holds {
  if (a === null) return b;
  return {
    state: a.state === 'excluded' ? a.state : b.state,
    since: a.since,
    until: a.until === null || b.until === null ? null : new Date(Math.max(a.until.getTime(), b.until.getTime())),
  };
}

/** Whether it is the same to the player: what is forbidden, and until when. */
export function isSame(a: Holds | null, b: Holds): boolean {
  return a?.state === b.state && a.until?.getTime() === b.until?.getTime();
}

/** The break or exclusion that was asked for, as it was written down. */
export interface Source {
  readonly exclusion_id: number;
  readonly length: ExclusionLength;
  readonly ends_at: Date | null;
  readonly session_hash: string;
}

/**
 * Makes it hold for the account that has the person's identity now, whose row the caller has locked, beside what holds there
 * already. It is copied, not looked up: the guard of a stake, the sweeps and the draw look at one row each and can't forget
 * it. `source` is null where nothing was written down. Sessions stay: the player is just asking, and is told by the answer.
 */
export async function carryTo(
  tx: PoolClient,
  platform: Sends,
  account: LockedAccount,
  { holds: carried, source, at }: { readonly holds: Holds; readonly source: Source | null; readonly at: Date },
): Promise<void> {
  const running = runningAt(account, at);
  const holds = joined(running, carried);
  if (isSame(running, holds)) return;
  const userId = account.user_id;
  const since = running?.since ?? at;
  await tx.query(
    `UPDATE player SET protection = $2, protection_since = $3, protection_until = $4, protection_carried = true, version = version + 1
     WHERE user_id = $1`,
    [userId, holds.state, since, holds.until],
  );
  if (source !== null) {
    const { entries, step } = await readReached(tx, userId);
    await tx.query(
      `INSERT INTO exclusion (user_id, length, at, ends_at, state, until, session_hash, after_entries, after_step, carried_from)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [userId, source.length, at, source.ends_at, holds.state, holds.until, source.session_hash, entries, step, source.exclusion_id],
    );
  }
  await endWhatItForbids(tx, userId, holds.state, at);
  const confirm = holds.state === 'excluded' ? sendExclusionMail : sendBreakMail;
  await confirm(tx, platform, { userId, from: since, until: holds.until, isCarried: true });
  await raiseVersion(tx, userId);
}

interface AskedRow {
  /** Null: a correction. */
  readonly length: ExclusionLength | null;
  readonly at: Date;
  readonly ends_at: Date | null;
  readonly carried_from: number | null;
}

/** What holds at `at` of what was asked for on the account itself, in the order in which it was; null = nothing. Pure. */
export function askedHere(rows: readonly AskedRow[], at: Date): Holds | null {
  let holds: Holds | null = null;
  for (const { length, at: since, ends_at: until, carried_from: carriedFrom } of rows) {
    if (length === null || carriedFrom !== null) continue;
    holds = joined(endedBy(holds, since), { state: stateOfLength(length), since, until });
  }
  return endedBy(holds, at);
}

const endedBy = (holds: Holds | null, at: Date): Holds | null => (holds === null || (holds.until !== null && holds.until <= at) ? null : holds);

/**
 * Ends what was carried here from an account that turned out to be somebody else's: what was asked for on this one holds, and
 * nothing more. Nothing happens where nothing was carried. The caller holds the player's row.
 */
export async function endCarried(tx: PoolClient, userId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<AskedRow & { readonly is_correction: boolean }>(
    'SELECT length, at, ends_at, carried_from, is_correction FROM exclusion WHERE user_id = $1 ORDER BY exclusion_id', [userId],
  );
  const sinceCorrection = rows.slice(rows.findLastIndex((row) => row.is_correction) + 1);
  if (!sinceCorrection.some((row) => row.carried_from !== null)) return;
  const holds = askedHere(rows, at);
  const { entries, step } = await readReached(tx, userId);
  await tx.query(
    'INSERT INTO exclusion (user_id, at, state, until, after_entries, after_step, is_correction) VALUES ($1, $2, $3, $4, $5, $6, true)',
    [userId, at, holds?.state ?? 'none', holds?.until ?? null, entries, step],
  );
  await tx.query(
    `UPDATE player SET protection = $2, protection_since = $3, protection_until = $4, protection_carried = false, version = version + 1
     WHERE user_id = $1`,
    [userId, holds?.state ?? 'none', holds?.since ?? null, holds?.until ?? null],
  );
}

/** Bonuses, where it is an exclusion, and what was agreed to in marketing. */
export async function endWhatItForbids(tx: PoolClient, userId: string, state: Holds['state'], at: Date): Promise<void> {
  if (state === 'excluded') await endAll(tx, userId, 'excluded', at);
  await withdrawMarketing(tx, userId, 'protection', at);
}

/** What was agreed to in marketing holds no more. */
export async function withdrawMarketing(tx: PoolClient, userId: string, channel: 'protection' | 'second-account', at: Date): Promise<void> {
  const standing = await readStanding(tx, userId);
  for (const tag of CONSENT_TAGS) {
    if (standing.get(tag)?.given === true) await withdrawConsent(tx, userId, tag, at, { channel });
  }
}

/** What was written down last of what holds longest on this account; what a correction has ended is left out. */
export async function newestSource(tx: PoolClient, userId: string): Promise<Source | null> {
  const { rows } = await tx.query<Source>(
    `SELECT exclusion_id, length, ends_at, session_hash FROM exclusion x WHERE user_id = $1 AND NOT is_correction
       AND (carried_from IS NULL OR NOT EXISTS (SELECT FROM exclusion c WHERE c.user_id = $1 AND c.is_correction AND c.exclusion_id > x.exclusion_id))
     ORDER BY ends_at DESC NULLS FIRST, exclusion_id DESC LIMIT 1`,
    [userId],
  );
  return rows[0] ?? null;
}
