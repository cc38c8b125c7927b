/**
 * The one catalogue of words. A new part of it: `export const words = catalogue('pages/deposit', { title: 'Deposit', … })` in a
 * file of its own, named after the file's path below `src`, without `/words`, plus its line in `src/words/sections.ts`; a test
 * prints the line. Counts go through `plural()`, figures through `figure()`.
 *
 * Another language is one file, `src/words/<language>.ts`; nothing else changes. What it leaves out stays English.
 */

/** A section may hold text, functions that make text, and lists and groups of them. */
export type Words = object;

/** A section as it is used: the same keys and arguments, whatever the language puts there. */
export type SectionWords<S> = S extends string
  ? string
  : S extends (...args: infer A) => infer R
    ? (...args: A) => SectionWords<R>
    : S extends object
      ? { readonly [K in keyof S]: SectionWords<S[K]> }
      : S;

/** A section as a language gives it: what is left out stays English. */
export type SectionTranslation<S> = S extends string
  ? string
  : S extends ((...args: never) => unknown) | readonly unknown[]
    ? SectionWords<S>
    : S extends object
      ? { readonly [K in keyof S]?: SectionTranslation<S[K]> }
      : S;

/** Every section that was loaded, by name, and the function that translates those that are loaded later; see `speak.ts`. */
export const speech: { readonly sections: Record<string, object>; translate?: (name: string, section: object) => void } = { sections: {} };

/** Registers a section under its name, and returns its words. They are in the player's language once that is loaded. */
export function catalogue<const S extends Words>(name: string, english: S): SectionWords<S> {
  speech.sections[name] = english;
  speech.translate?.(name, english);
  return english as SectionWords<S>; // A cast: the type only forgets which texts they are, because another language has others.
}
