/** Consents: a history of what was given and withdrawn, each with its time; the newest of a tag holds. */
import type { Pool, PoolClient } from 'pg';
import { CONSENT_TAGS } from '../../src/core/contract/consents';
import type { ConsentTag } from '../../src/core/contract/consents';

/** Of the sentences beside the consent boxes. Raise it whenever one of them changes its meaning: it is the proof. */
export const CONSENT_WORDING_VERSION = '2026-11';

export type ConsentChannel = 'sign-up' | 'app' | 'protection' | 'second-account';

/** One consent given; `at` = when the player did it, where the client says so (it may have been offline). */
export interface GivenConsent {
  readonly tag: ConsentTag;
  readonly at: Date;
  /** False: `at` can't be compared with the time of a withdrawal. Default true. */
  readonly isCertain?: boolean;
  /** Nobody gave it: the operator's policy assumes it. */
  readonly isImplied?: boolean;
}

interface Standing {
  readonly given: boolean;
  readonly at: Date;
  readonly channel: string;
}

/** What holds of every tag that has a history. */
export async function readStanding(
  database: Pool | PoolClient,
  userId: string,
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await database.query<{ tag: string } & Standing>(
    'SELECT DISTINCT ON (tag) tag, given, at, channel FROM consent WHERE user_id = $1 ORDER BY tag, consent_id DESC',
    [userId],
  );
  return new Map(rows.map((row) => [row.tag, row]));
}

/** `consents` of the profile: every known tag, true where it is given and not withdrawn. */
export function toProfile(standing: ReadonlyMap<string, Standing>): Record<string, boolean> {
  return Object.fromEntries(CONSENT_TAGS.map((tag) => [tag, standing.get(tag)?.given === true]));
}

/**
 * Whether a consent changes what holds. One that was given after it was only assumed does: it is a proof. `protectedSince`:
 * when the player's newest break or exclusion was asked for; it took back what was given, and also what was still under way.
 */
function isNews({ at, isCertain = true, isImplied = false }: GivenConsent, before: Standing | undefined, protectedSince: Date | null): boolean {
  if (protectedSince !== null && (!isCertain || isImplied || at <= protectedSince)) return false;
  if (before === undefined) return true;
  if (before.given) return before.channel === 'implied' && !isImplied;
  return isCertain && !isImplied && at.getTime() > before.at.getTime();
}

/**
 * Records consents given, in the caller's transaction. One that already holds is not recorded again, and one that was
 * given before the player's last withdrawal of it, or before a break or an exclusion, changes nothing: what arrives late is
 * not what the player wants now.
 */
export async function giveConsents(
  tx: PoolClient,
  userId: string,
  consents: readonly GivenConsent[],
  channel: ConsentChannel,
): Promise<void> {
  const openedAt = await lockConsents(tx, userId);
  const protectedSince = await readProtectedSince(tx, userId);
  const standing = await readStanding(tx, userId);
  const fresh = new Map(consents.filter((each) => isNews(each, standing.get(each.tag), protectedSince)).map((each) => [each.tag, each]));
  for (const { tag, at, isImplied } of fresh.values()) {
    // A phone that was on its factory date: nobody agreed to anything before there was an account.
    const since = at < openedAt ? openedAt : at;
    await record(tx, userId, { tag, given: true, at: since, channel: isImplied === true ? 'implied' : channel, key: null });
  }
  if (fresh.size > 0) await raiseVersion(tx, userId);
}

/** How a withdrawal was asked for. */
interface Asked {
  /** Of the request, where it has one. */
  readonly key?: string | null;
  readonly channel?: ConsentChannel;
}

/**
 * Records the withdrawal of a consent, in the caller's transaction; also of one that does not hold: an accept from
 * before it that is still under way must not beat it. The same request again (`key`) records nothing.
 */
export async function withdrawConsent(
  tx: PoolClient,
  userId: string,
  tag: ConsentTag,
  at: Date,
  { key = null, channel = 'app' }: Asked = {},
): Promise<void> {
  await lockConsents(tx, userId);
  const before = (await readStanding(tx, userId)).get(tag);
  const isNew = await record(tx, userId, { tag, given: false, at, channel, key });
  if (isNew && before?.given === true) await raiseVersion(tx, userId);
}

/**
 * Two devices at once: their changes come one after the other, so that each sees what holds. Answers since when there is
 * the account.
 */
async function lockConsents(tx: PoolClient, userId: string): Promise<Date> {
  const { rows } = await tx.query<{ created_at: Date }>('SELECT created_at FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
  if (rows[0] === undefined) throw new Error('consents belong to a player');
  return rows[0].created_at;
}

/** Null: never. A look of its own, after the lock: it must see an exclusion that was waited for. */
async function readProtectedSince(tx: PoolClient, userId: string): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>('SELECT max(at) AS at FROM exclusion WHERE user_id = $1 AND NOT is_correction', [userId]);
  return rows[0]?.at ?? null;
}

async function raiseVersion(tx: PoolClient, userId: string): Promise<void> {
  await tx.query('UPDATE player SET version = version + 1 WHERE user_id = $1', [userId]);
}

interface Entry {
  readonly tag: ConsentTag;
  readonly given: boolean;
  readonly at: Date;
  readonly channel: ConsentChannel | 'implied';
  readonly key: string | null;
}

/** False when the request with this key was recorded before. */
async function record(tx: PoolClient, userId: string, { tag, given, at, channel, key }: Entry): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO consent (user_id, tag, given, at, wording_version, channel, request_key) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (user_id, tag, request_key) DO NOTHING`,
    [userId, tag, given, at, CONSENT_WORDING_VERSION, channel, key],
  );
  return rowCount === 1;
}
