/** Breaks and exclusions: at once, never shorter, and nothing comes back by itself when they are over. */
import type { PoolClient } from 'pg';
import { endOfExclusion, stateOfLength } from '../../src/core/protection';
import type { ExclusionLength } from '../../src/core/protection';
import { endSessionsOf } from '../accounts';
import type { Device } from '../accounts';
import { askLookalikes, likenessesOf } from '../lookalikes';
import type { Platform } from '../platform';
import { endWhatItForbids, isSame, joined, runningAt } from './carry';
import type { Holds } from './carry';
import { sendBreakMail, sendExclusionMail } from './mails';
import { accountOf, lockAccounts, raiseVersion, readReached } from './player';
import type { Changer } from './player';

export interface Excluding extends Changer {
  readonly length: ExclusionLength;
  /** Where it is asked for; the player's other devices are told. */
  readonly device: Device;
}

/**
 * Begins now: once this is answered no stake, deposit or bonus can begin any more, since each of them holds its player's
 * row. Ends the player's bonuses and, where it is an exclusion, sessions on other devices, withdraws what was agreed to in
 * marketing, and writes the mail of confirmation. Accounts that look like the same person's must show who they are first.
 *
 * It holds on this account alone. The person's second accounts take no part as it is, and are told nothing of it, since a
 * stranger who knows somebody's NIN can make such an account. Where it is asked for on a second one, the account that plays is
 * stopped until people have looked (server/persons). Who looks like this account is looked for, and nobody who looks like the
 * person's others: the browser that asks may be that stranger's, and says nothing of them.
 */
export async function exclude(tx: PoolClient, platform: Pick<Platform, 'now' | 'mailer' | 'config'>, excluding: Excluding): Promise<void> {
  const { userId, sessionHash, length, device } = excluding;
  const likenesses = await likenessesOf(tx, [userId], device.cookie ?? null);
  const accounts = await lockAccounts(tx, [userId, ...likenesses.map((each) => each.userId)]);
  const own = accountOf(accounts, userId);
  const now = platform.now();
  const ends = endOfExclusion(length, now.getTime());
  const endsAt = ends === null ? null : new Date(ends);
  const asked: Holds = { state: stateOfLength(length), since: now, until: endsAt };
  const running = runningAt(own, now);
  const holds = joined(running, asked);
  const since = running?.since ?? now;
  // The same as before from elsewhere stays from elsewhere.
  const isCarried = own.protection_carried && isSame(running, holds);
  await tx.query(
    `UPDATE player SET protection = $2, protection_since = $3, protection_until = $4, protection_carried = $5, version = version + 1
     WHERE user_id = $1`,
    [userId, holds.state, since, holds.until, isCarried],
  );
  const { entries, step } = await readReached(tx, userId);
  await tx.query(
    `INSERT INTO exclusion (user_id, length, at, ends_at, state, until, session_hash, after_entries, after_step)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [userId, length, now, endsAt, holds.state, holds.until, sessionHash, entries, step],
  );
  await endWhatItForbids(tx, userId, holds.state, now);
  if (asked.state === 'excluded') await endSessionsOf(tx, userId, sessionHash, 'excluded', now, device);
  const confirm = holds.state === 'excluded' ? sendExclusionMail : sendBreakMail;
  await confirm(tx, platform, { userId, from: since, until: holds.until });
  await askLookalikes(tx, likenesses, now);
  await raiseVersion(tx, userId);
}
