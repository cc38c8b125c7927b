/** A posting (a ledger transaction of one player) and its effect on each account. Pure. */
import type { TRANSACTION_KINDS } from '../../src/core/contract/cashier';
import { addKobo, kobo, negateKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import type { CallerPlace } from '../place/rules';
import { accountIdOf, isHouseSide } from './accounts';
import type { AccountRef, HouseSide } from './accounts';

/** The kind of an entry in the player's history. */
export type EntryKind = (typeof TRANSACTION_KINDS)[number];
/**
 * `round`: a round is played, or one of several steps is started · `round-step`: a stake is added to an open round, with its win where the
 * step ends it · `round-end`: the win of an open round · `round-void`: the stakes of an open round
 * go back, because the database was put back from a backup
 * `deposit-hold`: a payment that came too late is held for the player's choice · `deposit-return`: it goes back to its payer; if it is
 * credited instead, that is a `deposit`
 * `bonus`: a bonus is granted on request · `bonus-credit`: a bonus that was claimed before is paid · `bonus-end`: the rest of a bonus is
 * taken back, or becomes the player's own · `bonus-return`: a bonus that ended with a withdrawal comes back, because that was not paid
 */
export type TransactionKind =
  | 'deposit' | 'deposit-hold' | 'deposit-return' | 'round' | 'round-step' | 'round-end' | 'round-void' | 'withdrawal' | 'payout' | 'withdrawal-return' | 'bonus' | 'bonus-credit' | 'bonus-end' | 'bonus-return' | 'adjustment';

/** An entry of one of the player's accounts. */
export interface PostedEntry {
  readonly accountId: string;
  readonly kind: EntryKind;
  /** Kobo, signed. */
  readonly amount: Kobo;
  readonly before: Kobo;
  readonly after: Kobo;
}

/** An amount from one account to another. It becomes two entries. */
export interface Move {
  readonly kind: EntryKind;
  readonly from: AccountRef;
  readonly to: AccountRef;
  /** Kobo, not negative. A move of zero (a round without a win) writes nothing. */
  readonly amount: Kobo;
}

/** One ledger transaction of one player. The moves happen in order, so a stake must be covered without its win. */
export type Posting = PostingWithPlace | PostingWithoutPlace;

/** A posting that the rules of a place may forbid. */
interface PostingWithPlace extends PostingOf<'round' | 'round-step' | 'bonus'> {
  /** The place of the request; without a request, the place where it began. */
  readonly place: CallerPlace;
}

/** A posting that every place allows: it settles something, or pays out. */
interface PostingWithoutPlace extends PostingOf<Exclude<TransactionKind, 'round' | 'round-step' | 'bonus'>> {
  readonly place?: CallerPlace;
}

interface PostingOf<Kind extends TransactionKind> {
  readonly userId: string;
  readonly kind: Kind;
  /** The id of the deposit, withdrawal, round or bonus that it belongs to. */
  readonly reference: string;
  /** The idempotency key of the request, if there is one; a key can have only one posting. */
  readonly operationKey?: string;
  readonly at: Date;
  readonly moves: readonly Move[];
  /** The part of its stakes of real money that counts toward the turnover of deposits (turnover.ts); missing = all of them. */
  readonly turnoverStake?: Kobo;
  /** Deposited money that it returns to the player, and that counts as unplayed again. */
  readonly unplayedReturned?: Kobo;
}

export interface Leg {
  readonly accountId: string;
  readonly kind: EntryKind;
  readonly amount: Kobo;
  readonly isHouse: boolean;
}

/** The effect of a posting on one of the player's accounts, in kobo. */
export interface AccountChange {
  readonly ref: Exclude<AccountRef, HouseSide>;
  readonly accountId: string;
  readonly delta: Kobo;
  /** The balance that the account must have before, so that no move takes it below zero. */
  readonly needed: Kobo;
}

export interface Movement {
  readonly legs: readonly Leg[];
  /** In this order: real (always, even without a change), held, suspense, bonus accounts by id. */
  readonly changes: readonly AccountChange[];
}

export interface PostingResult {
  readonly transactionId: string;
  /** The player's real account after it. */
  readonly real: { readonly balance: Kobo; readonly version: number };
  /** The part of the money it took from the balance that was paid in and not played before. */
  readonly unplayedTaken: Kobo;
  /** The part of the balance after it that was paid in and not played. */
  readonly unplayedLeft: Kobo;
  /** The player's entries, in the order of the moves. */
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
 * Returns the legs of a posting, and their sum for each of the player's accounts.
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
