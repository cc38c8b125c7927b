/** Copies a break or an exclusion from a closed account to the account that follows it, in the same transaction. */
import type { PoolClient } from 'pg';
import { stateOfLength } from '../../src/core/protection';
import type { ExclusionLength, ProtectionState } from '../../src/core/protection';
import { withdrawAllConsents } from '../accounts';
import { endAllWallets } from '../bonuses';
import { insertRow } from '../db/statement';
import { protectionAt } from '../ledger/protection-state';
import type { MailDeps } from '../mails';
import { sendBreakMail, sendExclusionMail } from './mails';
import type { LockedAccount, ProtectedRow } from './player';
import { raiseProtectionVersion, readHistoryPosition } from './player';

export interface ActiveProtection {
  readonly state: Exclude<ProtectionState, 'none'>;
  readonly since: Date;
  /** Null means for good. */
  readonly until: Date | null;
}

type Columns = Pick<ProtectedRow, 'protection' | 'protection_since' | 'protection_until'>;

/** Returns the break or exclusion that is active at `at` on one account; null where there is none. */
export function activeProtectionAt(row: Columns, at: Date): ActiveProtection | null {
  const state = protectionAt(row, at);
  return state === 'none' ? null : { state, since: row.protection_since ?? at, until: row.protection_until };
}

/** Merges a new break or exclusion into the active one: the stricter state, until the later end. Pure. */
export function mergeProtection(a: ActiveProtection | null, b: ActiveProtection): ActiveProtection {
  if (a === null) return b;
  return {
    state: a.state === 'excluded' ? a.state : b.state,
    since: a.since,
    until: a.until === null || b.until === null ? null : new Date(Math.max(a.until.getTime(), b.until.getTime())),
  };
}

/** Compares state and end alone, because nothing else matters to the player. */
export function isSameProtection(a: ActiveProtection | null, b: ActiveProtection): boolean {
  return a?.state === b.state && a.until?.getTime() === b.until?.getTime();
}

/** The stored request for a break or an exclusion. */
export interface ExclusionSource {
  readonly exclusion_id: number;
  readonly length: ExclusionLength;
  readonly ends_at: Date | null;
  readonly session_hash: string;
}

/**
 * Applies a break or an exclusion to the account that has the person's identity now, merged with what is active there. The
 * caller has locked that account's row. We copy it to that row, because the guard of a stake, the sweeps and the draw each read
 * a single row and then can't miss it. `source` is null where no request is stored. Sessions stay open,
 * because the player is waiting for the answer to this very call.
 */
export async function carryProtection(
  tx: PoolClient,
  platform: MailDeps,
  account: LockedAccount,
  { carried, source, at }: { readonly carried: ActiveProtection; readonly source: ExclusionSource | null; readonly at: Date },
): Promise<void> {
  const active = activeProtectionAt(account, at);
  const merged = mergeProtection(active, carried);
  if (isSameProtection(active, merged)) return;
  const userId = account.user_id;
  const since = active?.since ?? at;
  await tx.query(
    `UPDATE player SET protection = $2, protection_since = $3, protection_until = $4, protection_carried = true, version = version + 1
     WHERE user_id = $1`,
    [userId, merged.state, since, merged.until],
  );
  if (source !== null) {
    const { entries, step } = await readHistoryPosition(tx, userId);
    await tx.query(insertRow('exclusion', {
      user_id: userId,
      length: source.length,
      at,
      ends_at: source.ends_at,
      state: merged.state,
      until: merged.until,
      session_hash: source.session_hash,
      after_entries: entries,
      after_step: step,
      carried_from: source.exclusion_id,
    }));
  }
  await endBonusesAndMarketing(tx, userId, merged.state, at);
  const sendConfirmation = merged.state === 'excluded' ? sendExclusionMail : sendBreakMail;
  await sendConfirmation(tx, platform, { userId, from: since, until: merged.until, isCarried: true });
  await raiseProtectionVersion(tx, userId);
}

interface ExclusionRow {
  /** Null for a correction. */
  readonly length: ExclusionLength | null;
  readonly at: Date;
  readonly ends_at: Date | null;
  readonly carried_from: number | null;
}

/**
 * Returns the protection that is active at `at` by the player's requests on this account alone; null where there is none. `rows`
 * are in order of time. Pure.
 */
export function ownProtectionAt(rows: readonly ExclusionRow[], at: Date): ActiveProtection | null {
  let active: ActiveProtection | null = null;
  for (const { length, at: since, ends_at: until, carried_from: carriedFrom } of rows) {
    if (length === null || carriedFrom !== null) continue;
    active = mergeProtection(dropEnded(active, since), { state: stateOfLength(length), since, until });
  }
  return dropEnded(active, at);
}

function dropEnded(active: ActiveProtection | null, at: Date): ActiveProtection | null {
  const hasEnded = active !== null && active.until !== null && active.until <= at;
  return hasEnded ? null : active;
}

/**
 * Ends the protection that was carried here from an account that turned out to be somebody else's, so that only the requests on
 * this account apply. Does nothing where none was carried. The caller has locked the player's row.
 */
export async function endCarriedProtection(tx: PoolClient, userId: string, at: Date): Promise<void> {
  const { rows } = await tx.query<ExclusionRow & { readonly is_correction: boolean }>(
    'SELECT length, at, ends_at, carried_from, is_correction FROM exclusion WHERE user_id = $1 ORDER BY exclusion_id', [userId],
  );
  const sinceCorrection = rows.slice(rows.findLastIndex((row) => row.is_correction) + 1);
  if (!sinceCorrection.some((row) => row.carried_from !== null)) return;
  const own = ownProtectionAt(rows, at);
  const { entries, step } = await readHistoryPosition(tx, userId);
  await tx.query(
    'INSERT INTO exclusion (user_id, at, state, until, after_entries, after_step, is_correction) VALUES ($1, $2, $3, $4, $5, $6, true)',
    [userId, at, own?.state ?? 'none', own?.until ?? null, entries, step],
  );
  await tx.query(
    `UPDATE player SET protection = $2, protection_since = $3, protection_until = $4, protection_carried = false, version = version + 1
     WHERE user_id = $1`,
    [userId, own?.state ?? 'none', own?.since ?? null, own?.until ?? null],
  );
}

/** Withdraws the consents to marketing and, for an exclusion, ends the player's bonuses. */
export async function endBonusesAndMarketing(tx: PoolClient, userId: string, state: ActiveProtection['state'], at: Date): Promise<void> {
  if (state === 'excluded') await endAllWallets(tx, userId, 'excluded', at);
  await withdrawAllConsents(tx, userId, 'protection', at);
}

/** Finds the stored request that ends last on this account, the newest one of several. Skips carried ones that a correction has ended. */
export async function findExclusionSource(tx: PoolClient, userId: string): Promise<ExclusionSource | null> {
  const { rows } = await tx.query<ExclusionSource>(
    `SELECT exclusion_id, length, ends_at, session_hash FROM exclusion x WHERE user_id = $1 AND NOT is_correction
       AND (carried_from IS NULL OR NOT EXISTS (SELECT FROM exclusion c WHERE c.user_id = $1 AND c.is_correction AND c.exclusion_id > x.exclusion_id))
     ORDER BY ends_at DESC NULLS FIRST, exclusion_id DESC LIMIT 1`,
    [userId],
  );
  return rows[0] ?? null;
}
