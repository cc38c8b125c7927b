import { formatNaira, kobo } from '../../../src/core/money';
import type { Difference } from './compare-statement';

const HEADER = ['difference', 'way', 'reference', 'ours', 'theirs'];

/** Formats the differences as a text table with aligned columns. */
export function differenceTable(differences: readonly Difference[]): string {
  const rows = [HEADER, ...differences.map(tableRow)];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}

function tableRow({ kind, direction, reference, ours, theirs }: Difference): string[] {
  return [
    kind, direction, reference,
    ours === null ? '–' : `${ours.state} ${formatNaira(ours.amount)}`,
    theirs === null ? '–' : `${theirs.state} ${theirs.currency === 'NGN' ? formatNaira(theirs.amount) : `${theirs.currency} ${kobo(theirs.amount) / 100}`}`,
  ];
}
