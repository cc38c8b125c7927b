/** Reads a platform's answer about a person; shared by the contract and the shapes. */

type Names = Readonly<Record<'username' | 'firstname' | 'lastname' | 'email', string>>;

/** Says whether the answer names a person at all; an empty object, or another call's answer, does not. */
export function hasPerson({ username, firstname, lastname, email }: Names): boolean {
  return username + firstname + lastname + email !== '';
}

/**
 * The consents by tag. Absent ones are none. Null, or a list instead of an object (what some platforms make of an empty one),
 * says nothing about what was given: null, so that nothing is posted for it.
 */
export function consentsOf(consents: unknown): Record<string, boolean> | null {
  if (consents === undefined) return {};
  if (typeof consents !== 'object' || consents === null || Array.isArray(consents)) return null;
  // JSON can hold a key `__proto__`, which is no tag.
  const tags = Object.entries(consents).filter(([tag]) => tag !== '__proto__');
  return Object.fromEntries(tags.map(([tag, value]) => [tag, value === true]));
}
