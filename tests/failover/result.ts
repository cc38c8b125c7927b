/** Prints what a run of failovers has shown. */
import type { Comparison } from './compare';
import { KINDS } from './options';
import type { Kind } from './options';
import type { WitnessLine } from './witness-file';

export interface Failover {
  readonly kind: Kind;
  /** The time of the fault, and the time when everything was whole again. */
  readonly from: number;
  readonly to: number;
  /** Whether another node is the primary now. */
  readonly isMoved: boolean;
}

export interface MeasuredFailover extends Failover {
  readonly silenceMs: number;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints everything; returns the exit code. */
export function printResult(
  failovers: readonly MeasuredFailover[],
  lines: readonly WitnessLine[],
  { acknowledged, lost, twice, open }: Comparison,
  broken: readonly string[],
): number {
  const row = (cells: readonly (string | number)[]): string => cells.map((cell, at) => (at === 0 ? String(cell).padEnd(8) : String(cell).padStart(10))).join('');
  console.log(`\n${row(['', 'faults', 'moved', 'no money', 'at most', 'saw 5xx'])}`);
  for (const { name } of KINDS) {
    const those = failovers.filter(({ kind }) => kind === name);
    if (those.length === 0) continue;
    const silences = those.map(({ silenceMs }) => silenceMs);
    const failed = lines.filter((line) => line.says === 'seen' && / (?:5\d\d|no )/.test(line.what) && those.some(({ from, to }) => line.at >= from && line.at <= to));
    console.log(row([name, those.length, those.filter(({ isMoved }) => isMoved).length, `${seconds(median(silences))} s`, `${seconds(Math.max(...silences))} s`, failed.length]));
  }
  console.log('  "moved": another node took over. "no money": the longest time without an acknowledged round or deposit, median and at most.');
  for (const { name, says } of KINDS) if (failovers.some(({ kind }) => kind === name)) console.log(`  ${name}: ${says}`);

  const seen = new Map<string, number>();
  for (const line of lines) if (line.says === 'seen') seen.set(line.what, (seen.get(line.what) ?? 0) + 1);
  console.log('\nWhat players saw:');
  for (const [what, count] of [...seen].toSorted(([, a], [, b]) => b - a)) console.log(`  ${String(count).padStart(7)}  ${what}`);

  console.log(`\nacknowledged rounds and deposits  ${acknowledged}`);
  console.log(`lost                              ${lost.length}`);
  console.log(`twice, or after a “no”            ${twice.length}`);
  console.log(`never known to the player         ${open}`);
  console.log(`invariants                        ${broken.length === 0 ? 'whole' : `${broken.length} broken`}`);
  for (const each of [...lost, ...twice, ...broken].slice(0, 50)) console.log(`  ${each}`);
  return lost.length + twice.length + broken.length + open === 0 && acknowledged > 0 ? 0 : 1;
}
