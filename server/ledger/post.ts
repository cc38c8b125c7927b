import type { PoolClient } from 'pg';
import { addKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { together } from '../db/together';
import { accountIdOf } from './accounts';
import { activityOf, dayRowsOf } from './activity';
import type { Activity } from './activity';
import { chainEntries } from './chain';
import { askedBy, assertMayMove } from './guards';
import type { Protected } from './guards';
import { assertWithinLimits } from './limits';
import { applyChange, notEnough } from './other-accounts';
import { planPosting } from './plan';
import type { Move, Plan, PostedEntry, Posting } from './plan';
import { playAfterPosting } from './play-session';
import type { Play } from './play-session';
import { lockReal, moreEntryIds, openReal } from './real-account';
import type { Real } from './real-account';
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

/** Asks for statements that go out together with the posting's own; they are there with it, or nothing is. */
export type Beside = (posted: Posted) => Promise<unknown>;

/**
 * The moves that are made in place of the posting's own, once the player's money is locked: of what they depend on nothing
 * changes any more. For the same purposes.
 */
export type Revise = (real: Real) => Promise<readonly Move[]>;

/**
 * The only writer of money: checks the guards, locks the player's accounts in a fixed order, changes their balances and
 * writes the entries, chained to those before (src/core/statement.ts), with what they add to the player's day and play,
 * all in the caller's transaction.
 *
 * Throws a ProblemError `insufficient-funds` when a move takes more than is there, those of the guards (guards.ts),
 * `reality-check-due` and `limit-exceeded` for a stake, and a RangeError for a posting that makes no sense. After a throw
 * the caller must roll back, at least to a savepoint.
 */
export async function post(tx: PoolClient, posting: Posting, beside?: Beside, revise?: Revise): Promise<Posted> {
  const first = planPosting(posting);
  const [player, locked] = await together([
    assertMayMove(tx, posting.userId, askedBy(posting), posting.at),
    lockReal(tx, posting.userId, first.legs.length),
  ]);
  const opened = locked ?? (await openReal(tx, posting.userId, first.legs.length));
  const { plan, real } = await revised(tx, posting, { plan: first, real: opened }, revise);
  const after = await changeAccounts(tx, posting.userId, plan, real);

  const activity = activityOf(posting, plan.legs);
  if (activity.isRound) await assertMayPlay(tx, posting, { player, activity, play: real.play });

  const atMs = posting.at.getTime();
  const entries = playerEntries(plan, after);
  const balance = after.get(accountIdOf(posting.userId, 'real')) ?? real.balance;
  const posted: Posted = {
    transactionId: String(real.transactionId),
    real: { balance, version: real.version + 1 },
    entries: entries.filter((entry) => entry !== null),
  };
  const written = write(tx, posting, {
    ...real,
    balance,
    legs: plan.legs,
    entries,
    chained: chainEntries(posting, entries, real),
    days: dayRowsOf(activity, real.play, atMs),
    play: playAfterPosting(real.play, activity, atMs),
  });
  await together([written, beside?.(posted) ?? Promise.resolve()]);
  return posted;
}

interface Planned {
  readonly plan: Plan;
  readonly real: Real;
}

async function revised(tx: PoolClient, posting: Posting, planned: Planned, revise?: Revise): Promise<Planned> {
  if (revise === undefined) return planned;
  const { real } = planned;
  const moves = await revise(real);
  if (moves === posting.moves) return planned;
  const plan = planPosting({ ...posting, moves });
  const missing = plan.legs.length - real.entryIds.length;
  const more = missing > 0 ? await moreEntryIds(tx, missing) : [];
  return { plan, real: { ...real, entryIds: [...real.entryIds, ...more].slice(0, plan.legs.length) } };
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

/** Balances of the player's accounts after the plan. Those beside the real one are changed here, the real one by `write`. */
async function changeAccounts(tx: PoolClient, userId: string, plan: Plan, real: Real): Promise<Map<string, Kobo>> {
  const after = new Map<string, Kobo>();
  for (const change of plan.changes) {
    if (change.ref === 'real') {
      if (real.balance < change.needed) throw notEnough();
      after.set(change.accountId, addKobo(real.balance, change.delta));
    } else {
      after.set(change.accountId, await applyChange(tx, userId, change));
    }
  }
  return after;
}

/** Balances before and after each leg; null for the house's side. */
function playerEntries(plan: Plan, after: ReadonlyMap<string, Kobo>): (PostedEntry | null)[] {
  const running = new Map<string, Kobo>();
  for (const { accountId, delta } of plan.changes) {
    const balance = after.get(accountId);
    if (balance !== undefined) running.set(accountId, subKobo(balance, delta));
  }
  return plan.legs.map(({ accountId, kind, amount }) => {
    const before = running.get(accountId);
    if (before === undefined) return null;
    const after = addKobo(before, amount);
    running.set(accountId, after);
    return { accountId, kind, amount, before, after };
  });
}
