/** The bench's output: tables of words, the budget beside every figure, and what could not be measured, in plain words. */

/** One measured line. `isOver` false where there is no budget, or a time that is printed only. */
export interface Line {
  readonly name: string;
  readonly value: string;
  readonly budget: string;
  readonly isOver: boolean;
}

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
export const milliseconds = (ms: number): string => `${Math.round(ms)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;

/** A line of bytes: over its budget it fails the run. */
export function bytesLine(name: string, bytes: number, budget: number | null): Line {
  const isOver = budget !== null && bytes > budget;
  return { name, value: kilobytes(bytes), budget: budget === null ? '' : `≤ ${kilobytes(budget)}`, isOver };
}

/** A line that is compared by eye: times hold on one machine only. */
export function timeLine(name: string, value: string, budget = ''): Line {
  return { name, value, budget, isOver: false };
}

export function printTable(title: string, lines: readonly Line[]): void {
  const widths = [
    Math.max(...lines.map(({ name }) => name.length)),
    Math.max(...lines.map(({ value }) => value.length)),
  ] as const;
  console.log(`\n${title}`);
  for (const { name, value, budget, isOver } of lines) {
    const cells = `${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${budget}`;
    console.log(`  ${cells.trimEnd()}${isOver ? '  OVER' : ''}`);
  }
}
