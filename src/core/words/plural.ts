/** Counts and figures by the rules of the language that is spoken. */
import { language } from './language';

/** By plural category of the language (CLDR; English has `one` and `other`). `#` is the count; `zero` also where a language has none. */
export type Forms = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** "1,250" in English as Nigeria writes it, whose counts are written here: the first number that a browser formats keeps a slow phone for 60 ms. */
export function figure(n: number): string {
  if (Number.isSafeInteger(n) && language.tag === 'en-NG') return String(n).replace(THOUSANDS, ',');
  return n.toLocaleString(language.tag);
}

/** `plural(2, { one: '# game', other: '# games' })` → "2 games". */
export function plural(n: number, forms: Forms): string {
  const form = (n === 0 ? forms.zero : undefined) ?? forms[new Intl.PluralRules(language.tag).select(n)] ?? forms.other;
  return form.replaceAll('#', figure(n));
}
