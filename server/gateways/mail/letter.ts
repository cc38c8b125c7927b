/** What a mail says, before it becomes text and HTML. Every mail of the product is one of these. */

/** One step the reader can take. */
export interface LetterLink {
  readonly label: string;
  readonly url: string;
}

export type LetterPart =
  /** A paragraph. */
  | string
  /** The one thing to do, as a button. */
  | { readonly action: LetterLink }
  /** Names and values, one a line. */
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** What is good to know, said more quietly. */
  | { readonly aside: string };

export interface Letter {
  readonly subject: string;
  /** Whom it is to, as they call themselves; null where nobody knows. */
  readonly name: string | null;
  readonly parts: readonly LetterPart[];
}

const MAX_NAME_LENGTH = 40;
const NAME = /^\p{L}[\p{L}\p{M}'’ -]*$/u;

/**
 * A name as a mail may say it, or null. Somebody could sign up with an address that is not theirs and put words and a web
 * address where the name goes: our mail would carry them there.
 */
export function nameInMail(name: string | null): string | null {
  const plain = name?.trim().normalize('NFC') ?? '';
  return NAME.test(plain) && Array.from(plain).length <= MAX_NAME_LENGTH ? plain : null;
}

/** `Hello Ada,`. */
export function greeting({ name }: Letter): string {
  const safeName = nameInMail(name);
  return safeName === null ? 'Hello,' : `Hello ${safeName},`;
}

/** A subject is one line, whatever was put into it. */
export function subjectLine({ subject }: Letter): string {
  return subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
