/** Finds the inbox that an e-mail address belongs to. Pure. */

/** These providers ignore dots before the @, and deliver both domains to one inbox. */
const IGNORES_DOTS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/**
 * Returns the same text for all addresses of one inbox, as far as the address shows it: without a tag (`ada+shop@…`), and
 * without dots where the provider ignores them. Only counters use it; a mail goes to the address as it was written.
 */
export function inboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
  const untagged = hasTag(email) ? name.slice(0, name.indexOf('+')) : name;
  const dotless = IGNORES_DOTS[domain];
  return dotless === undefined ? `${untagged}@${domain}` : `${untagged.replaceAll('.', '')}@${dotless}`;
}

/** A plus at the beginning is part of the name. */
export function hasTag(email: string): boolean {
  return email.indexOf('+') > 0 && email.indexOf('+') < email.lastIndexOf('@');
}
