/** Apart from the catalogue: while there is English alone, nobody loads it. */
import { spoken } from './catalogue';

type Group = Record<string, unknown>;

/** Own members of `from` over those of `into`, group by group; lists and functions are one thing each. */
function put(into: Group, from: object): void {
  for (const [key, said] of Object.entries(from)) {
    const known = into[key];
    if (typeof known === 'object' && !Array.isArray(known)) put(known as Group, said as object);
    else into[key] = said;
  }
}

/** Speaks another language: in the sections that are there, and in those that are loaded later. `words`: by section. */
export function speak(words: Readonly<Record<string, object | undefined>>): void {
  spoken.translate = (name, section) => put(section as Group, words[name] ?? {});
  for (const [name, section] of Object.entries(spoken.sections)) spoken.translate(name, section);
}
