import type { PoolClient } from 'pg';
import { addKobo, kobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { openAccount } from './accounts';
import { activityOf, dayRowsOf } from './activity';
import type { Activity } from './activity';
import { chainEntries } from './chain';
import { askedBy, assertMayMove } from './guards';
import type { Protected } from './guards';
import { assertWithinLimits } from './limits';
import { planPosting } from './plan';
import type { AccountChange, Plan, PostedEntry, Posting } from './plan';
import { playAfterPosting, playOf, PLAY_COLUMNS } from './play-session';
import type { Play, PlayColumns } from './play-session';
import { assertNoCheckDue } from './reality-check';
import { write } from './write';

export type { Move, PostedEntry, Posting } from './plan';

export interface Posted {
  readonly transactionId: string;
  /** The player's real account after it. */
  readonly real: { readonly balance: Kobo; readonly version: number };
  /** Those of the player, in the order of the moves. */
  readonly entries: readonly PostedEntry[];
}

interface Changed {
  /** Kobo, after the posting. */
  readonly balance: Kobo;
  readonly version: number;
  /** Of the real account: the hash of the player's newest entry, hex; null before the first. */
  readonly chainHash: string | null;
  /** Of the real account: the ids of the entries that the posting will write. */
  readonly entryIds: readonly number[];
  /** Of the real account: the play until now. */
  readonly play: Play | null;
}

/**
 * The only writer of money: checks the guards, locks the player's accounts in a fixed order, changes their balances and
 * writes the entries, chained to those before (src/core/statement.ts), with what they add to the player's day and play,
 * all in the caller's transaction.
 *
 * Throws a ProblemError `insufficient-funds` when a move takes more than is there, those of the guards (guards.ts),
 * `reality-check-due` and `limit-exceeded` for a stake, and a RangeError for a posting that makes no sense. After a throw the caller must roll back, at least to a savepoint.
 */
export async function post(tx: PoolClient, posting: Posting): Promise<Posted> {
  const plan = planPosting(posting);
  const player = await assertMayMove(tx, posting.userId, askedBy(posting), posting.at);

  const changed = new Map<string, Changed>();
  for (const change of plan.changes) {
    changed.set(change.accountId, await applyChange(tx, posting.userId, change, plan.legs.length));
  }
  const real = changed.get(plan.changes[0]?.accountId ?? '');
  if (real === undefined) throw new Error('every posting changes the real account');

  const activity = activityOf(posting.userId, plan.legs);
  if (activity.isRound) await assertMayPlay(tx, posting, { player, activity, play: real.play });

  const atMs = posting.at.getTime();
  const entries = playerEntries(plan, changed);
  const chained = chainEntries(posting, entries, real);
  const transactionId = await write(tx, posting, {
    legs: plan.legs,
    entries,
    entryIds: real.entryIds,
    chained,
    days: dayRowsOf(activity, real.play, atMs),
    play: playAfterPosting(real.play, activity, atMs),
  });
  return {
    transactionId,
    real: { balance: real.balance, version: real.version },
    entries: entries.filter((entry) => entry !== null),
  };
}

interface Round {
  readonly player: Protected;
  readonly activity: Activity;
  readonly play: Play | null;
}

/** The player's money is locked by now: of two stakes at the same moment the second one sees what the first one left. */
async function assertMayPlay(tx: PoolClient, { userId, at }: Posting, { player, activity, play }: Round): Promise<void> {
  assertNoCheckDue(play, player.realityMinutes, at.getTime());
  await assertWithinLimits(tx, player, { userId, what: 'stake', amount: activity.staked, at });
}

async function applyChange(tx: PoolClient, userId: string, change: AccountChange, entries: number): Promise<Changed> {
  const changed = await tryChange(tx, change, entries);
  if (changed !== null) return changed;
  // Nothing was updated: too little is there, or the account is not there yet.
  if (change.needed === 0) {
    await openAccount(tx, userId, change.ref);
    const opened = await tryChange(tx, change, entries);
    if (opened !== null) return opened;
  }
  throw new ProblemError('insufficient-funds', 'You do not have enough for this.');
}

/**
 * One conditional update: the check, the lock and the change are the same moment. With the real account, which comes
 * first, come the end of the player's chain and the ids of the new entries, which their hashes take in. The ids are
 * drawn from the locked row's own figures, so they rise in the order of the chain.
 */
const CHANGE = `
  UPDATE ledger_account SET balance = balance + $2, version = version + 1
  WHERE account_id = $1 AND balance >= $3
  RETURNING balance, version, ${PLAY_COLUMNS}, encode(chain_hash, 'hex') AS chain_hash,
    ARRAY(SELECT nextval('ledger_entry_entry_id_seq') FROM generate_series(chain_length + 1, chain_length + $4)) AS entry_ids`;

interface ChangedRow extends PlayColumns {
  balance: number;
  version: number;
  chain_hash: string | null;
  entry_ids: number[];
}

async function tryChange(tx: PoolClient, change: AccountChange, entries: number): Promise<Changed | null> {
  const { ref, accountId, delta, needed } = change;
  const { rows } = await tx.query<ChangedRow>({
    name: 'ledger-change',
    text: CHANGE,
    values: [accountId, delta, needed, ref === 'real' ? entries : 0],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return { balance: kobo(row.balance), version: row.version, chainHash: row.chain_hash, entryIds: row.entry_ids, play: playOf(row) };
}

/** Balances before and after each leg; null for the house's side. */
function playerEntries(plan: Plan, changed: ReadonlyMap<string, Changed>): (PostedEntry | null)[] {
  const running = new Map<string, Kobo>();
  for (const { accountId, delta } of plan.changes) {
    const after = changed.get(accountId)?.balance;
    if (after !== undefined) running.set(accountId, subKobo(after, delta));
  }
  return plan.legs.map(({ accountId, kind, amount }) => {
    const before = running.get(accountId);
    if (before === undefined) return null;
    const after = addKobo(before, amount);
    running.set(accountId, after);
    return { accountId, kind, amount, before, after };
  });
}
