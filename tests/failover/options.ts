/**
 * What a run of the failovers does, by its arguments: `--times=N` so many failovers of each kind, one where it is missing; `--kinds=kill,pause` these
 * kinds alone; `--keep` keeps the folder with all logs and the witness's file.
 */
import { parseArgs } from 'node:util';

/** The ways in which a primary goes away. */
export const KINDS = [
  { name: 'kill', says: 'PostgreSQL and Patroni of the primary are killed (kill -9), as when its machine is lost' },
  { name: 'crash', says: 'PostgreSQL of the primary alone is killed (kill -9)' },
  { name: 'pause', says: 'PostgreSQL and Patroni of the primary are stopped (SIGSTOP), and go on later (SIGCONT)' },
  { name: 'cut', says: 'nothing reaches the primary, and it reaches nothing' },
  { name: 'part', says: 'the primary is parted from etcd and its standbys, while the platform still reaches it' },
  { name: 'switch', says: 'a planned switchover (patronictl switchover)' },
] as const;

export type Kind = (typeof KINDS)[number]['name'];

export interface Options {
  /** The kinds of a run, in their order. */
  readonly kinds: readonly Kind[];
  /** So many failovers of each. */
  readonly times: number;
  readonly isKept: boolean;
}

/** Reads the arguments; throws an Error for one that there is not. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({ args: [...args], options: { times: { type: 'string', default: '1' }, kinds: { type: 'string' }, keep: { type: 'boolean', default: false } } });
  const times = Number(values.times);
  if (!Number.isSafeInteger(times) || times < 1) throw new RangeError(`--times is no whole number from 1 on: ${values.times}`);
  const all = KINDS.map(({ name }) => name);
  const names = values.kinds?.split(',') ?? all;
  const unknown = names.find((name) => !all.some((each) => each === name));
  if (unknown !== undefined) throw new RangeError(`There is no kind ${unknown}. There are ${all.join(', ')}.`);
  return { kinds: all.filter((name) => names.includes(name)), times, isKept: values.keep };
}
