/** The product as it runs: what it takes, and how long it takes to come up on the data that it has. */
import { memoryOf } from './platform/memory';
import type { Product } from '../support/product';
import { isAbove, megabytes, milliseconds, timeLine } from './table';
import type { Line, Table } from './table';

const BUDGETS = { memoryMb: 300, startMs: 2_000 } as const;

/** Of platform and database; `bytes` null where the system does not tell. Not judged: one process beside others. */
export function memoryLine(name: string, bytes: number | null, isJudged = true): Line {
  if (bytes === null) return timeLine(name, 'not measured: needs Linux');
  const mb = bytes / 1024 / 1024;
  return isJudged ? timeLine(name, megabytes(bytes), `≤ ${BUDGETS.memoryMb} MB`, isAbove(mb, BUDGETS.memoryMb)) : timeLine(name, megabytes(bytes));
}

/** Stops and starts the product. */
export async function measureProcess(product: Product): Promise<Table> {
  const memory = await memoryOf(/dist\/server\/main\.js/);
  await product.stop();
  const beganMs = performance.now();
  await product.start();
  const tookMs = performance.now() - beganMs;
  return ['The process', [
    memoryLine('memory of platform and database', memory),
    timeLine('start with an existing database', milliseconds(tookMs), `≤ ${milliseconds(BUDGETS.startMs)}`, isAbove(tookMs, BUDGETS.startMs)),
  ]];
}
