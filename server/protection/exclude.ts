/** Starts breaks and exclusions. They begin at once, never become shorter, and restore nothing when they end. */
import type { PoolClient } from 'pg';
import { endOfExclusion, stateOfLength } from '../../src/core/protection';
import type { ExclusionLength } from '../../src/core/protection';
import { endSessions } from '../accounts';
import type { Device } from '../accounts';
import { requestSettling } from '../lookalikes';
import type { Platform } from '../platform';
import { activeProtectionAt, isSameProtection, mergeProtection } from './active-protection';
import type { ActiveProtection } from './active-protection';
import { endBonusesAndMarketing } from './end-bonuses-and-marketing';
import { sendBreakMail, sendExclusionMail } from './mails';
import { lockPlayer, raiseProtectionVersion, readHistoryPosition } from './player';
import type { Actor } from './player';

export interface ExclusionRequest extends Actor {
  readonly length: ExclusionLength;
  /** The device that sends the request; its session alone stays open. */
  readonly device: Device;
  /** Why somebody of the team begins it for the player; the mail says so. Missing: the player asks. */
  readonly teamReason?: string;
}

/**
 * Begins a break or an exclusion now. No stake, deposit or bonus can begin after the answer, since each of them locks its
 * player's row. An exclusion also ends the player's bonuses and the sessions on other devices. Both withdraw the consents to
 * marketing and send a mail of confirmation. It locks nothing but this player's row, so that nobody else can delay it: accounts that
 * look like the same person's are settled after the commit (server/lookalikes/settle.ts), and must verify their identity then.
 *
 * It applies to this account alone. The person's second accounts can't play anyway, and must learn nothing of it, since a
 * stranger who knows somebody's NIN can make such an account. A request on a second account stops the account that plays
 * until the team has decided (server/persons).
 */
export async function exclude(tx: PoolClient, platform: Pick<Platform, 'now' | 'mailer' | 'config'>, request: ExclusionRequest): Promise<void> {
  const { userId, sessionHash, length, device, teamReason } = request;
  const own = await lockPlayer(tx, userId);
  const now = platform.now();
  const endMs = endOfExclusion(length, now.getTime());
  const endsAt = endMs === null ? null : new Date(endMs);
  const requested: ActiveProtection = { state: stateOfLength(length), since: now, until: endsAt };
  const active = activeProtectionAt(own, now);
  const merged = mergeProtection(active, requested);
  const since = active?.since ?? now;
  // Protection that was carried here and does not change is still carried.
  const isCarried = own.protection_carried && isSameProtection(active, merged);
  await tx.query(
    `UPDATE player SET protection = $2, protection_since = $3, protection_until = $4, protection_carried = $5, version = version + 1
     WHERE user_id = $1`,
    [userId, merged.state, since, merged.until, isCarried],
  );
  const { entries, step } = await readHistoryPosition(tx, userId);
  await tx.query(
    `INSERT INTO exclusion (user_id, length, at, ends_at, state, until, session_hash, after_entries, after_step)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [userId, length, now, endsAt, merged.state, merged.until, sessionHash, entries, step],
  );
  await endBonusesAndMarketing(tx, userId, merged.state, now);
  if (requested.state === 'excluded') await endSessions(tx, userId, sessionHash, 'excluded', now, device);
  const sendConfirmation = merged.state === 'excluded' ? sendExclusionMail : sendBreakMail;
  await sendConfirmation(tx, platform, { userId, from: since, until: merged.until, ...(teamReason !== undefined && { teamReason }) });
  await requestSettling(tx, [userId], now);
  await raiseProtectionVersion(tx, userId);
}

/**
 * Begins a break for the operator's people. Returns the end of the one that held before, and the end of what holds now; null = none, or for good.
 * Where what holds ends no earlier, nothing changes.
 */
export async function beginBreakByTeam(
  tx: PoolClient,
  platform: Pick<Platform, 'now' | 'mailer' | 'config'>,
  { reason, ...request }: Omit<ExclusionRequest, 'teamReason'> & { readonly reason: string },
): Promise<{ readonly before: Date | null; readonly until: Date | null; readonly isLonger: boolean }> {
  const before = activeProtectionAt(await lockPlayer(tx, request.userId), platform.now());
  const endMs = endOfExclusion(request.length, platform.now().getTime());
  const isLonger = before === null || (before.until !== null && (endMs === null || before.until.getTime() < endMs));
  if (!isLonger) return { before: before.until, until: before.until, isLonger };
  await exclude(tx, platform, { ...request, teamReason: reason });
  const now = activeProtectionAt(await lockPlayer(tx, request.userId), platform.now());
  return { before: before?.until ?? null, until: now?.until ?? null, isLonger };
}
