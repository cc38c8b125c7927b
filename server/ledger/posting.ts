/** What a ledger transaction of a player is to move, and what that means for each account. Pure. */
import type { TRANSACTION_KINDS } from '../../src/core/contract/cashier';
import { addKobo, kobo, negateKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import type { CallerPlace } from '../place/rules';
import { accountIdOf, isHouseSide } from './accounts';
import type { AccountRef, HouseSide } from './accounts';

/** What an entry is to the player who reads the history. */
export type EntryKind = (typeof TRANSACTION_KINDS)[number];
/**
 * `round`: one is played, or one of several steps is started · `round-step`: a stake is added to it, and what it pays when
 * that ends it · `round-end`: what an open round pays
 * `deposit-hold`: a payment that came too late is held for the player's choice · `deposit-return`: it goes back to its sender;
 * where it is credited instead, that is a `deposit`
 * `bonus`: one is asked for · `bonus-credit`: what was claimed before is paid · `bonus-end`: what is in one goes back
 */
export type TransactionKind =
  | 'deposit' | 'deposit-hold' | 'deposit-return' | 'round' | 'round-step' | 'round-end' | 'withdrawal' | 'payout' | 'withdrawal-return' | 'bonus' | 'bonus-credit' | 'bonus-end' | 'adjustment';

/** An entry of one of the player's accounts. */
export interface PostedEntry {
  readonly accountId: string;
  readonly kind: EntryKind;
  /** Kobo, signed. */
  readonly amount: Kobo;
  readonly before: Kobo;
  readonly after: Kobo;
}

/** An amount from one account to another: two entries. */
export interface Move {
  readonly kind: EntryKind;
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** Kobo, not negative. A move of nothing (a round without a win) writes nothing. */
  readonly amount: Kobo;
}

/** One ledger transaction of one player. The moves happen in their order: a stake must be there before its win is. */
export type Posting = PlacedPosting | PlacelessPosting;

/** What a place may forbid. */
interface PlacedPosting extends PostingOf<'round' | 'round-step' | 'bonus'> {
  /** From where it is asked for; of what goes on without a request, from where it began. */
  readonly place: CallerPlace;
}

/** The rest of something, and paying out: open everywhere, so the place is not asked for. */
interface PlacelessPosting extends PostingOf<Exclude<TransactionKind, 'round' | 'round-step' | 'bonus'>> {
  readonly place?: CallerPlace;
}

interface PostingOf<Kind extends TransactionKind> {
  readonly userId: string;
  readonly kind: Kind;
  /** The id of the deposit, withdrawal, round or bonus that it belongs to. */
  readonly reference: string;
  /** The idempotency key that asked for it, if one did; a key can have one posting. */
  readonly operationKey?: string;
  readonly at: Date;
  readonly moves: readonly Move[];
}

export interface Leg {
  readonly accountId: string;
  readonly kind: EntryKind;
  readonly amount: Kobo;
  readonly isHouse: boolean;
}

/** What a posting does to one of the player's accounts. */
export interface AccountChange {
  readonly ref: Exclude<AccountRef, HouseSide>;
  readonly accountId: string;
  readonly delta: Kobo;
  /** What must be there before, so that no move on the way goes below zero. */
  readonly needed: Kobo;
}

export interface Movement {
  readonly legs: readonly Leg[];
  /** Real (always, also when untouched), held, suspense, bonus accounts by id. */
  readonly changes: readonly AccountChange[];
}

export interface PostingResult {
  readonly transactionId: string;
  /** The player's real account after it. */
  readonly real: { readonly balance: Kobo; readonly version: number };
  /** Those of the player, in the order of the moves. */
  readonly entries: readonly PostedEntry[];
}

const RANK = { real: 0, held: 1, suspense: 2, bonus: 3 } as const;

function rankOf(ref: AccountChange['ref']): number {
  return RANK[typeof ref === 'object' ? 'bonus' : ref];
}

function legsOf(userId: string, move: Move): Leg[] {
  const leg = (ref: AccountRef, amount: Kobo): Leg => ({
    accountId: accountIdOf(userId, ref),
    kind: move.kind,
    amount,
    isHouse: isHouseSide(ref),
  });
  return [leg(move.from, negateKobo(move.amount)), leg(move.to, move.amount)];
}

function changeOf(ref: AccountChange['ref'], accountId: string, legs: readonly Leg[]): AccountChange {
  let delta = ZERO_KOBO;
  let lowest = ZERO_KOBO;
  for (const leg of legs) {
    if (leg.accountId !== accountId) continue;
    delta = addKobo(delta, leg.amount);
    if (delta < lowest) lowest = delta;
  }
  return { ref, accountId, delta, needed: kobo(-lowest) };
}

/**
 * The legs of a posting, and what they add up to for each of the player's accounts.
 * Throws a RangeError for one that moves nothing, moves a negative amount, or moves money from an account to itself.
 */
export function movementOf(posting: Pick<Posting, 'userId' | 'moves'>): Movement {
  const moves = posting.moves.filter((move) => move.amount !== 0);
  if (moves.length === 0) throw new RangeError('a posting must move something');
  if (moves.some((move) => move.amount < 0)) throw new RangeError('a move has no negative amount; turn it round');
  const legs = moves.flatMap((move) => legsOf(posting.userId, move));
  if (moves.some((_, index) => legs[2 * index]?.accountId === legs[2 * index + 1]?.accountId)) {
    throw new RangeError('a move goes from one account to another');
  }

  const playerAccounts = new Map<string, AccountChange['ref']>([[accountIdOf(posting.userId, 'real'), 'real']]);
  for (const ref of moves.flatMap((move) => [move.from, move.to])) {
    if (!isHouseSide(ref)) playerAccounts.set(accountIdOf(posting.userId, ref), ref);
  }
  const changes = [...playerAccounts]
    .map(([accountId, ref]) => changeOf(ref, accountId, legs))
    .sort((a, b) => rankOf(a.ref) - rankOf(b.ref) || (a.accountId < b.accountId ? -1 : 1));
  return { legs, changes };
}
