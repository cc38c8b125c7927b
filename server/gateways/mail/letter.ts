/** The content of a mail, before it becomes text and HTML. Every mail of the product is a letter. */

/** One step the reader can take. */
export interface LetterLink {
  readonly label: string;
  readonly url: string;
}

export type LetterPart =
  /** A paragraph. */
  | string
  /** The reader's next step, as a button. */
  | { readonly action: LetterLink }
  /** Names and values, one a line. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** A remark in smaller, quieter text. */
  | { readonly aside: string };

export interface Letter {
  readonly subject: string;
  /** The recipient's name as they entered it; null where it is unknown. */
  readonly name: string | null;
  readonly parts: readonly LetterPart[];
}

const MAX_NAME_LENGTH = 40;
const NAME = /^\p{L}[\p{L}\p{M}'’ -]*$/u;

/**
 * Returns the name for a mail's greeting, or null for a text that does not look like a name. Otherwise a stranger could sign up with a victim's
 * address, enter an advertisement with a web address as the name, and our mail would deliver it.
 */
export function nameInMail(name: string | null): string | null {
  const plain = name?.trim().normalize('NFC') ?? '';
  return NAME.test(plain) && Array.from(plain).length <= MAX_NAME_LENGTH ? plain : null;
}

/** Makes the greeting, for example `Hello Ada,`. */
export function greeting({ name }: Letter): string {
  const safeName = nameInMail(name);
  return safeName === null ? 'Hello,' : `Hello ${safeName},`;
}

/** Returns the subject as one line, without control characters. */
export function subjectLine({ subject }: Letter): string {
  return subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
