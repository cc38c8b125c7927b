/**
 * Keeps the seed pairs that a player's rounds are drawn from. There are always two: the active one, and the next one, whose commit
 * is shown before the player can choose a client seed for it. A server seed is derived from a key outside the database, and comes
 * into the database, and to the player, only when its pair is revealed.
 */
import type { PoolClient } from 'pg';
import type * as z from 'zod/mini';
import type { CLIENT_SEED_CHOOSERS, seedPair } from '../../src/core/contract/games';
import { commitOf } from '../../src/core/fairness/draws';
import { SHORTEST_CYCLE_MS } from '../../src/core/play-times';
import { tooManyAttempts } from '../rate-limits/attempts';
import { openGateFor } from '../db/gate';
import type { GatedLock } from '../db/gate';
import { together } from '../db/together';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import { keyLockOf } from '../ledger/operation-rows';
import type { Platform } from '../platform';
import { fillBucket } from '../rate-limits/rates';
import type { SeedKeys } from '../seed-keys';
import { refuseWhileRoundOpen } from './open-rounds';
import type { LastWindow } from './play-window';
import { serverSeedOf } from './server-seed';
import type { StoredSeed } from './server-seed';

export type Fairness = z.infer<typeof seedPair>;
/** The parts of the platform from which a pair is made. */
type SeedSource = Pick<Platform, 'randomBytes' | 'now' | 'seedKeys'>;

const CLIENT_SEED_BYTES = 8;

export interface PairRow extends LastWindow {
  readonly seed_pair_id: string;
  readonly server_seed: string;
  readonly commit_hash: string;
  readonly client_seed: string;
  readonly client_seed_by: ClientSeedChooser | null;
  readonly nonce: number;
  /** Rounds that a restored database has lost may have been drawn from it, so that its player knows results to come. */
  readonly may_be_known: boolean;
}

/** Says who chose a pair's client seed; a pair from before this was written down has null. */
type ClientSeedChooser = (typeof CLIENT_SEED_CHOOSERS)[number];

/** A pair as the database has it. */
type StoredPair = StoredSeed & Pick<PairRow, 'client_seed' | 'client_seed_by' | 'nonce'> & LastWindow;

const COLUMNS = 'seed_pair_id, server_seed, key_id, commit_hash, client_seed, client_seed_by, nonce, play_window, played_at';

/** Does the same as `lockSeeds`, makes the first pairs of a player who has none, and replaces pairs whose results may be known. */
export async function lockActivePair(tx: PoolClient, platform: SeedSource, userId: string): Promise<PairRow> {
  const active = await lockSeeds(tx, platform.seedKeys, userId);
  if (active === undefined) return makeFirstPair(tx, platform, userId);
  return active.may_be_known ? replaceKnownPairs(tx, platform, active, userId) : active;
}

/**
 * Reveals the active pair and, because it was next in the lost time, the one after it, too. An open round goes on with its pair, which is
 * replaced after it.
 */
async function replaceKnownPairs(tx: PoolClient, platform: SeedSource, active: PairRow, userId: string): Promise<PairRow> {
  const { rowCount } = await tx.query('SELECT FROM open_round WHERE user_id = $1 LIMIT 1', [userId]);
  if (rowCount !== 0) return active;
  let pair = active;
  while (pair.may_be_known) {
    await makeNextActive(tx, platform, pair, userId);
    const next = await readActive(tx, platform.seedKeys, userId);
    // Each turn ends one pair for good, and pairs that are made now are never known: this ends.
    if (next === undefined || next.seed_pair_id === pair.seed_pair_id) throw new Error('the player has no next seed pair');
    pair = next;
  }
  return pair;
}

/**
 * Locks the player's seeds for the caller's transaction and returns the active pair, so that rounds and rotations of a player
 * happen one after the other. The lock is not on the pair's row, because after waiting for that one the pair could be an old one.
 */
async function lockSeeds(tx: PoolClient, seedKeys: SeedKeys, userId: string): Promise<PairRow | undefined> {
  const [, active] = await together([
    lockRoundStarts(tx, userId),
    // This is a statement of its own after the lock, so that it sees what the previous holder of the lock committed.
    readActive(tx, seedKeys, userId),
  ]);
  return active;
}

/**
 * No round of any game lasts less than `SHORTEST_CYCLE_MS`, so a start within that time refuses the next one for certain. `at > $3` is there
 * for the index (`round_of_player`): a round that started after `$3` also ended after it. The transaction has taken the lock of its key (`$5`)
 * before, unless another one has it.
 */
const lockUnlessTooSoon = (lock: string): string => `
  WITH due AS MATERIALIZED (
    SELECT WHERE pg_try_advisory_xact_lock(hashtextextended($5, 0)) AND NOT EXISTS (SELECT FROM operation WHERE user_id = $2 AND key = $6)
      AND NOT EXISTS (SELECT FROM round WHERE user_id = $2 AND at > $3 AND coalesce(started_at, at) > $3 AND coalesce(started_at, at) <= $4)
      AND NOT EXISTS (SELECT FROM open_round WHERE user_id = $2 AND started_at > $3 AND started_at <= $4)
      AND NOT EXISTS (SELECT FROM frame_round WHERE user_id = $2 AND started_at > $3 AND started_at <= $4)
  ), locked AS MATERIALIZED (
    ${lock}
  )
  SELECT ${openGateFor('$2')} FROM locked`;

const LOCK_TO_START = {
  wait: { name: 'seeds-lock-to-start', text: lockUnlessTooSoon('SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) FROM due') },
  skip: { name: 'seeds-lock-skip', text: lockUnlessTooSoon('SELECT FROM due WHERE pg_try_advisory_xact_lock(hashtextextended($1, 0))') },
} as const satisfies Record<GatedLock, object>;

/**
 * Locks the seeds for the start of a round and opens the gate, unless the player has started another one too shortly before `now` for any game:
 * such a call is refused without waiting for the lock, so that many of them don't hold connections. A call whose key is known, or taken by
 * another call, does not wait either.
 */
export async function lockSeedsToStart(
  tx: PoolClient,
  seedKeys: SeedKeys,
  { userId, key }: { readonly userId: string; readonly key: string },
  { now, gated }: { readonly now: Date; readonly gated: GatedLock },
): Promise<{ readonly isLocked: boolean; readonly activePair: PairRow | undefined }> {
  const [{ rowCount }, activePair] = await together([
    tx.query({
      ...LOCK_TO_START[gated],
      values: [seedsLock(userId), userId, new Date(now.getTime() - SHORTEST_CYCLE_MS), now, keyLockOf(userId, key), key],
    }),
    readActive(tx, seedKeys, userId),
  ]);
  return { isLocked: rowCount === 1, activePair };
}

const seedsLock = (userId: string): string => `seeds/${userId}`;

/**
 * Takes the lock of the player's seeds without reading them, so that no round of the player starts until the transaction ends. Take it before
 * locking the player's money.
 */
export async function lockRoundStarts(tx: PoolClient, userId: string): Promise<void> {
  await tx.query({
    name: 'seeds-lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [seedsLock(userId)],
  });
}

/** Makes the first pairs of a player whose seeds are locked. */
export async function makeFirstPair(tx: PoolClient, platform: SeedSource, userId: string): Promise<PairRow> {
  await makePair(tx, platform, userId, 'active');
  await makePair(tx, platform, userId, 'next');
  const firstPair = await readActive(tx, platform.seedKeys, userId);
  if (!firstPair) throw new Error('the player has no active seed pair');
  return firstPair;
}

async function readActive(tx: PoolClient, seedKeys: SeedKeys, userId: string): Promise<PairRow | undefined> {
  const { rows: [row] } = await tx.query<StoredPair & Pick<PairRow, 'may_be_known'>>({
    name: 'seeds-active',
    text: `SELECT ${COLUMNS}, number <= coalesce((SELECT max(last_seed_pair) FROM database_restore), 0) AS may_be_known
           FROM seed_pair WHERE user_id = $1 AND state = 'active'`,
    values: [userId],
  });
  return row && { ...row, server_seed: await serverSeedOf(seedKeys, row) };
}

/** Makes a pair unless there is one in this state. */
async function makePair(tx: PoolClient, platform: SeedSource, userId: string, state: 'active' | 'next'): Promise<void> {
  const pairId = newId(platform);
  const keyId = platform.seedKeys.currentId;
  const serverSeed = await platform.seedKeys.seedOf(keyId, 'pair', pairId);
  await tx.query(
    `INSERT INTO seed_pair (seed_pair_id, user_id, key_id, commit_hash, client_seed, state, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [
      pairId, userId, keyId, commitOf(serverSeed),
      platform.randomBytes(CLIENT_SEED_BYTES).toString('hex'), state, platform.now(),
    ],
  );
}

/**
 * Reads the pair that the next round is drawn from, and the newest revealed pair. Makes the first pairs of a player who has none.
 */
export async function readFairness(tx: PoolClient, platform: SeedSource, userId: string): Promise<Fairness> {
  const active = await lockActivePair(tx, platform, userId);
  const { rows } = await tx.query<StoredPair & { state: 'next' | 'revealed' }>(
    `(SELECT ${COLUMNS}, state FROM seed_pair WHERE user_id = $1 AND state = 'next')
     UNION ALL
     (SELECT ${COLUMNS}, state FROM seed_pair WHERE user_id = $1 AND state = 'revealed' ORDER BY number DESC LIMIT 1)`,
    [userId],
  );
  const next = rows.find((row) => row.state === 'next');
  const revealed = rows.find((row) => row.state === 'revealed');
  return {
    ...toContractDraw(active),
    ...(active.client_seed_by === null ? {} : { clientSeedBy: active.client_seed_by }),
    takesParts: true,
    takesRules: true,
    ...(next === undefined ? {} : { nextCommit: next.commit_hash }),
    previous: revealed === undefined ? null : { ...toContractDraw(revealed), serverSeed: await serverSeedOf(platform.seedKeys, revealed) },
  };
}

/** Returns the draw as the contract names it, for the answer and for bets. */
const toContractDraw = (row: Pick<StoredPair, 'commit_hash' | 'client_seed' | 'nonce'>) => ({ commit: row.commit_hash, clientSeed: row.client_seed, nonce: row.nonce });

/** A client seed, and the commit that the player has seen before they chose it. */
interface SeedChoice {
  readonly clientSeed: string;
  readonly commit: string;
}

/**
 * Reveals the active pair and makes the next one active, with the player's choice of a client seed, or else the platform's. A pair
 * without rounds is rotated as well, because the player may want another commit. Throws 429 for too many rotations, `round-open` while
 * a round is drawn from the active pair, and `conflict` when `choice` names another commit than the next pair's, because the player
 * would choose without having seen it.
 */
export async function rotateSeeds(tx: PoolClient, platform: SeedSource, userId: string, choice?: SeedChoice): Promise<Fairness> {
  const active = await lockActivePair(tx, platform, userId);
  await refuseWhileRoundOpen(tx, userId);
  if (choice !== undefined && (await readNextCommit(tx, userId)) !== choice.commit) throw unseenCommitProblem();
  return turnPairs(tx, platform, active, { userId, clientSeed: choice?.clientSeed ?? null });
}

async function readNextCommit(tx: PoolClient, userId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ commit_hash: string }>(`SELECT commit_hash FROM seed_pair WHERE user_id = $1 AND state = 'next'`, [userId]);
  return rows[0]?.commit_hash;
}

const unseenCommitProblem = (): ProblemError => new ProblemError('conflict', 'There is a new server seed by now. Look at its commit, then choose again.');

/** Allows 2,880 rotations a day in the long run, because each stays with a line in the audit trail. Nobody looks at so many seeds. */
export const ROTATIONS = { kind: 'seed-rotation', leakMs: 30_000, atOnce: 120 } as const;

/**
 * Reveals the active pair and makes the next one active; null for `clientSeed` keeps the one that the platform made for it. The caller has
 * checked that no round is open.
 */
async function turnPairs(
  tx: PoolClient,
  platform: SeedSource,
  active: PairRow,
  { userId, clientSeed }: { readonly userId: string; readonly clientSeed: string | null },
): Promise<Fairness> {
  const { waitSeconds } = await fillBucket(tx, ROTATIONS, userId, { now: platform.now(), capacity: ROTATIONS.atOnce });
  if (waitSeconds !== null) throw tooManyAttempts(waitSeconds);
  await makeNextActive(tx, platform, active, userId);
  if (clientSeed !== null) await setClientSeed(tx, userId, clientSeed);
  return readFairness(tx, platform, userId);
}

async function makeNextActive(tx: PoolClient, platform: SeedSource, active: PairRow, userId: string): Promise<void> {
  await tx.query(`UPDATE seed_pair SET state = 'revealed', revealed_at = $2, server_seed = $3 WHERE seed_pair_id = $1`, [
    active.seed_pair_id,
    platform.now(),
    active.server_seed,
  ]);
  // The window of play goes over to the new pair: another device changes the pair before its first bet, and could otherwise play
  // beside the window of the newest round.
  await tx.query(`UPDATE seed_pair SET state = 'active', play_window = $2, played_at = $3 WHERE user_id = $1 AND state = 'next'`, [
    userId, active.play_window, active.played_at,
  ]);
  await makePair(tx, platform, userId, 'next');
}

/**
 * Sets the client seed that the player chose after seeing the active pair's `commit`. Where rounds were played on that pair it is
 * revealed, and the seed is for the next one, whose commit was shown beside it. Throws 409 `conflict` when `commit` is not the
 * active pair's any more, because the player would choose without having seen the commit.
 */
export async function chooseClientSeed(tx: PoolClient, platform: SeedSource, userId: string, choice: SeedChoice): Promise<Fairness> {
  const active = await lockActivePair(tx, platform, userId);
  if (active.commit_hash !== choice.commit) throw unseenCommitProblem();
  await refuseWhileRoundOpen(tx, userId);
  if (active.nonce > 0) return turnPairs(tx, platform, active, { userId, clientSeed: choice.clientSeed });
  await setClientSeed(tx, userId, choice.clientSeed);
  return readFairness(tx, platform, userId);
}

/** Gives the active pair, from which nothing was drawn yet, the client seed that the player chose. */
async function setClientSeed(tx: PoolClient, userId: string, clientSeed: string): Promise<void> {
  await tx.query(`UPDATE seed_pair SET client_seed = $2, client_seed_by = 'player' WHERE user_id = $1 AND state = 'active'`, [userId, clientSeed]);
}
