/** Names as everybody may see them. Pure. */

interface Named {
  readonly firstname: string;
  readonly lastname: string;
  /** The account is closed: nobody is named who is not here any more. */
  readonly closed?: boolean;
}

export const NOBODY = 'A player';

/** A sign with the marks that belong to it: `Ọ` may be two code points. */
const firstSign = (text: string): string => /^\s*(\P{M}\p{M}*)/u.exec(text.normalize('NFC'))?.[1]?.toUpperCase() ?? '';

/** `A. O.`: of somebody who was not asked. */
export function initialsOf({ firstname, lastname, closed }: Named): string {
  const initials = [firstname, lastname].map(firstSign).filter((sign) => sign !== '');
  return closed === true || initials.length === 0 ? NOBODY : initials.map((sign) => `${sign}.`).join(' ');
}

/** `Ada O.`: of somebody who wants to be seen. */
export function shortName({ firstname, lastname, closed }: Named): string {
  const first = firstname.trim().split(/\s+/)[0] ?? '';
  const last = firstSign(lastname);
  if (closed === true || first === '') return NOBODY;
  return last === '' ? first : `${first} ${last}.`;
}
