/** What an account that looks like another one is asked for. Pure. */
import type { IdentityCheck } from '../ledger/guards';
import { protectionAt } from '../ledger/protection-state';
import type { ProtectionColumns } from '../ledger/protection-state';
import type { HintKind } from './search';

/** How one of two accounts that look alike stands now. */
export interface AccountState extends ProtectionColumns {
  readonly person_id: string | null;
  /** The person has another account, which plays in this one's place. */
  readonly is_second: boolean;
  readonly is_identified: boolean;
  readonly identified_at: Date | null;
  readonly is_closed: boolean;
  readonly created_at: Date;
  /** People have looked at a second account of this one before, and said that somebody else made it. */
  readonly was_told_apart: boolean;
  /** Real money was ever posted to it: a deposit was credited, or something was won. */
  readonly has_held_money: boolean;
}

export interface Resemblance {
  readonly self: AccountState;
  readonly other: AccountState;
  readonly kinds: readonly HintKind[];
  /** The accounts to be paid out to that both have were this one's before they were the other's, who was never paid there. */
  readonly has_own_payouts: boolean;
  /** Something that was done with `self` made it look like the other one. */
  readonly is_own_doing: boolean;
  /** When the first of what they have in common was found. */
  readonly since: Date;
  /** The other one is a second account that showed the identity after three others had within 30 days. */
  readonly is_one_of_many: boolean;
}

/**
 * What `self` is asked for because of `other`; null = nothing. Follows from how the two stand and which of them was made to look
 * like the other one, never from the order of anything else.
 *
 * Whoever has not shown an identity is asked. Of two accounts of which nothing more is known that is the newer one, of two
 * of one moment both. One that was closed in order may be followed by another, which shows the identity first: else whoever
 * closes an account would leave its limits there, and claim again what is given once to a person. Where the other one is excluded or on a
 * break, nothing is staked before the answer, either. An account that never held money has nothing to stake and is asked
 * that in any case, and so is one, older or newer, that was made to look like the other one by what was done with it: else a
 * stranger who opens one with somebody's name, birthday and phone, or pays into one and takes these afterwards, would see from
 * what is asked whether that player is excluded.
 *
 * Identity that was shown is the answer, unless the other account is barred and nobody knows whose it is: else whoever is
 * excluded would only have to open a second account and verify that one. But a stranger who knows somebody's name, birthday
 * and phone can open an account with these and exclude it, to stop that person's play. So what anybody can write into an
 * account of their own asks nothing of a proven identity where the other account
 * - was opened, or made to look like this one, after the identity was shown, or
 * - is the newer one, and never held money: nobody who is excluded has played with it.
 * An older account, or one with money behind it, may be the one whose player is excluded: there the question stays open
 * until that player shows an identity, the break is over, or the team has looked (`two-persons.ts`).
 *
 * A second account has shown the identity of the one that plays, as anybody can who knows the number: a break that was asked
 * for there does not hold here by itself, and whoever did ask for it must not play on. So people look at it, too. Once they have
 * said that a stranger made such an account, further ones that never held money ask nothing, and in any case none after three in
 * 30 days: else the stranger would stop the player again with each of them. Nobody who is excluded has played with one of these.
 */
export function requiredCheck(resemblance: Resemblance, at: Date): IdentityCheck | null {
  const { self, other } = resemblance;
  if (self.person_id !== null && self.person_id === other.person_id) {
    return !self.is_second && isBarredLonger(other, self, at) && !isLikelyStrangers(resemblance) ? 'play' : null;
  }
  const isBarred = protectionAt(other, at) !== 'none';
  if (self.is_identified) return isBarred && !other.is_identified && !mayBeStrangers(resemblance) ? 'play' : null;
  if (isBarred || resemblance.is_own_doing) return 'play';
  if (other.person_id === null && self.created_at < other.created_at) return null;
  return self.has_held_money ? 'money-in' : 'play';
}

/** Whether the first one is barred at `at`, and for longer than the other one. */
function isBarredLonger(a: AccountState, b: AccountState, at: Date): boolean {
  const endOf = (each: AccountState): number => (protectionAt(each, at) === 'none' ? at.getTime() : (each.protection_until?.getTime() ?? Infinity));
  return endOf(a) > endOf(b);
}

/** Whether the other one is a second account like one that people have looked at, or one of very many, and never held money. */
function isLikelyStrangers({ self, other, is_one_of_many: isOneOfMany }: Resemblance): boolean {
  return (self.was_told_apart || isOneOfMany) && !other.has_held_money;
}

/** Whether a stranger may have made the other account look like this one, and nobody who is excluded gains by it. */
function mayBeStrangers({ self, other, kinds, has_own_payouts: hasOwnPayouts, is_own_doing: isOwnDoing, since }: Resemblance): boolean {
  const isClaimable = kinds.every((kind) => kind === 'phone' || (kind === 'payout-account' && hasOwnPayouts));
  if (!isClaimable) return false;
  if (self.identified_at !== null && (other.created_at > self.identified_at || (!isOwnDoing && since > self.identified_at))) return true;
  return other.created_at > self.created_at && !other.has_held_money;
}

const STRICTNESS: readonly (IdentityCheck | null)[] = [null, 'money-in', 'play'];

export function isStricter(a: IdentityCheck | null, b: IdentityCheck | null): boolean {
  return STRICTNESS.indexOf(a) > STRICTNESS.indexOf(b);
}

/** The strictest of what is asked for. */
export function strictestCheck(checks: readonly (IdentityCheck | null)[]): IdentityCheck | null {
  return checks.reduce((most, check) => (isStricter(check, most) ? check : most), null);
}
