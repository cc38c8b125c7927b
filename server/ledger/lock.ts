/**
 * The first step of a posting: the database locks everything that the posting depends on, and tells how it stands. Nothing of
 * it changes any more until the transaction ends.
 */
import type { PoolClient } from 'pg';
import type { Kobo } from '../../src/core/money';
import { together } from '../db/together';
import { moveRequestOf, assertMayMove } from './guards';
import type { PlayerRules } from './guards';
import { hasLimits, readStanding } from './limits';
import type { Standing } from './limits';
import { lockOtherAccounts } from './other-accounts';
import { movementOf } from './posting';
import type { Posting } from './posting';
import { lockRealAccount, drawEntryIds, openRealAccount } from './real-account';
import type { RealAccount } from './real-account';

/** The player, who may move money for the posting's purposes, and the lock that makes their postings come one after the other. */
export interface LockedPlayer {
  readonly player: PlayerRules;
  readonly real: RealAccount;
}

/** Everything that a plan is made from. */
export interface LockedPosting extends LockedPlayer {
  /** Kobo by account id: those beside the real one that the posting touches. Of one that is missing nothing can be taken. */
  readonly others: ReadonlyMap<string, Kobo>;
  /** Null where the posting has no stake, or no limit applies. */
  readonly standing: Standing | null;
}

/** Throws the ProblemErrors of the guards (guards.ts), and a RangeError for a posting that makes no sense. */
export async function lockPosting(tx: PoolClient, posting: Posting): Promise<LockedPosting> {
  return lockRest(tx, posting, await lockPlayer(tx, posting));
}

/** The first part, in one trip: all that the moves themselves may depend on. Throws as `lockPosting` does. */
export async function lockPlayer(tx: PoolClient, posting: Posting): Promise<LockedPlayer> {
  const { userId, at } = posting;
  const { legs } = movementOf(posting);
  const [player, real] = await together([assertMayMove(tx, userId, moveRequestOf(posting), at), lockRealAccount(tx, userId, legs.length)]);
  return { player, real: real ?? (await openRealAccount(tx, userId, legs.length)) };
}

/**
 * The other part. The posting's moves may be others than those that `lockPlayer` saw, for the same purposes. A plain stake
 * needs nothing here and makes no trip.
 */
export async function lockRest(tx: PoolClient, posting: Posting, { player, real }: LockedPlayer): Promise<LockedPosting> {
  const { userId, at } = posting;
  const { legs, changes } = movementOf(posting);
  const missing = legs.length - real.entryIds.length;
  const extraIds = missing > 0 ? await drawEntryIds(tx, missing) : [];
  const others = await lockOtherAccounts(tx, userId, changes);
  const isStake = legs.some(({ kind }) => kind === 'stake');
  const standing = isStake && hasLimits(player) ? await readStanding(tx, userId, at) : null;
  return { player, real: { ...real, entryIds: [...real.entryIds, ...extraIds] }, others, standing };
}
