/** The language of the page: English, or the first of the browser's that has a file here. */
import { language } from '../core/words/language';
import { speak } from '../core/words/speak';
import type { Language } from './sections';

/** The files of other languages, named by two or three letters (`ha.ts`, `pcm.ts`). Each is loaded only when it is chosen. */
const FILES = import.meta.glob<Language>(['./??.ts', './???.ts'], { import: 'words' });

/** The language without its region: `en-NG` → `en`. */
const withoutRegion = (tag: string): string => tag.toLowerCase().replace(/-.*/, '');

/**
 * The first of the wanted tags that is English or in `available`, with its region ("ha-NG"); null means English. `wanted` has the
 * preferred language first.
 */
export function languageOf(wanted: readonly string[], available: readonly string[]): string | null {
  const first = wanted.find((tag) => withoutRegion(tag) === 'en' || available.includes(withoutRegion(tag)));
  return first === undefined || withoutRegion(first) === 'en' ? null : first;
}

/** Switches the page to the wanted language. When its file can't be loaded, the page stays English. Tests pass their own `files`. */
export async function chooseLanguage(wanted: readonly string[], files: Readonly<Record<string, () => Promise<Language>>> = FILES): Promise<void> {
  const available = Object.keys(files).map((path) => path.slice('./'.length, -'.ts'.length));
  const tag = languageOf(wanted, available);
  const words = tag === null ? undefined : await files[`./${withoutRegion(tag)}.ts`]?.().catch(() => undefined);
  if (tag === null || words === undefined) return;
  language.tag = tag;
  speak(words);
  document.documentElement.lang = tag;
}
