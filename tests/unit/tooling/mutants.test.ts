import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { titledTests } from '../../support/fault-rows/titled-tests';
import { applyChanges, dropIf, parse } from '../../support/mutants/effects.mjs';
import { chooseMutants, applyMutant } from '../../support/mutants/run.mjs';
import { isLong } from '../../support/seeds';
import { ROOT } from '../../support/stages.mjs';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const mutants = chooseMutants([]);

/** Caches the results of `of` by text, because several mutants share a source or a test. */
function remembered<Result>(of: (text: string, file: string) => Result): (text: string, file: string) => Result {
  const cache = new Map<string, Result>();
  return (text, file) => {
    const result = cache.get(text) ?? of(text, file);
    cache.set(text, result);
    return result;
  };
}
const fullNamesIn = remembered((text, file) => titledTests(text, file).map(({ titles }) => titles.join(' ')));
const backwards = remembered((text) => laidOut(text, 'backwards'));

describe('MT10: defects put in on purpose', () => {
  it('are twenty and more of money, and others of protection and the data layer, each of another guard', () => {
    expect(chooseMutants(['money'])).toHaveLength(39);
    expect(chooseMutants(['protection'])).toHaveLength(26);
    expect(chooseMutants(['data-layer'])).toHaveLength(10);
    expect(new Set(mutants.map(({ guard }) => guard)).size).toBe(mutants.length);
    expect(chooseMutants(['to the kobo']).map(({ guard }) => guard)).toEqual(['what arrived is what was asked for, to the kobo']);
  });

  it.each(mutants.map((mutant) => [mutant.guard, mutant] as const))('%s: applies to the source of today, and names a test that is there', (_, mutant) => {
    const source = read(mutant.file);
    const without = applyMutant(mutant, source);
    expect(without).not.toBe(source);
    if (mutant.file.endsWith('.ts')) expect(mistakesIn(without), without).toEqual([]);
    expect(mutant.test.startsWith(`tests/${mutant.project}/`), `${mutant.test} is in the project ${mutant.project}`).toBe(true);
    // The runner looks for the name in the titles around a test and its own, as vitest joins them.
    const fullNames = fullNamesIn(read(mutant.test), mutant.test);
    expect(fullNames.filter((fullName) => fullName.includes(mutant.name)), `tests named "${mutant.name}" in ${mutant.test}`).not.toEqual([]);
  });

  it.each(mutants.filter(({ file }) => file.endsWith('.sql')).map((mutant) => [mutant.guard, mutant] as const))(
    '%s: is in the newest definition of its function, which alone is run',
    (_, { file, ...mutant }) => {
      const source = read(file);
      const without = applyMutant({ file, ...mutant }, source);
      let place = 0;
      while (source[place] === without[place]) place += 1;
      const name = [...source.slice(0, place).matchAll(/FUNCTION (\w+)\(/g)].at(-1)?.[1];
      expect(name, 'the function around the change').toBeDefined();
      const newer = readdirSync(join(ROOT, dirname(file))).filter((each) => each > basename(file) && read(join(dirname(file), each)).includes(`FUNCTION ${name}(`));
      expect(newer).toEqual([]);
    },
  );

  it('change the same wherever their lines are moved, and however they are laid out', () => {
    const programs = mutants.filter(({ file }, at) => file.endsWith('.ts') && (isLong || at % 4 === 0));
    const moved = programs.filter((mutant) => {
      const source = read(mutant.file);
      return laidOut(applyMutant(mutant, backwards(source, mutant.file))) === laidOut(applyMutant(mutant, source), 'backwards');
    });
    expect(programs.filter((mutant) => !moved.includes(mutant)).map(({ guard }) => guard)).toEqual([]);
  });

  it('say what they did not find, and of what there is more than one', () => {
    const source = 'function pay() { if (a) stop(); if (b) stop(); }';
    expect(() => applyChanges('pay.ts', source, [{ in: 'play', change: dropIf('a') }])).toThrow('pay.ts has 0 of the name play');
    expect(() => applyChanges('pay.ts', source, [{ in: 'pay', change: dropIf('c') }])).toThrow('pay has 0 places to drop an if (c)');
    expect(() => applyChanges('pay.ts', source, [{ in: 'pay', change: dropIf('stop') }])).toThrow('pay has 2 places to drop an if (stop)');
    expect(applyChanges('pay.ts', source, [{ in: 'pay', change: dropIf('a', 'stop') }])).toBe('function pay() { {} if (b) stop(); }');
  });
});

/** Without comments, each statement as the compiler writes it, from the top or from the bottom. */
function laidOut(text: string, order: 'forwards' | 'backwards' = 'forwards'): string {
  const source = parse('laid-out.ts', text);
  const statements = order === 'forwards' ? source.statements : source.statements.toReversed();
  return ts.createPrinter({ removeComments: true }).printFile(ts.factory.updateSourceFile(source, statements));
}

/** Returns the syntax errors. The parser stores them beside the tree, under a name that its types leave out. */
function mistakesIn(text: string): unknown {
  return Reflect.get(parse('mutant.ts', text), 'parseDiagnostics');
}
