/** Normalises and masks usernames and e-mail addresses. Pure. */

/** Normalises an e-mail address for storing and comparing: trimmed, in small letters. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Returns a username's key for comparing; pages show it as the player wrote it. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase();
}

/** Masks an address as `a***@example.com`, which is enough for its player to recognise it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(Math.max(at, 0))}`;
}
