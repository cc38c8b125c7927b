import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { titledTests } from '../../support/fault-rows/titled-tests';
import { chosen } from '../../support/mutants/run.mjs';
import { ROOT } from '../../support/stages.mjs';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const mutants = chosen([]);

describe('MT10: defects put in on purpose', () => {
  it('are twenty and more of money, and others of protection and the data layer, each of another guard', () => {
    expect(chosen(['money'])).toHaveLength(28);
    expect(chosen(['protection'])).toHaveLength(26);
    expect(chosen(['data-layer'])).toHaveLength(10);
    expect(new Set(mutants.map(({ guard }) => guard)).size).toBe(mutants.length);
    expect(chosen(['to the kobo']).map(({ guard }) => guard)).toEqual(['what arrived is what was asked for, to the kobo']);
  });

  it.each(mutants.map((mutant) => [mutant.guard, mutant] as const))('%s: applies to the source of today, and names a test that is there', (_, { file, from, to, test, name }) => {
    expect(read(file).split(from), 'places where it applies').toHaveLength(2);
    expect(to).not.toBe(from);
    const titles = titledTests(read(test)).flatMap(({ titles: own }) => own);
    expect(titles.some((title) => title !== '' && (title.includes(name) || name.includes(title))), name).toBe(true);
  });
});
