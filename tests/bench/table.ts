/** The bench's output: tables with the budget beside every figure, and sentences about figures that could not be measured. */

/** One measured line. */
export interface Line {
  readonly name: string;
  readonly value: string;
  readonly budget: string;
  /** True above the budget; false where there is no budget. */
  readonly isOver: boolean;
  /** True when exceeding the budget fails the run: bytes do, times don't because they depend on the machine. */
  readonly isBinding: boolean;
}

/** A table with its title. */
export type Table = readonly [title: string, lines: readonly Line[]];

export const formatKilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
export const formatMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
export const formatMilliseconds = (ms: number): string => `${Math.round(ms)} ms`;
export const formatRatio = (ratio: number): string => `${ratio.toFixed(2)} ×`;

/** Tells if a measured figure exceeds its limit; a figure that could not be measured (NaN) does. */
export const isAbove = (measured: number, max: number): boolean => !(measured <= max);
export const isBelow = (measured: number, min: number): boolean => !(measured >= min);

/** Makes a line of bytes, which fails the run when it exceeds its budget. */
export function bytesLine(name: string, bytes: number, budget: number | null): Line {
  const isOver = budget !== null && isAbove(bytes, budget);
  return { name, value: formatKilobytes(bytes), budget: budget === null ? '' : `≤ ${formatKilobytes(budget)}`, isOver, isBinding: true };
}

/** Makes a line that depends on the machine: exceeding the budget is marked and fails nothing. */
export function timeLine(name: string, value: string, budget = '', isOver = false): Line {
  return { name, value, budget, isOver, isBinding: false };
}

/** Formats the table line by line. */
export function formatTable([title, lines]: Table): readonly string[] {
  const widths = [
    Math.max(...lines.map(({ name }) => name.length)),
    Math.max(...lines.map(({ value }) => value.length)),
  ] as const;
  return [
    title,
    ...lines.map(({ name, value, budget, isOver }) => {
      const cells = `${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${budget}`;
      return `  ${cells.trimEnd()}${isOver ? '  OVER' : ''}`;
    }),
  ];
}

/** Returns the verdict of the run; `isFailed` means that bytes exceed a budget. */
export function summarize(tables: readonly Table[]): { readonly lines: readonly string[]; readonly isFailed: boolean } {
  // The figures are printed above, so the verdict only names the tables and lines.
  const listOver = (isBinding: boolean) => tables.flatMap(([title, lines]) => {
    const names = lines.filter((line) => line.isOver && line.isBinding === isBinding).map(({ name }) => name.trim());
    return names.length === 0 ? [] : [`  ${title}: ${names.join('; ')}`];
  });
  const [binding, others] = [listOver(true), listOver(false)];
  return {
    lines: [
      ...(binding.length === 0 ? ['Every byte budget that was measured is kept.'] : ['Over budget in bytes, which fails the run:', ...binding]),
      ...(others.length === 0 ? [] : ['Over budget in what holds on this machine only:', ...others]),
    ],
    isFailed: binding.length > 0,
  };
}
