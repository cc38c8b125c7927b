/**
 * The database servers that run in temporary directories on this checkout's programs, or on copies of them that tests have made: after a run
 * there must be none that was not there before. Each is idle and takes little, but nobody ends it, and after some runs a machine has dozens.
 * Linux alone says where a process is.
 */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { IN_MEMORY } from './scratch.mjs';
import { ROOT } from './stages.mjs';

const PROGRAM = `${sep}bin${sep}postgres`;
/** As tests name the directories that they make. */
const OURS = 'ayo-';

/** @param {string} pid @param {string[]} places @returns {string | undefined} where its data is; undefined: it is none of ours */
function dataOf(pid, places) {
  try {
    const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    // A process of a server's own has its title there, and not the program's path.
    const homes = [ROOT + sep, ...places.map((place) => join(place, OURS))];
    if (!program.endsWith(PROGRAM) || !homes.some((home) => program.startsWith(home))) return undefined;
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    return places.some((place) => folder.startsWith(join(place, OURS))) ? folder : undefined;
  } catch {
    // It has ended, or belongs to somebody whose processes we may not look at.
    return undefined;
  }
}

/** Lists them as `process 4711 in /tmp/ayo-db-x/pg`. */
export function runningServers() {
  if (process.platform !== 'linux') return [];
  const places = [tmpdir(), IN_MEMORY];
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    const folder = dataOf(pid, places);
    return folder === undefined ? [] : [`process ${pid} in ${folder}`];
  });
}
