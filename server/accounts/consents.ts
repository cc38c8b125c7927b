/** Consents: a history of what was given and withdrawn, each with its time; the newest of a tag holds. */
import type { Pool, PoolClient } from 'pg';
import { CONSENT_TAGS } from '../../src/core/contract/player';
import type { ConsentTag } from '../../src/core/contract/player';

/** Of the sentences beside the consent boxes. Raise it whenever one of them changes its meaning: it is the proof. */
export const CONSENT_WORDING_VERSION = '2026-11';

export type ConsentChannel = 'sign-up' | 'app';

/** One consent given; `at` = when the player did it, where the client says so (it may have been offline). */
export interface GivenConsent {
  readonly tag: ConsentTag;
  readonly at: Date;
}

interface Standing {
  readonly given: boolean;
  readonly at: Date;
}

/** What holds of every tag that has a history. */
export async function readStanding(
  database: Pool | PoolClient,
  userId: string,
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await database.query<{ tag: string } & Standing>(
    'SELECT DISTINCT ON (tag) tag, given, at FROM consent WHERE user_id = $1 ORDER BY tag, consent_id DESC',
    [userId],
  );
  return new Map(rows.map((row) => [row.tag, row]));
}

/** `consents` of the profile: every known tag, true where it is given and not withdrawn. */
export function toProfile(standing: ReadonlyMap<string, Standing>): Record<string, boolean> {
  return Object.fromEntries(CONSENT_TAGS.map((tag) => [tag, standing.get(tag)?.given === true]));
}

/**
 * Records consents given, in the caller's transaction. One that already holds is not recorded again, and one that was
 * given before the player's last withdrawal of it changes nothing: what arrives late is not what the player wants now.
 */
export async function giveConsents(
  tx: PoolClient,
  userId: string,
  consents: readonly GivenConsent[],
  channel: ConsentChannel,
): Promise<void> {
  await lockConsents(tx, userId);
  const standing = await readStanding(tx, userId);
  const fresh = new Map<ConsentTag, Date>();
  for (const { tag, at } of consents) {
    const before = standing.get(tag);
    if (before?.given === true || (before !== undefined && at.getTime() <= before.at.getTime())) continue;
    fresh.set(tag, at);
  }
  for (const [tag, at] of fresh) await record(tx, userId, { tag, given: true, at, channel });
  if (fresh.size > 0) await raiseVersion(tx, userId);
}

/**
 * Records the withdrawal of a consent, in the caller's transaction; also of one that does not hold: an accept from
 * before it that is still under way must not beat it.
 */
export async function withdrawConsent(tx: PoolClient, userId: string, tag: ConsentTag, at: Date): Promise<void> {
  await lockConsents(tx, userId);
  const before = (await readStanding(tx, userId)).get(tag);
  await record(tx, userId, { tag, given: false, at, channel: 'app' });
  if (before?.given === true) await raiseVersion(tx, userId);
}

/** Two devices at once: their changes come one after the other, so that each sees what holds. */
async function lockConsents(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('SELECT 1 FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
}

async function raiseVersion(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('UPDATE player SET version = version + 1 WHERE user_id = $1', [userId]);
}

async function record(
  tx: PoolClient,
  userId: string,
  entry: { tag: ConsentTag; given: boolean; at: Date; channel: ConsentChannel },
): Promise<void> {
  await tx.query(
    'INSERT INTO consent (user_id, tag, given, at, wording_version, channel) VALUES ($1, $2, $3, $4, $5, $6)',
    [userId, entry.tag, entry.given, entry.at, CONSENT_WORDING_VERSION, entry.channel],
  );
}
