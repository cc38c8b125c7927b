/** Switches the catalogue to another language. It is not in `catalogue.ts`, because no page loads it while there is only English. */
import { speech } from './catalogue';

type Group = Record<string, unknown>;

/** Lists are one thing each: a language gives the whole list. */
const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own members of `from` over those of `into`, group by group; lists and functions are one thing each. */
function merge(into: Group, from: object): void {
  for (const [key, value] of Object.entries(from)) {
    const current = into[key];
    if (isGroup(current) && isGroup(value)) merge(current, value);
    else into[key] = value;
  }
}

/** Speaks another language: in the sections that are there, and in those that are loaded later. `words`: by section. */
export function speak(words: Readonly<Record<string, object | undefined>>): void {
  speech.translate = (name, section) => isGroup(section) && merge(section, words[name] ?? {});
  for (const [name, section] of Object.entries(speech.sections)) speech.translate(name, section);
}
