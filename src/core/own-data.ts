/** Finds passwords that say nothing but who the player is, for the platform and for the sign-up form. Pure. */

/** The player's own data, which attackers also try early. */
export interface OwnData {
  readonly username: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly phone: string;
  readonly dateOfBirth: string;
}

const normaliseText = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const OWN_DATA_REFUSAL = 'Choose a password that is not your name, e-mail, number or birthday.';

/** Returns true for a password that is just the player's name, address, number or birthday. */
export function isOwnData(password: string, own: OwnData): boolean {
  const text = normaliseText(password.normalize('NFKC'));
  const [year = '', month = '', day = ''] = own.dateOfBirth.split('-');
  const names = normaliseText(own.firstname) + normaliseText(own.lastname);
  const local = own.phone.replace(/^\+?234/, '0');
  return [
    own.username, own.email, own.email.split('@')[0] ?? '', names, normaliseText(own.lastname) + normaliseText(own.firstname),
    own.phone, local, `${year}${month}${day}`, `${day}${month}${year}`, `${month}${day}${year}`,
    `${own.username}${year}`, `${own.firstname}${year}`, `${own.lastname}${year}`,
  ].some((candidate) => candidate !== '' && normaliseText(candidate) === text);
}
