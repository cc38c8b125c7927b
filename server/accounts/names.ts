/** How names of people are compared and kept. Pure. */
/** An e-mail address as it is kept and compared: trimmed, in small letters. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A username as it is compared; it is shown as the player wrote it. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase();
}

/** `a***@example.com`: enough for the player to know which address is meant. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(Math.max(at, 0))}`;
}
