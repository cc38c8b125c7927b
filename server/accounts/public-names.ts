/** Shortens players' names for the public. Pure. */

interface PersonName {
  readonly firstname: string;
  readonly lastname: string;
  /** True for a closed account, whose name we do not show any more. */
  readonly closed?: boolean;
}

export const ANONYMOUS_NAME = 'A player';

/** Returns the first letter with its marks, since `Ọ` may be two code points. */
const firstLetter = (text: string): string => /^\s*(\P{M}\p{M}*)/u.exec(text.normalize('NFC'))?.[1]?.toUpperCase() ?? '';

/** Formats a name as `A. O.`, for players who did not agree to show more. */
export function formatInitials({ firstname, lastname, closed }: PersonName): string {
  const initials = [firstname, lastname].map(firstLetter).filter((sign) => sign !== '');
  return closed === true || initials.length === 0 ? ANONYMOUS_NAME : initials.map((sign) => `${sign}.`).join(' ');
}

/** Formats a name as `Ada O.`, for players who chose to appear. */
export function formatShortName({ firstname, lastname, closed }: PersonName): string {
  const first = firstname.trim().split(/\s+/)[0] ?? '';
  const last = firstLetter(lastname);
  if (closed === true || first === '') return ANONYMOUS_NAME;
  return last === '' ? first : `${first} ${last}.`;
}
