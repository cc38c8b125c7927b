/** No words for people outside the catalogue: the syntax tree of every component is searched for them. */
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { looseWords } from '../../support/loose-words';

const SRC = new URL('../../../src/', import.meta.url);

/** Texts that are no words of this app, or are words of the catalogue by another way; by file. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'app/page-descriptions.ts': 'for search engines, in the language of the documents that the build draws',
  'app/routes.ts': 'each title is a word of the section app/routes',
  'games/catalogue.ts': 'a game as the platform tells it, for the first visit without a network',
  'games/catalogue-slots.ts': 'the same',
  'state/form-input.ts': 'the name of a form is read by nobody, and is the same after a reload into another version',
};

function filesOf(realm: string): readonly string[] {
  return readdirSync(new URL(`${realm}/`, SRC), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${realm}/${file}`)
    .filter((file) => !Object.hasOwn(ELSEWHERE, file));
}

describe('words in the code', () => {
  test.each(['pages', 'app', 'ui', 'games', 'state', 'bridge'])('there are none in src/%s outside the catalogue', (realm) => {
    const files = filesOf(realm);
    expect(files.length).toBeGreaterThan(3);
    const found = files.flatMap((file) =>
      looseWords(file, readFileSync(new URL(file, SRC), 'utf8')).map(({ line, text }) => `src/${file}:${line}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the search for them', () => {
  const textsIn = (source: string) => looseWords('a.tsx', source).map(({ text }) => text);

  test.each([
    ['text between tags', 'const a = <p>Pay in</p>;', ['Pay in']],
    ['text in a choice', "const a = <p>{busy ? 'Sending' : <b>Send</b>}</p>;", ['Sending', 'Send']],
    ['text after a condition', "const a = <p>{busy && 'Sending'}</p>;", ['Sending']],
    ['a template', 'const a = <p>{`${n} games`}</p>;', ['… games']],
    ['a label', 'const a = <Field label="Amount" placeholder="No limit" aria-label="x" />;', ['Amount', 'No limit']],
    ['a label in a choice', "const a = <Button busyLabel={late ? 'Still sending' : words.sending} />;", ['Still sending']],
    ['what is told in passing', "notify({ kind: 'success', text: 'Saved' });", ['Saved']],
    ['a sentence anywhere', "const why = isCut ? 'There is no connection.' : null;", ['There is no connection.']],
    ['a unit behind a number', 'const left = (n: number) => `${n} days`;', ['… days']],
    ['a word before a quotation', 'function wordsOf(text: string) { return isLong ? text : `Message: “${text}”`; }', ['Message: “…”']],
    ['a word between the items of a list', "const all = parts.join(' and ');", ['and']],
    ['a title in a table', "const rows = [{ name: 'deposit', title: 'Deposit' }];", ['Deposit']],
  ])('finds %s', (_, source, texts) => {
    expect(textsIn(source)).toEqual(texts);
  });

  test.each([
    ['classes and ids', 'const a = <p className="row quiet small" id="what-next" role="status">{words.next}</p>;'],
    ['comparisons', "const a = <p>{phase.is === 'sending' ? words.sending : words.send}</p>;"],
    ['arguments', "const a = <p>{t('deposit')} {map['deposit']}</p>;"],
    ['names made of parts', 'const a = (id: string) => `${id}-hint`; const b = (n: string) => `tel:${n}`; const c = list.join(\', \');'],
    ['units of data', 'const size = (n: number) => `${n} KB`;'],
    ['signs', 'const a = <p>₦ · × {n} %</p>;'],
    ['imports and types', "import { a } from './Big Name';\ntype T = 'This is a type';"],
    ['what programmers read', "throw new Error('This is a defect of the program.');"],
    ['a section', "const words = catalogue('a', { title: 'Pay in', found: (n: number) => `${n} games` });"],
  ])('leaves %s alone', (_, source) => {
    expect(textsIn(source)).toEqual([]);
  });
});
