import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverageOf, strayIds, tableOf } from '../../support/fault-rows/coverage';
import type { TestFile } from '../../support/fault-rows/coverage';
import { FAULT_ROWS } from '../../support/fault-rows/rows';
import { ROOT } from '../../support/stages.mjs';

const FOLDERS = ['tests/e2e', 'tests/unit', 'tests/sw', 'tests/platform'];

function testFilesIn(folder: string): readonly TestFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))
    .map((name) => ({ path: `${folder}/${name.replaceAll('\\', '/')}`, text: readFileSync(join(ROOT, folder, name), 'utf8') }));
}

const files = FOLDERS.flatMap(testFilesIn);
const covered = coverageOf(FAULT_ROWS, files);

describe('the faults of a real phone', () => {
  it('are 35, each with one id', () => {
    expect(FAULT_ROWS.map(({ id }) => id)).toEqual(Array.from({ length: 35 }, (_, at) => `A-${String(at + 1).padStart(2, '0')}`));
    console.log(tableOf(covered));
  });

  it.each(covered.map((each) => [each.row.id, each.row.fault, each] as const))('%s is shown wherever it must be: %s', (_id, _fault, { missing }) => {
    expect(missing, 'tools in which no test carries the id').toEqual([]);
  });

  it('are all that tests claim to show', () => {
    expect(strayIds(FAULT_ROWS, files)).toEqual([]);
  });
});
