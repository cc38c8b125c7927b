/**
 * The first step of a posting: locks and reads everything that the posting depends on, so that it cannot change before the transaction
 * ends.
 */
import type { PoolClient } from 'pg';
import type { Kobo } from '../../src/core/money';
import type { GatedLock } from '../db/gate';
import { together } from '../db/together';
import { checkMayMove, lockGuardRow, moveRequestOf } from './guards';
import type { GuardRow, PlayerRules } from './guards';
import { hasLimits, readLimitUsage } from './limits';
import type { LimitUsage } from './limits';
import { lockOtherAccounts } from './other-accounts';
import { movementOf } from './posting';
import type { Posting } from './posting';
import { lockRealAccount, drawEntryIds, openRealAccount } from './real-account';
import type { RealAccount } from './real-account';

/** The player's rules after the guards passed, and the locked real account, which puts the player's postings in a sequence. */
export interface LockedPlayer {
  readonly player: PlayerRules;
  readonly real: RealAccount;
}

/** Everything from which a posting is planned. */
export interface LockedPosting extends LockedPlayer {
  /** Balances in kobo, by account id, of the player's other accounts that the posting touches. A missing account has no balance to take. */
  readonly others: ReadonlyMap<string, Kobo>;
  /** Null for a posting without a stake, and where no limit applies. */
  readonly limitUsage: LimitUsage | null;
}

/** Throws the ProblemErrors of the guards (guards.ts), and a RangeError for an invalid posting. */
export async function lockPosting(tx: PoolClient, posting: Posting): Promise<LockedPosting> {
  return lockRest(tx, posting, await lockPlayer(tx, posting));
}

/** The locked rows of the player and of the real account, before the guards have looked at them. */
export interface PlayerRows {
  readonly guard: GuardRow | undefined;
  /** Null where it does not exist yet. */
  readonly real: RealAccount | null;
}

/** A stake and its win. */
const ENTRIES_OF_ROUND = 4;

/** Locks the rows of a player whose round is not decided yet, in the order in which `lockPlayer` does; nothing unless the gate is open. */
export async function lockRowsBehindGate(tx: PoolClient, userId: string, gated: GatedLock): Promise<PlayerRows> {
  const [guard, real] = await together([lockGuardRow(tx, userId, gated), lockRealAccount(tx, userId, ENTRIES_OF_ROUND, gated)]);
  return { guard, real };
}

/**
 * Locks the first part, in one trip: what the moves themselves may depend on. Makes no trip for `rows` that were locked before in this
 * transaction. Throws as `lockPosting` does.
 */
export async function lockPlayer(tx: PoolClient, posting: Posting, rows?: PlayerRows): Promise<LockedPlayer> {
  const { userId, at } = posting;
  const { legs } = movementOf(posting);
  const [guard, real] = rows === undefined
    ? await together([lockGuardRow(tx, userId), lockRealAccount(tx, userId, legs.length)])
    : [rows.guard, rows.real];
  const player = checkMayMove(guard, moveRequestOf(posting), at);
  return { player, real: real ?? (await openRealAccount(tx, userId, legs.length)) };
}

/**
 * Locks the second part. The posting's moves may differ from those that `lockPlayer` saw, but not in their purposes. A stake of real money makes
 * no trip here unless limits apply.
 */
export async function lockRest(tx: PoolClient, posting: Posting, { player, real }: LockedPlayer): Promise<LockedPosting> {
  const { userId, at } = posting;
  const { legs, changes } = movementOf(posting);
  const missing = legs.length - real.entryIds.length;
  const extraIds = missing > 0 ? await drawEntryIds(tx, missing) : [];
  const others = await lockOtherAccounts(tx, userId, changes);
  const isStake = legs.some(({ kind }) => kind === 'stake');
  const limitUsage = isStake && hasLimits(player) ? await readLimitUsage(tx, userId, at) : null;
  return { player, real: { ...real, entryIds: [...real.entryIds, ...extraIds] }, others, limitUsage };
}
