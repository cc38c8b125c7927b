/** What processes really take: their own memory and their share of what they have in common (Linux). */
import { readFile, readdir } from 'node:fs/promises';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => {
    try {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
    } catch {
      // It has ended meanwhile.
      return null;
    }
  }));
  return found.filter((each) => each !== null);
}

async function shareOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/** Bytes of the child of this process whose command matches, with all of its children; null where it can't be had. */
export async function memoryOf(pattern: RegExp): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const all = await processes();
  const root = all.find(({ parent, command }) => parent === process.pid && pattern.test(command));
  if (root === undefined) return null;
  const family = new Set([root.pid]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  const shares = await Promise.all(Array.from(family, shareOf));
  return shares.reduce((sum, each) => sum + each, 0);
}
