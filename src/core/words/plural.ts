/** Counts and figures by the rules of the language that is spoken. */
import { language } from './language';

/** By plural category of the language (CLDR; English has `one` and `other`). `#` is the count; `zero` also where a language has none. */
export type Forms = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** "1,250" in English. */
export function figure(n: number): string {
  return n.toLocaleString(language.tag);
}

/** `plural(2, { one: '# game', other: '# games' })` → "2 games". */
export function plural(n: number, forms: Forms): string {
  const form = (n === 0 ? forms.zero : undefined) ?? forms[new Intl.PluralRules(language.tag).select(n)] ?? forms.other;
  return form.replaceAll('#', figure(n));
}
