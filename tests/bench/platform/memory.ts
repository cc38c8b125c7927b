/** Measures the memory of processes: their own pages and their part of the shared ones (Linux). */
import { readFile, readdir } from 'node:fs/promises';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function listProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(pids.map(async (pid) => {
    try {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
    } catch {
      // The process has ended meanwhile.
      return null;
    }
  }));
  return entries.filter((each) => each !== null);
}

/** Returns a process and all below it. */
function familyOf(root: number, all: readonly Process[]): ReadonlySet<number> {
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return family;
}

/** Lists the processes below one (Linux); none on other systems. */
export async function listProcessesBelow(root: number): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  return [...familyOf(root, await listProcesses())].filter((pid) => pid !== root);
}

async function readShare(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/**
 * Sums the bytes of the child of this process whose command matches, and of all its children; null where the system does not
 * tell.
 */
export async function readMemory(pattern: RegExp): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const all = await listProcesses();
  const root = all.find(({ parent, command }) => parent === process.pid && pattern.test(command));
  if (root === undefined) return null;
  const shares = await Promise.all(Array.from(familyOf(root.pid, all), readShare));
  return shares.reduce((sum, each) => sum + each, 0);
}
