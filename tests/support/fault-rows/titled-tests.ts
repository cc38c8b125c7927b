/** Reads the tests of a file with their titles from its syntax, so that comments, strings and skipped tests do not count. */
import ts from 'typescript';

export interface TitledTest {
  /** The titles of every `describe` around the test, the outermost first, and of the test. Of a template only the fixed beginning. */
  readonly titles: readonly string[];
}

const TESTS: ReadonlySet<string> = new Set(['test', 'it']);
const GROUPS: ReadonlySet<string> = new Set(['describe', 'test.describe', 'it.describe']);
/** With these modifiers (`it.each(…)(…)`) a test runs; with others (`skip`, `todo`, `fixme`, `skipIf` …) it may not. */
const RUNS_ANYWAY: ReadonlySet<string> = new Set(['each', 'for', 'only', 'concurrent', 'sequential', 'serial', 'parallel', 'slow']);
const SKIPS: ReadonlySet<string> = new Set(['skip', 'fixme', 'todo']);

/** Splits a callee: `test.describe.only` → [`test`, `describe`, `only`], and `it.each(rows)` → [`it`, `each`]. */
function namesOf(callee: ts.Expression): readonly string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...namesOf(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return namesOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return namesOf(callee.tag);
  return [];
}

function kindOf(call: ts.CallExpression): 'test' | 'group' | 'skipped' | null {
  const names = namesOf(call.expression);
  const [first = '', second = ''] = names;
  const isGroup = GROUPS.has(first) || GROUPS.has(`${first}.${second}`);
  if (!isGroup && !TESTS.has(first)) return null;
  const modifiers = names.slice(first === 'describe' || !isGroup ? 1 : 2);
  if (modifiers.every((name) => RUNS_ANYWAY.has(name))) return isGroup ? 'group' : 'test';
  // Calls like `test.step` and `test.beforeAll` are neither tests nor groups.
  return modifiers.some((name) => SKIPS.has(name) || /If$/.test(name)) ? 'skipped' : null;
}

/** Reads the fixed beginning of a title, or null when there is none. */
function titleOf(argument: ts.Expression | undefined): string | null {
  if (argument === undefined) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (ts.isTemplateExpression(argument)) return argument.head.text;
  return null;
}

/** Says whether a test calls `test.skip()` or `test.fixme()`, which ends it before it has shown anything. */
function isSkippedInside(body: ts.Node): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first = '', second = ''] = namesOf(node.expression);
      if (TESTS.has(first) && SKIPS.has(second)) found = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** Says whether these are the options of an end-to-end test that only the long run takes. */
const isOnlyLong = (argument: ts.Expression): boolean => ts.isIdentifier(argument) && ['LONG', 'LONG_ONLINE'].includes(argument.text);

/**
 * Returns the tests in `text`, the source of the test file with this name; those of the ordinary run, since every fault has to be shown in it. The
 * name's ending matters: `<T>(value: T) => …` is a function in `.ts`, and the beginning of an element in `.tsx`.
 */
export function titledTests(text: string, file: string): readonly TitledTest[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: TitledTest[] = [];

  function visit(node: ts.Node, outerTitles: readonly string[]): void {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, outerTitles));
    const kind = kindOf(node);
    const [first, ...rest] = node.arguments;
    const title = titleOf(first);
    if (kind === 'skipped') return;
    if (kind === null || title === null) return ts.forEachChild(node, (child) => visit(child, outerTitles));
    const titles = [...outerTitles, title];
    if (kind === 'group') for (const part of rest) visit(part, titles);
    else if (rest.length > 0 && !rest.some(isSkippedInside) && !rest.some(isOnlyLong)) found.push({ titles });
  }

  visit(source, []);
  return found;
}
