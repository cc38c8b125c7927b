/**
 * The second step of a posting: computes what is written from what is locked, or throws the refusal. Pure. All refusals of a posting
 * come from here or from the guards.
 */
import { addKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { accountIdOf } from './accounts';
import { activityOf, dayRowsOf } from './activity';
import type { Activity, DayRow } from './activity';
import { chainEntries } from './chain';
import type { ChainedEntries } from './chain';
import { refuseOverLimit } from './limits';
import type { LockedPosting } from './lock';
import { notEnoughProblem } from './other-accounts';
import { movementOf } from './posting';
import type { AccountChange, Leg, PostingResult, PostedEntry, Posting } from './posting';
import { playAfterPosting } from './play-session';
import type { Play } from './play-session';
import { changeUnplayed } from './turnover';
import type { UnplayedMoney } from './turnover';
import { assertNoCheckDue } from './reality-check';

/** Everything that the third step writes. */
export interface Plan {
  readonly posting: Posting;
  readonly transactionId: number;
  readonly real: {
    readonly balanceAfter: Kobo;
    readonly versionBefore: number;
    /** The unplayed deposits after the posting. */
    readonly unplayedAfter: UnplayedMoney;
  };
  /** The changes of the player's accounts beside the real one. */
  readonly others: readonly AccountChange[];
  readonly legs: readonly Leg[];
  /** One for each leg. */
  readonly entryIds: readonly number[];
  /** One for each leg; null for a leg of the house. */
  readonly entries: readonly (PostedEntry | null)[];
  readonly chain: ChainedEntries;
  readonly dayRows: readonly DayRow[];
  /** The play after the posting. */
  readonly play: Play | null;
  readonly result: PostingResult;
}

/**
 * Throws a ProblemError `insufficient-funds` when a move takes more than the account has; for a stake then `reality-check-due` and
 * `limit-exceeded`.
 */
export function planPosting(posting: Posting, locked: LockedPosting): Plan {
  const { real } = locked;
  const { legs, changes } = movementOf(posting);
  const before = balancesBefore(posting.userId, locked);
  assertEnough(changes, before);
  const activity = activityOf(posting, legs);
  if (activity.hasStake) assertMayPlay(posting, activity, locked);

  const atMs = posting.at.getTime();
  const entries = entriesOf(legs, before);
  const playerEntries = entries.filter((entry) => entry !== null);
  const balanceAfter = playerEntries.findLast(({ accountId }) => accountId === accountIdOf(posting.userId, 'real'))?.after ?? real.balance;
  const { deposited, staked } = activity;
  const unplayed = changeUnplayed(real.unplayed, {
    deposited, turnoverStake: posting.turnoverStake ?? staked, returned: posting.unplayedReturned ?? ZERO_KOBO, balanceAfter,
  });
  return {
    posting,
    transactionId: real.transactionId,
    real: { balanceAfter, versionBefore: real.version, unplayedAfter: unplayed.after },
    others: changes.filter(({ ref }) => ref !== 'real'),
    legs,
    entryIds: real.entryIds.slice(0, legs.length),
    entries,
    chain: chainEntries(posting, entries, real),
    dayRows: dayRowsOf(activity, real.play, atMs),
    play: playAfterPosting(real.play, activity, atMs),
    result: {
      transactionId: String(real.transactionId),
      real: { balance: balanceAfter, version: real.version + 1 },
      unplayedTaken: unplayed.taken,
      unplayedLeft: unplayed.after.left,
      entries: playerEntries,
    },
  };
}

/** Kobo by account id. */
type Balances = ReadonlyMap<string, Kobo>;

const balancesBefore = (userId: string, { real, others }: LockedPosting): Balances => new Map([...others, [accountIdOf(userId, 'real'), real.balance]]);

/** Throws `insufficient-funds` where an account has less than the moves take from it; a missing account counts as empty. */
function assertEnough(changes: readonly AccountChange[], before: Balances): void {
  if (changes.some(({ accountId, needed }) => (before.get(accountId) ?? ZERO_KOBO) < needed)) throw notEnoughProblem();
}

/** Refuses a stake that the player may not make. A simultaneous second stake gets the lock later, so it sees what the first left of the limits. */
function assertMayPlay({ userId, at }: Posting, { staked }: Activity, { player, real, limitUsage }: LockedPosting): void {
  assertNoCheckDue(real.play, player.realityMinutes, at.getTime());
  if (limitUsage !== null) refuseOverLimit(limitUsage, player.ceilings, { userId, purpose: 'stake', amount: staked, at });
}

/** Returns each leg's entry with the balances before and after it; null for a leg of the house. */
function entriesOf(legs: readonly Leg[], balancesAtStart: Balances): (PostedEntry | null)[] {
  const balances = new Map(balancesAtStart);
  return legs.map(({ accountId, kind, amount, isHouse }) => {
    if (isHouse) return null;
    const before = balances.get(accountId) ?? ZERO_KOBO;
    const after = addKobo(before, amount);
    balances.set(accountId, after);
    return { accountId, kind, amount, before, after };
  });
}
