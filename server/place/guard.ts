/** What a place forbids: accounts, deposits, stakes and bonuses, never what is the player's already. */
import { stateName } from '../../src/core/nigeria-states';
import { isOfAge } from '../accounts/names';
import { ProblemError } from '../http/problem';
import { rulesFor } from './rules';
import type { CallerPlace } from './rules';

/** What of a player's row matters. */
export interface Resident {
  /** Where the player lives: ISO 3166-2:NG without `NG-`; null = not known. */
  readonly state: string | null;
  readonly date_of_birth: string | null;
}

/**
 * Refuses a player who is where play for money is not served, lives where it is not, or is too young for either.
 * @throws ProblemError place-not-served
 */
export function refusePlace(player: Resident, place: CallerPlace, at: Date): void {
  const { served, minimumAge } = rulesFor(player.state, place);
  if (!served) throw notServed();
  if (isTooYoung(player, minimumAge, at)) throw tooYoungThere(minimumAge, place);
}

/** Whose date of birth is not known is no player but an admin: the ledger refuses them anyway. */
export function isTooYoung({ date_of_birth: born }: Resident, minimumAge: number, at: Date): boolean {
  return born !== null && !isOfAge(born, at.getTime(), minimumAge);
}

export function notServed(): ProblemError {
  return new ProblemError('place-not-served', 'We don’t serve the place you are in.', {
    detail: 'We don’t serve the place you are in. What is yours stays yours: you can withdraw from anywhere.',
  });
}

function tooYoungThere(minimumAge: number, { state }: CallerPlace): ProblemError {
  const where = state === null ? 'where you live' : `in ${stateName(state)}, or where you live`;
  return new ProblemError('place-not-served', 'You are too young to play there.', {
    detail: `Players must be ${minimumAge} or older ${where}. What is yours stays yours: you can withdraw from anywhere.`,
  });
}
