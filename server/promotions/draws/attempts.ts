/**
 * Reads the tries of draws. A try names what decides the draw before anybody can know that; one that fails is void, and another one follows.
 * At most one try of a draw is running, which means that it is not void.
 */
import type { PoolClient } from 'pg';
import type { DrawAttempt } from '../../../src/core/contract/draws';
import type { Decision } from '../../../src/core/draw';
import type { DrawSource, VoidReason } from '../../../src/core/draw-kinds';
import type { Db } from '../../ledger/accounts';

/** An admin's commit to a secret. */
export interface Commit {
  readonly userId: string;
  readonly username: string;
  readonly commit: string;
  readonly at: Date;
  readonly network: string | null;
  readonly device: string | null;
  /** Null until it is revealed. */
  readonly secret: string | null;
  readonly revealedAt: Date | null;
}

export interface Attempt {
  readonly draw_id: string;
  readonly number: number;
  readonly source: DrawSource;
  readonly named_at: Date;
  readonly ends_at: Date | null;
  readonly voided_at: Date | null;
  readonly void_reason: VoidReason | null;
  readonly beacon: {
    readonly url: string;
    readonly chain: string;
    readonly round: number;
    readonly at: Date;
    readonly signature: string | null;
    readonly randomness: string | null;
  } | null;
  /** The commits in the order in which they came. */
  readonly commits: readonly Commit[];
}

interface AttemptRow extends Omit<Attempt, 'beacon' | 'commits'> {
  readonly beacon_url: string | null;
  readonly beacon_chain: string;
  readonly beacon_round: number;
  readonly beacon_round_at: Date;
  readonly beacon_signature: string | null;
  readonly beacon_randomness: string | null;
}

interface CommitRow {
  readonly draw_id: string;
  readonly attempt: number;
  readonly user_id: string;
  readonly username: string;
  readonly commit_hash: string;
  readonly at: Date;
  readonly network: string | null;
  readonly device: string | null;
  readonly secret: string | null;
  readonly revealed_at: Date | null;
}

/** Reads every try of these draws, by draw, the first one first. */
export async function readAttempts(db: Db, drawIds: readonly string[]): Promise<Attempt[]> {
  const { rows } = await db.query<AttemptRow>(
    `SELECT draw_id, number, source, named_at, ends_at, voided_at, void_reason,
       beacon_url, beacon_chain, beacon_round, beacon_round_at, beacon_signature, beacon_randomness
     FROM draw_attempt WHERE draw_id = ANY($1) ORDER BY draw_id, number`,
    [drawIds],
  );
  const { rows: commits } = await db.query<CommitRow>(
    `SELECT c.draw_id, c.attempt, c.user_id, p.username, c.commit_hash, c.at, c.network, c.device, c.secret, c.revealed_at
     FROM draw_commit c JOIN player p USING (user_id) WHERE c.draw_id = ANY($1) ORDER BY c.place`,
    [drawIds],
  );
  return rows.map((row): Attempt => ({
    draw_id: row.draw_id, number: row.number, source: row.source, named_at: row.named_at, ends_at: row.ends_at, voided_at: row.voided_at,
    void_reason: row.void_reason,
    beacon: row.beacon_url === null ? null : {
      url: row.beacon_url, chain: row.beacon_chain, round: row.beacon_round, at: row.beacon_round_at, signature: row.beacon_signature,
      randomness: row.beacon_randomness,
    },
    commits: commits
      .filter((commit) => commit.draw_id === row.draw_id && commit.attempt === row.number)
      .map((commit) => ({
        userId: commit.user_id, username: commit.username, commit: commit.commit_hash, at: commit.at, network: commit.network, device: commit.device,
        secret: commit.secret, revealedAt: commit.revealed_at,
      })),
  }));
}

/** Reads the running try of a draw; null where there is none. */
export async function readRunningAttempt(db: Db, drawId: string): Promise<Attempt | null> {
  return (await readAttempts(db, [drawId])).find(({ voided_at: voidedAt }) => voidedAt === null) ?? null;
}

/** Locks the running try until the transaction ends, and returns it; null where none runs. */
export async function lockRunningAttempt(tx: PoolClient, drawId: string): Promise<Attempt | null> {
  await tx.query('SELECT FROM draw_attempt WHERE draw_id = $1 AND voided_at IS NULL FOR UPDATE', [drawId]);
  return readRunningAttempt(tx, drawId);
}

/** Returns the try as it is published, without the secrets, which stay with the platform until the draw is over. */
export function toDrawAttempt(attempt: Attempt): DrawAttempt {
  const { number, source, named_at: namedAt, ends_at: until, voided_at: voidedAt, void_reason: voidReason, beacon, commits } = attempt;
  return {
    number, source, namedAt: namedAt.toISOString(),
    beacon: beacon === null ? null : { url: beacon.url, chain: beacon.chain, round: beacon.round, at: beacon.at.toISOString() },
    until: until?.toISOString() ?? null,
    commits: commits.map(({ commit, at, revealedAt }) => ({ commit, at: at.toISOString(), revealedAt: revealedAt?.toISOString() ?? null })),
    voidedAt: voidedAt?.toISOString() ?? null, voidReason,
  };
}

/** Returns what the try has decided, as the rule of `src/core/draw.ts` takes it; null until all parts of it are there. */
export function decisionOf({ source, beacon, commits }: Pick<Attempt, 'source' | 'beacon' | 'commits'>): Decision | null {
  switch (source) {
    case 'platform':
      return { source };
    case 'beacon': {
      if (beacon === null || beacon.randomness === null) return null;
      const { chain, round, randomness } = beacon;
      return { source, chain, round, randomness };
    }
    case 'admins': {
      const [first, second] = commits.map(({ secret }) => secret);
      return typeof first === 'string' && typeof second === 'string' ? { source, secrets: [first, second] } : null;
    }
  }
}

export const isDecided = (attempt: Attempt): boolean => decisionOf(attempt) !== null;
