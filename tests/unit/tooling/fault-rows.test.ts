import { describe, expect, it } from 'vitest';
import { coverageOf, strayIds, formatTable } from '../../support/fault-rows/coverage';
import { MONEY_ROWS } from '../../support/fault-rows/money-rows';
import { FAULT_ROWS } from '../../support/fault-rows/rows';
import { allTestFiles } from '../../support/fault-rows/test-files';

const files = allTestFiles();

describe('the faults of a real phone', () => {
  const covered = coverageOf(FAULT_ROWS, files);

  it('are 35, each with one id', () => {
    expect(FAULT_ROWS.map(({ id }) => id)).toEqual(Array.from({ length: 35 }, (_, at) => `A-${String(at + 1).padStart(2, '0')}`));
    console.log(formatTable(covered));
  });

  it.each(covered.map((each) => [each.row.id, each.row.fault, each] as const))('%s is shown wherever it must be: %s', (_id, _fault, { missing }) => {
    expect(missing, 'tools in which no test carries the id').toEqual([]);
  });

  it('are all that tests claim to show', () => {
    expect(strayIds(FAULT_ROWS, files)).toEqual([]);
  });
});

describe('the proofs of money', () => {
  const covered = coverageOf(MONEY_ROWS, files);

  it('are ten, each with one id', () => {
    expect(MONEY_ROWS.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `MT${at + 1}`));
    console.log(formatTable(covered));
  });

  it.each(covered.map((each) => [each.row.id, each.row.fault, each] as const))('%s is given by a test: %s', (_id, _fault, { missing }) => {
    expect(missing, 'tools in which no test carries the id').toEqual([]);
  });

  it('are all that tests claim to give', () => {
    expect(strayIds(MONEY_ROWS, files)).toEqual([]);
  });
});
