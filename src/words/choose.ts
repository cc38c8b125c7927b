/** The language of the page: English, or the first of the browser's that has a file here. */
import { language } from '../core/words/language';
import { speak } from '../core/words/speak';
import type { Language } from './sections';

/** Languages by the two or three letters that their file is called (`ha.ts`, `pcm.ts`); none of them is loaded yet. */
const FILES = import.meta.glob<Language>(['./??.ts', './???.ts'], { import: 'words' });

/** Without its region: `en-NG` → `en`. */
const bare = (tag: string): string => tag.toLowerCase().replace(/-.*/, '');

/**
 * The first of the wanted tags that is English or in `there`, as it was wanted ("ha-NG"); null = English. `wanted`: the
 * one that is liked best comes first.
 */
export function languageOf(wanted: readonly string[], there: readonly string[]): string | null {
  const first = wanted.find((tag) => bare(tag) === 'en' || there.includes(bare(tag)));
  return first === undefined || bare(first) === 'en' ? null : first;
}

/** Speaks the language that is wanted, from now on. One that does not load leaves English. `files`: for tests. */
export async function chooseLanguage(wanted: readonly string[], files: Readonly<Record<string, () => Promise<Language>>> = FILES): Promise<void> {
  const there = Object.keys(files).map((path) => path.slice('./'.length, -'.ts'.length));
  const tag = languageOf(wanted, there);
  const words = tag === null ? undefined : await files[`./${bare(tag)}.ts`]?.().catch(() => undefined);
  if (tag === null || words === undefined) return;
  language.tag = tag;
  speak(words);
  document.documentElement.lang = tag;
}
