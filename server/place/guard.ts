/** What a place forbids: accounts, deposits, stakes and bonuses, never what is the player's already. */
import type { NotServedReason } from '../../src/core/contract/place';
import { ProblemError } from '../http/problem';
import { isOfAge } from './age';
import { isAllowed, rulesFor, rulesOfState } from './rules';
import type { CallerPlace } from './rules';

/** What of a player's row matters. */
export interface Resident {
  /** Where the player lives: ISO 3166-2:NG without `NG-`; null = not known. */
  readonly state: string | null;
  readonly date_of_birth: string | null;
}

/** Of a sign-up: where somebody lives is not asked then. */
export const NOBODY: Resident = { state: null, date_of_birth: null };

/** Why no account, deposit, stake or bonus, the first reason; null where nothing is against it. */
export function whyNotServed(player: Resident, place: CallerPlace, at: Date): NotServedReason | null {
  const { country, state, book } = place;
  if (!isAllowed(place)) return country === null ? 'country-unknown' : 'country';
  const { served, minimumAge } = rulesFor(player.state, place);
  if (!served) return player.state !== null && (state === null || rulesOfState(book, state).served) ? 'home' : 'state';
  return isTooYoung(player, minimumAge, at) ? 'age' : null;
}

/** Whose date of birth is not known is no player but an admin: the ledger refuses them anyway. */
function isTooYoung({ date_of_birth: born }: Resident, minimumAge: number, at: Date): boolean {
  return born !== null && !isOfAge(born, at.getTime(), minimumAge);
}

/**
 * Refuses a player who is where play for money is not served, lives where it is not, or is too young for either.
 * @throws ProblemError place-not-served
 */
export function refusePlace(player: Resident, place: CallerPlace, at: Date): void {
  const reason = whyNotServed(player, place, at);
  if (reason === null) return;
  throw new ProblemError('place-not-served', 'We don’t serve the place you are in.', {
    reason,
    detail: `${wordsOf(reason, rulesFor(player.state, place).minimumAge)} What is yours stays yours: you can withdraw from anywhere.`,
  });
}

function wordsOf(reason: NotServedReason, minimumAge: number): string {
  switch (reason) {
    case 'country-unknown':
      return 'Your network doesn’t tell which country you are in.';
    case 'country':
    case 'state':
      return 'We don’t serve the place you are in.';
    case 'home':
      return 'We don’t serve the state you live in.';
    case 'age':
      return `Players must be ${minimumAge} or older in the state you are in, or live in.`;
  }
}
