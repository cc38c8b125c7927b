/**
 * Carries a break or an exclusion: copies it from a closed account to the account that follows it, in the same transaction. Ends what was carried
 * where the closed account turns out to be somebody else's.
 */
import type { PoolClient } from 'pg';
import type { ExclusionLength } from '../../src/core/protection';
import { insertRow } from '../db/statement';
import type { MailDeps } from '../mails';
import { activeProtectionAt, isSameProtection, mergeProtection, ownProtectionAt } from './active-protection';
import type { ActiveProtection, ExclusionRow } from './active-protection';
import { endBonusesAndMarketing } from './end-bonuses-and-marketing';
import { sendBreakMail, sendExclusionMail } from './mails';
import type { LockedAccount } from './player';
import { raiseProtectionVersion, readHistoryPosition } from './player';

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
