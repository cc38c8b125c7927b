/** Works out which identity check an account needs because it looks like another one. Pure. */
import type { IdentityCheck } from '../ledger/guards';
import { protectionAt } from '../ledger/protection-state';
import type { ProtectionColumns } from '../ledger/protection-state';
import type { HintKind } from './search';

/** The present state of one of two accounts that look alike. */
export interface AccountState extends ProtectionColumns {
  readonly person_id: string | null;
  /** True where the person has another account, which plays instead of this one. */
  readonly is_second: boolean;
  /** True where it was verified, or belongs to a person. */
  readonly is_identified: boolean;
  readonly identified_at: Date | null;
  readonly is_closed: boolean;
  readonly created_at: Date;
  /** True where people have decided before that somebody else showed the identity of this one's person in a second account. */
  readonly was_told_apart: boolean;
  /** True where real money was ever posted to it: a credited deposit, or a win. */
  readonly has_held_money: boolean;
}

export interface Resemblance {
  readonly self: AccountState;
  readonly other: AccountState;
  readonly kinds: readonly HintKind[];
  /** True where this account had the shared payout accounts first, and the other one was never paid there. */
  readonly has_own_payouts: boolean;
  /** True where a change to `self` made it look like the other account. */
  readonly is_own_doing: boolean;
  /** The time when the first hint was found. */
  readonly since: Date;
  /** False where the two have different names. It is not compared where nothing depends on it, and is true then. */
  readonly is_same_name: boolean;
  /** True where the other one is a second account that showed the identity after three others had within 30 days. */
  readonly is_one_of_many: boolean;
}

/**
 * Returns the identity check that `self` needs because of `other`; null where it needs none. The result depends only on the state of the two
 * accounts, and on which of them was changed so that they look alike.
 */
export function requiredCheck(resemblance: Resemblance, at: Date): IdentityCheck | null {
  const { self, other } = resemblance;
  if (self.person_id !== null && self.person_id === other.person_id) return checkOfSamePerson(resemblance, at);
  return self.is_identified ? checkOfIdentified(resemblance, at) : checkOfUnidentified(resemblance, at);
}

/**
 * Returns the check of an account that has shown no identity.
 *
 * - Where the other account is excluded or on a break, this one can't even stake before the check (`play`). The same holds, whether or not the
 *   other account is barred, where a change to this one made the two look alike, and where this one never held money (it has nothing to stake
 *   anyway). Otherwise a stranger who opens an account with somebody's name, birthday and phone, or who pays in first and takes these
 *   afterwards, could see from the check whether that player is excluded.
 * - Of two accounts about which nothing more is known, the newer one needs the check, or both where they began at the same moment.
 * - Once the newer one has shown an identity, the older one needs the check, too; otherwise limits and bonuses would count twice. One that held
 *   money needs it only where the name is the same, too, or more than the phone.
 *
 * A closed account counts like an open one, so its successor must show the identity first; otherwise a player could leave limits behind by
 * closing the account, and claim one-time bonuses again.
 */
function checkOfUnidentified(resemblance: Resemblance, at: Date): IdentityCheck | null {
  const { self, other, is_own_doing: isOwnDoing } = resemblance;
  if (isOwnDoing || hasProtection(other, at)) return 'play';
  const isOlder = self.created_at < other.created_at;
  if (isOlder && (!other.is_identified || hasOnlyPhoneInCommon(resemblance))) return null;
  return self.has_held_money ? 'money-in' : 'play';
}

/**
 * Returns the check of an account that has shown an identity. That settles the check, unless the other account is under protection and nobody
 * has verified it; otherwise an excluded player could open a second account and verify that one.
 */
function checkOfIdentified(resemblance: Resemblance, at: Date): IdentityCheck | null {
  const { other } = resemblance;
  const isOfProtectedPlayer = hasProtection(other, at) && !other.is_identified;
  return isOfProtectedPlayer && !mayBeOfStranger(resemblance) ? 'play' : null;
}

/**
 * Returns the check of an account of the same person as the other one. A second account has shown the identity of the account that plays, as
 * anybody can who knows the number. A break on it does not apply to the account that plays by itself, but whoever asked for it must not play
 * on, so people decide on it.
 */
function checkOfSamePerson(resemblance: Resemblance, at: Date): IdentityCheck | null {
  const { self, other } = resemblance;
  if (self.is_second || !hasLongerProtection(other, self, at)) return null;
  return isLikelyOfStranger(resemblance) ? null : 'play';
}

/** Returns true if the player of the account is on a break or excluded. */
const hasProtection = (account: AccountState, at: Date): boolean => protectionAt(account, at) !== 'none';

/** Returns true where the first account is under protection at `at`, and for longer than the second. */
function hasLongerProtection(a: AccountState, b: AccountState, at: Date): boolean {
  const endOf = (each: AccountState): number => (hasProtection(each, at) ? (each.protection_until?.getTime() ?? Infinity) : at.getTime());
  return endOf(a) > endOf(b);
}

/**
 * Returns true where a stranger probably made the second account: it never held money, and people have decided before that a stranger made one
 * like it, or three others came in 30 days. Otherwise the stranger could stop the player again with each further account. No excluded player
 * has played with one of these.
 */
function isLikelyOfStranger({ self, other, is_one_of_many: isOneOfMany }: Resemblance): boolean {
  return (self.was_told_apart || isOneOfMany) && !other.has_held_money;
}

/**
 * Returns true where `self` held money, and the newer account showed the identity of somebody with another name and has nothing but
 * the phone of this one: anybody can write that into an account, and stop another player's deposits with a NIN of their own.
 */
function hasOnlyPhoneInCommon({ self, kinds, is_same_name: isSameName }: Resemblance): boolean {
  return self.has_held_money && !isSameName && kinds.every((kind) => kind === 'phone');
}

/**
 * Returns true where a stranger may have made the barred account look like this one: who knows somebody's name, birthday and phone can open an
 * account with them and exclude it, to stop that person's play. So facts that anybody can write into their own account require nothing of a
 * verified identity where the other account
 * - was opened, or made to look like this one, after the identity was shown, or
 * - is the newer one and never held money, because then no excluded player has played with it.
 *
 * An older account, or one that held money, may belong to an excluded player. There the check stays until that player shows an identity, the
 * break ends, or the team decides (`server/persons/two-persons.ts`).
 */
function mayBeOfStranger({ self, other, kinds, has_own_payouts: hasOwnPayouts, is_own_doing: isOwnDoing, since }: Resemblance): boolean {
  const canAnybodyWrite = kinds.every((kind) => kind === 'phone' || (kind === 'payout-account' && hasOwnPayouts));
  if (!canAnybodyWrite) return false;
  const identifiedAt = self.identified_at;
  const cameAfterIdentity = identifiedAt !== null && (other.created_at > identifiedAt || (!isOwnDoing && since > identifiedAt));
  return cameAfterIdentity || (other.created_at > self.created_at && !other.has_held_money);
}

const STRICTNESS: readonly (IdentityCheck | null)[] = [null, 'money-in', 'play'];

export function isStricter(a: IdentityCheck | null, b: IdentityCheck | null): boolean {
  return STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b);
}

export function strictestCheck(checks: readonly (IdentityCheck | null)[]): IdentityCheck | null {
  return checks.reduce((most, check) => (isStricter(check, most) ? check : most), null);
}
