/** A place can forbid new accounts, deposits, stakes and bonuses. It never touches money that the player already has. */
import type { NotServedReason } from '../../src/core/contract/place';
import { ProblemError } from '../http/problem';
import { isOfAge } from './age';
import { isCountryServed, rulesFor, rulesOfState } from './rules';
import type { CallerPlace } from './rules';

/** The columns of a player's row that the rules of places read. */
export interface Resident {
  /** The state that the player lives in, ISO 3166-2:NG without `NG-`; null where we do not know it. */
  readonly state: string | null;
  readonly date_of_birth: string | null;
}

/** Stands for a visitor at sign-up, whose home we have not asked for yet. */
export const UNKNOWN_RESIDENT: Resident = { state: null, date_of_birth: null };

/** Returns the first reason against an account, a deposit, a stake or a bonus; null where there is none. */
export function notServedReason(player: Resident, place: CallerPlace, at: Date): NotServedReason | null {
  const { country, state, book } = place;
  if (!isCountryServed(place)) return country === null ? 'country-unknown' : 'country';
  const { served, minimumAge } = rulesFor(player.state, place);
  if (!served) return player.state !== null && (state === null || rulesOfState(book, state).served) ? 'home' : 'state';
  return isTooYoung(player, minimumAge, at) ? 'age' : null;
}

/** Only admins have no date of birth. They count as old enough, since the ledger refuses them anyway. */
function isTooYoung({ date_of_birth: dateOfBirth }: Resident, minimumAge: number, at: Date): boolean {
  return dateOfBirth !== null && !isOfAge(dateOfBirth, at.getTime(), minimumAge);
}

/**
 * Refuses a player who is in a place that we do not serve, lives in one, or is too young for either place.
 * @throws ProblemError place-not-served
 */
export function assertPlaceServed(player: Resident, place: CallerPlace, at: Date): void {
  const reason = notServedReason(player, place, at);
  if (reason === null) return;
  throw new ProblemError('place-not-served', 'We don’t serve the place you are in.', {
    reason,
    detail: `${describeReason(reason, rulesFor(player.state, place).minimumAge)} What is yours stays yours: you can withdraw from anywhere.`,
  });
}

function describeReason(reason: NotServedReason, minimumAge: number): string {
  switch (reason) {
    case 'country-unknown':
      return 'We can’t see from your network which country you are in.';
    case 'country':
    case 'state':
      return 'We don’t serve the place you are in.';
    case 'home':
      return 'We don’t serve the state you live in.';
    case 'age':
      return `Players must be ${minimumAge} or older in the state you are in, or live in.`;
  }
}
