/** Finds the file of the built app that holds a module, by the build's own record, because tests name modules and not chunks. */
import { join } from 'node:path';
import { PARTS } from '../../server/tools/dist';
import { PARTS_RECORD, readParts } from '../../server/tools/parts';
import { secondBuild } from './second-build';

/** Returns the address of the file that holds `source` (`src/pages/help/HelpPage.tsx`). Rejects where none does. */
export async function findFileOf(source: string, build: 1 | 2 = 1): Promise<string> {
  const parts = await readParts(build === 1 ? PARTS : join(await secondBuild(), PARTS_RECORD));
  const entry = [...parts].find(([, sources]) => sources.includes(source));
  if (entry === undefined) throw new Error(`No file of build ${build} holds ${source}.`);
  return `/${entry[0]}`;
}
