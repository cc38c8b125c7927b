/** The bench's output: tables of words, the budget beside every figure, and what could not be measured, in plain words. */

/** One measured line. */
export interface Line {
  readonly name: string;
  readonly value: string;
  readonly budget: string;
  /** Above its budget, and said so. False where there is no budget. */
  readonly isOver: boolean;
  /** Being over ends the run with an error: bytes do, and what holds on one machine only does not. */
  readonly isBinding: boolean;
}

/** A table with its title. */
export type Table = readonly [title: string, lines: readonly Line[]];

export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
export const milliseconds = (ms: number): string => `${Math.round(ms)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`;

/** Whether a measured figure keeps a limit; one that could not be measured (NaN) does not. */
export const isAbove = (measured: number, most: number): boolean => !(measured <= most);
export const isBelow = (measured: number, least: number): boolean => !(measured >= least);

/** A line of bytes: over its budget it fails the run. */
export function bytesLine(name: string, bytes: number, budget: number | null): Line {
  const isOver = budget !== null && isAbove(bytes, budget);
  return { name, value: kilobytes(bytes), budget: budget === null ? '' : `≤ ${kilobytes(budget)}`, isOver, isBinding: true };
}

/** A line that holds on one machine only: what is over is marked, and fails nothing. */
export function timeLine(name: string, value: string, budget = '', isOver = false): Line {
  return { name, value, budget, isOver, isBinding: false };
}

/** The table as it is printed, line by line. */
export function tableText([title, lines]: Table): readonly string[] {
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

/** What the run comes to. `isFailed`: bytes are over. */
export function verdictOf(tables: readonly Table[]): { readonly lines: readonly string[]; readonly isFailed: boolean } {
  // The figures stand above: here it is enough to know where to look.
  const overOf = (isBinding: boolean) => tables.flatMap(([title, lines]) => {
    const names = lines.filter((line) => line.isOver && line.isBinding === isBinding).map(({ name }) => name.trim());
    return names.length === 0 ? [] : [`  ${title}: ${names.join('; ')}`];
  });
  const [binding, others] = [overOf(true), overOf(false)];
  return {
    lines: [
      ...(binding.length === 0 ? ['Every byte budget that was measured is kept.'] : ['Over budget in bytes, which fails the run:', ...binding]),
      ...(others.length === 0 ? [] : ['Over budget in what holds on this machine only:', ...others]),
    ],
    isFailed: binding.length > 0,
  };
}
