/** The options that READMEs and the commands' own texts name are options that the commands take. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PARTS, readOptions } from '../../bench/options';
import { ROOT } from '../../support/stages.mjs';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The options in a text, without those of Node, npm and vitest. */
function optionsIn(text: string): readonly string[] {
  const own = text.replace(/\bnode --import tsx|\bnpm run --silent|\bnpx vitest run --project/g, '');
  return [...new Set([...own.matchAll(/(?<![\w-])--[a-z][\w-]*/g)].map(([option]) => option))].sort();
}

/** The rows of both READMEs that begin with a command. */
const ROWS = [read('README.md'), read('server/README.md')].flatMap((text) => text.split('\n').filter((line) => /^\| `(?:npm run|node) /.test(line)));

/** The rows about a command, by the name of its script or by its file. */
const rowsOf = (name: string, file: string): string => ROWS.filter((row) => row.includes(`npm run ${name}\``) || row.includes(`npm run ${name} `) || row.includes(` ${file}`)).join('\n');

/** Returns the comments and the usage text of a source, which are all that people read about a command. */
function textFor(file: string): string {
  const source = read(file);
  const usage = /^const USAGE = .*$/m.exec(source)?.[0] ?? '';
  const comments = (ts.getLeadingCommentRanges(source, 0) ?? []).map(({ pos, end }) => source.slice(pos, end));
  return [...comments, usage].join('\n');
}

/** The commands that read their options with `parseArgs`, which refuses any that it was not given. */
const STRICT = [
  { name: 'audit:verify', file: 'server/tools/verify-audit.ts', options: ['--noted'] },
  { name: 'ledger:check', file: 'server/tools/check-ledger.ts', options: ['--noted', '--reopen'] },
  { name: 'backup', file: 'server/tools/backup.ts', options: ['--secrets'] },
  { name: 'secrets:rotate', file: 'server/tools/rotate-secret.ts', options: ['--drop'] },
  { name: 'restore', file: 'server/tools/restore.ts', options: ['--mark'] },
  { name: 'backup:rehearse', file: 'server/tools/rehearse-backup.ts', options: ['--database', '--place', '--secrets'] },
  { name: 'reconcile', file: 'server/tools/reconcile.ts', options: ['--accept', '--accept-gateway', '--from', '--gateway', '--reason', '--to'] },
  { name: 'test:failover', file: 'tests/failover/options.ts', options: ['--keep', '--kinds', '--times'] },
  { name: 'demo', file: 'server/tools/demo.ts', options: ['--days', '--players', '--seed'] },
  { name: 'promotions:cost', file: 'server/tools/promotion-costs.ts', options: ['--database'] },
];

/** The commands that look for an option among their arguments. */
const SEARCHING = [
  { name: 'build', file: 'server/tools/build.ts', options: ['--if-stale'] },
  { name: 'shots', file: 'tests/support/shots.ts', options: ['--readme'] },
  { name: 'test:quick', file: 'tests/support/run-all.mjs', options: ['--quick'] },
];

/** The options in a source's one call of `parseArgs`, by its syntax: starting the command for them would take seconds. */
function parsedOptions(file: string): readonly string[] {
  const calls: (readonly string[])[] = [];
  const membersOf = (node: ts.Node | undefined) => (node && ts.isObjectLiteralExpression(node) ? [...node.properties] : []);
  const namesOf = (node: ts.Node | undefined) => membersOf(node).map(({ name }) => (name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '?'));
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'parseArgs') {
      const [config] = node.arguments;
      expect(namesOf(config)).not.toContain('strict');
      const options = membersOf(config).filter(ts.isPropertyAssignment).find(({ name }) => ts.isIdentifier(name) && name.text === 'options');
      calls.push(namesOf(options?.initializer).map((option) => `--${option}`).toSorted());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest));
  expect(calls).toHaveLength(1);
  return calls.flat();
}

/** The strings of a source that are no comments. */
function stringsOf(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest));
  return found;
}

describe('the options that people are told of', () => {
  it.each(STRICT)('are those that $name takes', ({ name, file, options }) => {
    expect(optionsIn(`${rowsOf(name, file)}\n${textFor(file)}`)).toEqual(options);
    expect(parsedOptions(file)).toEqual(options);
  });

  it.each(SEARCHING)('are those that $name looks for', ({ name, file, options }) => {
    expect(optionsIn(`${rowsOf(name, file)}\n${textFor(file)}`)).toEqual(options);
    expect(options.filter((option) => !stringsOf(file).has(option))).toEqual([]);
  });

  it('are those that the bench takes', () => {
    const documentation = `${ROWS.filter((row) => row.includes('npm run bench`')).join('\n')}\n${textFor('tests/bench/run.ts')}\n${read('server/README.md')}`;
    expect(optionsIn(documentation)).toEqual(expect.arrayContaining(['--only', '--quick']));
    const named = [...documentation.matchAll(/npm run bench[^|]*?-- (--only=[\w,]+)/g), ...documentation.matchAll(/`-- (--only=[\w,]+|--quick)`/g)].map(([, option = '']) => option);
    expect(named).toEqual(expect.arrayContaining(['--quick', '--only=lobby,platform', '--only=deploy']));
    for (const option of named) expect(readOptions([option]).parts.length).toBeLessThan(PARTS.length);
  });

  it('belong to a command that is tested here', () => {
    const tools = readdirSync(join(ROOT, 'server/tools'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => `server/tools/${name}`);
    const listed = new Set([...STRICT, ...SEARCHING].map(({ file }) => file));
    expect(tools.filter((file) => !listed.has(file) && optionsIn(textFor(file)).length > 0)).toEqual([]);
    const rows = ROWS.filter((row) => optionsIn(row).length > 0);
    const documentedRows = [...STRICT.map(({ name, file }) => rowsOf(name, file)), ...SEARCHING.map(({ name, file }) => rowsOf(name, file))].join('\n');
    expect(rows.filter((row) => !documentedRows.includes(row) && !row.includes('npm run bench`'))).toEqual([]);
  });
});
