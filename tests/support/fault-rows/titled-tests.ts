/** The tests of a file with their titles, read from its syntax: comments, strings and skipped tests are none. */
import ts from 'typescript';

export interface TitledTest {
  /** Of the test itself and of every `describe` around it, outermost first. A title made at run time is its fixed beginning. */
  readonly titles: readonly string[];
}

const TESTS: ReadonlySet<string> = new Set(['test', 'it']);
const GROUPS: ReadonlySet<string> = new Set(['describe', 'test.describe', 'it.describe']);
/** Between the name and its call: `it.each(…)(…)`. The rest (`skip`, `todo`, `fixme`, `skipIf` …) may not run. */
const RUNS_ANYWAY: ReadonlySet<string> = new Set(['each', 'for', 'only', 'concurrent', 'sequential', 'serial', 'parallel', 'slow']);
const SKIPS: ReadonlySet<string> = new Set(['skip', 'fixme', 'todo']);

/** `test.describe.only` → [`test`, `describe`, `only`]; of `it.each(rows)` what stands before the rows. */
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
  const more = names.slice(first === 'describe' || !isGroup ? 1 : 2);
  if (more.every((name) => RUNS_ANYWAY.has(name))) return isGroup ? 'group' : 'test';
  // `test.step`, `test.beforeAll` and their like are neither.
  return more.some((name) => SKIPS.has(name) || /If$/.test(name)) ? 'skipped' : null;
}

/** The fixed beginning of a title, or null when there is none to be read. */
function titleOf(argument: ts.Expression | undefined): string | null {
  if (argument === undefined) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (ts.isTemplateExpression(argument)) return argument.head.text;
  return null;
}

/** `test.skip()` or `test.fixme()` inside a test ends it before it has shown anything. */
function skipsItself(body: ts.Node): boolean {
  let found = false;
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first = '', second = ''] = namesOf(node.expression);
      if (TESTS.has(first) && SKIPS.has(second)) found = true;
    }
    ts.forEachChild(node, look);
  };
  look(body);
  return found;
}

/** `text` is the source of a test file. */
export function titledTests(text: string): readonly TitledTest[] {
  const source = ts.createSourceFile('tests.ts', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
  const found: TitledTest[] = [];

  function look(node: ts.Node, around: readonly string[]): void {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => look(child, around));
    const kind = kindOf(node);
    const [first, ...rest] = node.arguments;
    const title = titleOf(first);
    if (kind === 'skipped') return;
    if (kind === null || title === null) return ts.forEachChild(node, (child) => look(child, around));
    const titles = [...around, title];
    if (kind === 'group') for (const part of rest) look(part, titles);
    else if (rest.length > 0 && !rest.some(skipsItself)) found.push({ titles });
  }

  look(source, []);
  return found;
}
