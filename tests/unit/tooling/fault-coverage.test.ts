import { describe, expect, it } from 'vitest';
import { coverageOf, strayIds, formatTable, toolOf } from '../../support/fault-rows/coverage';
import type { FaultRow } from '../../support/fault-rows/coverage';
import { titledTests } from '../../support/fault-rows/titled-tests';

const ROW: FaultRow = { id: 'A-16', fault: 'nothing answers', tools: ['PW', 'VT'] };
const titlesOf = (text: string) => titledTests(text, 'some.test.ts').map(({ titles }) => titles.join(' > '));

describe('the titles of tests', () => {
  it.each([
    ["test('A-16: x', () => { a(); });", 'A-16: x'],
    ["it('A-16: x', async () => {});", 'A-16: x'],
    ["it.each([1, 2])('A-16: %s', () => {});", 'A-16: %s'],
    ['it.each`a\n${1}`("A-16: x", () => {});', 'A-16: x'],
    ["test.only('A-16: x', () => {});", 'A-16: x'],
    ["test('A-16: x', { tag: '@a' }, () => {});", 'A-16: x'],
    ["for (const a of b) test(`A-16: ${a} is ${b}`, () => {});", 'A-16: '],
    ["describe('A-16: a', () => { it('b', () => {}); });", 'A-16: a > b'],
    ["test.describe('A-16: a', () => { test('b', () => {}); });", 'A-16: a > b'],
    ["describe.each([1])('A-16: a %s', () => { describe('b', () => { it.each([2])('c', () => {}); }); });", 'A-16: a %s > b > c'],
    ["describe(name, () => { it('A-16: c', () => {}); });", 'A-16: c'],
  ])('are read from %s', (text, titles) => {
    expect(titlesOf(text)).toEqual([titles]);
  });

  it('are read behind a generic function, which is an element in another kind of file', () => {
    const text = "const all = <T>(value: T): T[] => [value]; it('A-16: x', () => {});";
    expect(titledTests(text, 'some.test.ts')).toEqual([{ titles: ['A-16: x'] }]);
    expect(titledTests("const element = <b>x</b>; it('A-16: x', () => {});", 'some.test.tsx')).toEqual([{ titles: ['A-16: x'] }]);
  });

  it.each([
    "// test('A-16: x', () => {});",
    "/* it('A-16: x', () => {}); */",
    "const text = `test('A-16: x', () => {})`;",
    "test.skip('A-16: x', () => {});",
    "it.skip.each([1])('A-16: x', () => {});",
    "it.each([1]).skip('A-16: x', () => {});",
    "it.todo('A-16: x');",
    "it('A-16: x');",
    "test.fixme('A-16: x', () => {});",
    "it.skipIf(true)('A-16: x', () => {});",
    "it.runIf(false)('A-16: x', () => {});",
    "describe.skip('A-16: a', () => { it('b', () => {}); });",
    "test.describe.skip('A-16: a', () => { test('b', () => {}); });",
    "describe.todo('A-16: a');",
    "describe('A-16: a', () => { it.skip('b', () => {}); });",
    "describe('A-16: a', () => { beforeEach(() => {}); });",
    "test('A-16: x', () => { test.skip(); });",
    "test('A-16: x', () => { if (slow) test.fixme(slow, 'y'); });",
    "test.step('A-16: x', () => {});",
    "expect('A-16: x');",
  ])('are none in %s', (text) => {
    expect(titlesOf(text)).toEqual([]);
  });
});

describe('the coverage of a row', () => {
  const shown = "test('A-16: x', () => {});";

  it('needs every tool that the row names', () => {
    const [none] = coverageOf([ROW], []);
    expect(none?.missing).toEqual(['PW', 'VT']);
    const [half] = coverageOf([ROW], [{ path: 'tests/e2e/a.spec.ts', text: shown }]);
    expect(half?.missing).toEqual(['VT']);
    const [whole] = coverageOf([ROW], [{ path: 'tests/e2e/a.spec.ts', text: shown }, { path: 'tests/sw/b.test.ts', text: shown }]);
    expect(whole?.missing).toEqual([]);
    expect(whole?.files.get('PW')).toEqual(['tests/e2e/a.spec.ts']);
  });

  it('counts no other tool, no other row and no id that is only mentioned', () => {
    const texts = ["it('A-17: x', () => {});", "it('as A-16: x', () => {});", "it('A-16 x', () => {});", "it('A-160: x', () => {});"];
    const files = texts.map((text, at) => ({ path: `tests/unit/${at}.test.ts`, text }));
    const elsewhere = { path: 'tests/platform/a.test.ts', text: shown };
    expect(coverageOf([ROW], [...files, elsewhere])[0]?.missing).toEqual(['PW', 'VT']);
  });

  it('knows the tool of a file by its folder', () => {
    expect(['tests/e2e/a.spec.ts', 'tests/unit/b/c.test.ts', 'tests/sw/a.test.ts', 'tests/platform/a.test.ts', 'tests/bench/a.ts'].map(toolOf))
      .toEqual(['PW', 'VT', 'VT', 'platform', null]);
  });

  it('tells of ids that no row has', () => {
    expect(strayIds([ROW], [{ path: 'a', text: shown }, { path: 'b', text: "it('A-61: x', () => {});" }])).toEqual(['A-61 in b']);
  });

  it('keeps the tables apart: an id of another one is no stray', () => {
    const files = [{ path: 'a', text: "it('MT11: x', () => {});" }];
    expect(strayIds([ROW], files)).toEqual([]);
    expect(strayIds([{ id: 'MT1', fault: 'x', tools: ['platform'] }], files)).toEqual(['MT11 in a']);
  });

  it('is printed with the files, and with what is missing', () => {
    const table = formatTable(coverageOf([ROW], [{ path: 'tests/e2e/a.spec.ts', text: shown }]));
    expect(table).toContain('A-16  nothing answers');
    expect(table).toContain('PW: e2e/a.spec.ts');
    expect(table).toContain('NOT SHOWN: VT');
    expect(table).toContain('0 of 1 rows covered');
  });
});
