/** The running product: its memory, and the time of its start on existing data. */
import { readMemory } from './platform/memory';
import type { Product } from '../support/product';
import { isAbove, formatMegabytes, formatMilliseconds, timeLine } from './table';
import type { Line, Table } from './table';

const BUDGETS = { memoryMb: 300, startMs: 2_000 } as const;

/**
 * Makes the line of the memory of platform and database; `bytes` is null where the system does not tell. Without `isJudged` it
 * has no budget, because the process shares its machine with others.
 */
export function memoryLine(name: string, bytes: number | null, hasBudget = true): Line {
  if (bytes === null) return timeLine(name, 'not measured: needs Linux');
  const mb = bytes / 1024 / 1024;
  return hasBudget ? timeLine(name, formatMegabytes(bytes), `≤ ${BUDGETS.memoryMb} MB`, isAbove(mb, BUDGETS.memoryMb)) : timeLine(name, formatMegabytes(bytes));
}

/** Measures memory and start; it stops and starts the product. */
export async function measureProcess(product: Product): Promise<Table> {
  const memory = await readMemory(/dist\/server\/main\.js/);
  await product.stop();
  const startMs = performance.now();
  await product.start();
  const durationMs = performance.now() - startMs;
  return ['The process', [
    memoryLine('memory of platform and database', memory),
    timeLine('start with an existing database', formatMilliseconds(durationMs), `≤ ${formatMilliseconds(BUDGETS.startMs)}`, isAbove(durationMs, BUDGETS.startMs)),
  ]];
}
