/** Reads how much processor time a process has used (Linux), which other work on the machine changes little. */
import { readFile } from 'node:fs/promises';
import { listProcessesBelow } from './memory';

/** Linux counts in hundredths of a second for whoever reads `/proc`. */
const TICKS_PER_SECOND = 100;

/** Returns the seconds of processor time that the process has used so far, of all its threads; null where the system does not tell. */
export async function readCpuSeconds(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in parentheses may have spaces; what follows it are fields 3 and on, of which 14 and 15 are the times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * Returns the same for all processes below that one together, also those that have ended and were waited for; null where the system does not
 * tell.
 */
export async function readCpuSecondsBelow(pid: number): Promise<number | null> {
  const ticks = await Promise.all((await listProcessesBelow(pid)).map(async (each) => {
    const text = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
  }));
  return ticks.length === 0 ? null : ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}
