/** Masks what identifies a person, for people who need to recognise a player and not to know them. Pure. */

const HIDDEN = '•••';

/** Returns the first letter as the person writes it; with an accent it may be two code units or more. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim());
  return first?.segment ?? '';
}

/** "Ada", "Okafor" → "A. Okafor". */
export function maskName(firstname: string, lastname: string): string {
  const initial = initialOf(firstname);
  return initial === '' ? lastname : `${initial}. ${lastname}`;
}

/** The name of a bank account as its bank writes it: "OKAFOR ADA CHIDINMA" → "O••• A••• C•••". */
export function maskAccountName(name: string): string {
  return name.split(/\s+/).filter((word) => word !== '').map((word) => `${initialOf(word)}${HIDDEN}`).join(' ');
}

/** "+2348031234321" → "••• 4321". */
export function maskPhone(phone: string): string {
  return `${HIDDEN} ${phone.slice(-4)}`;
}

/** "ada@example.com" → "a•••@…". */
export function maskEmail(email: string): string {
  return `${initialOf(email)}${HIDDEN}@…`;
}

/** Keeps the first letter alone. */
export function maskWord(word: string): string {
  return `${initialOf(word)}${HIDDEN}`;
}
