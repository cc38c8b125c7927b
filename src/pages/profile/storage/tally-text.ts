import { ageWords, bytesWords } from '../../../core/time';
import type { Tally, PartName } from '../../../bridge/actions/storage-report';
import { words } from './words';

/** The number of stored things and their age: `6 answers · newest now, oldest as of 3 Nov`. */
export function tallyText(name: PartName, { count, newest, oldest }: Tally, nowMs: number): string {
  if (count === 0) return words.none;
  const ages = [newest, oldest].map((at) => (at === null ? null : ageWords(at, nowMs)));
  const [young, old] = ages;
  if (typeof young !== 'string' || typeof old !== 'string') return words.what[name](count);
  return `${words.what[name](count)} · ${young === old ? young : words.between(young, old)}`;
}

/** Writes sizes as `bytesWords` does, and in gigabytes (`10.7 GB`) for what a browser allows. */
export function sizeWords(bytes: number): string {
  return bytes < 1_000_000_000 ? bytesWords(bytes) : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
