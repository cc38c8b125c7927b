/** The files of `server/deploy` as they are shipped, with the addresses of a test in place of an operator's. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './stages.mjs';

export const readDeployFile = (name: string): Promise<string> => readFile(path.join(ROOT, 'server/deploy', name), 'utf8');

/** Replaces parts of a shipped file for this machine. Each must be there, so that a test tries what is shipped; throws an Error otherwise. */
export function adapt(text: string, changes: Readonly<Record<string, string>>): string {
  for (const from of Object.keys(changes)) if (!text.includes(from)) throw new Error(`The shipped file has no ${JSON.stringify(from)}.`);
  // All in one pass, because a new port may begin like an address that is replaced.
  const any = new RegExp(Object.keys(changes).map((from) => from.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'g');
  return text.replaceAll(any, (from) => changes[from] ?? from);
}
