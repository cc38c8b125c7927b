/** Breaks and exclusions: at once, never shorter, and nothing comes back by itself when they are over. */
import type { PoolClient } from 'pg';
import { CONSENT_TAGS } from '../../src/core/consent-tags';
import { endOfExclusion, stateOfLength } from '../../src/core/protection';
import type { ExclusionLength, ProtectionState } from '../../src/core/protection';
import { readStanding, withdrawConsent } from '../accounts/consents';
import { protectionAt } from '../accounts/player';
import { endSessionsOf } from '../accounts/sessions';
import type { Device } from '../accounts/sessions';
import { endAll } from '../bonuses/end';
import { sendBreakMail, sendExclusionMail } from '../mails/protection-mails';
import type { Platform } from '../platform';
import { lockPlayer, raiseVersion, readReached } from './player';
import type { Changer, ProtectedRow } from './player';

export interface Excluding extends Changer {
  readonly length: ExclusionLength;
  /** Where it is asked for; the player's other devices are told. */
  readonly device: Device;
}

interface Holds {
  readonly state: Exclude<ProtectionState, 'none'>;
  readonly since: Date;
  /** Null = without an end. */
  readonly until: Date | null;
}

/**
 * Begins now: once this is answered no stake, deposit or bonus can begin any more, since each of them holds the player's
 * row that is locked here. Ends the player's bonuses and sessions on other devices where it is an exclusion, withdraws what was agreed
 * to in marketing, and writes the mail of confirmation.
 */
export async function exclude(tx: PoolClient, platform: Pick<Platform, 'now' | 'mailer' | 'config'>, excluding: Excluding): Promise<void> {
  const { userId, sessionHash, length, device } = excluding;
  const player = await lockPlayer(tx, userId);
  const now = platform.now();
  const ends = endOfExclusion(length, now.getTime());
  const endsAt = ends === null ? null : new Date(ends);
  const holds = joined(player, { state: stateOfLength(length), since: now, until: endsAt });
  await tx.query(
    `UPDATE player SET protection = $2, protection_since = $3, protection_until = $4, version = version + 1 WHERE user_id = $1`,
    [userId, holds.state, holds.since, holds.until],
  );
  const { entries, step } = await readReached(tx, userId);
  await tx.query(
    `INSERT INTO exclusion (user_id, length, at, ends_at, state, until, session_hash, after_entries, after_step)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [userId, length, now, endsAt, holds.state, holds.until, sessionHash, entries, step],
  );
  if (holds.state === 'excluded') await endAll(tx, userId, 'excluded', now);
  if (stateOfLength(length) === 'excluded') await endSessionsOf(tx, userId, sessionHash, 'excluded', now, device);
  await withdrawAll(tx, userId, now);
  const confirm = holds.state === 'excluded' ? sendExclusionMail : sendBreakMail;
  await confirm(tx, platform, { userId, from: holds.since, until: holds.until });
  await raiseVersion(tx, userId);
}

/** What holds of the one that runs and the new one: the stricter of the two, to the later end. Pure. */
export function joined(before: Pick<ProtectedRow, 'protection' | 'protection_since' | 'protection_until'>, asked: Holds): Holds {
  const running = protectionAt(before, asked.since);
  if (running === 'none') return asked;
  return {
    state: running === 'excluded' ? running : asked.state,
    since: before.protection_since ?? asked.since,
    until: before.protection_until === null || asked.until === null ? null : later(before.protection_until, asked.until),
  };
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);

/** All of them are for news and offers. */
async function withdrawAll(tx: PoolClient, userId: string, at: Date): Promise<void> {
  const standing = await readStanding(tx, userId);
  for (const tag of CONSENT_TAGS) {
    if (standing.get(tag)?.given === true) await withdrawConsent(tx, userId, tag, at, { channel: 'protection' });
  }
}
