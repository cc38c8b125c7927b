/** Which file of the built app holds a module, by the build's own record: tests name modules, and chunks may change. */
import { join } from 'node:path';
import { PARTS } from '../../server/tools/dist';
import { PARTS_RECORD, readParts } from '../../server/tools/parts';
import { secondBuild } from './second-build';

/** The address of the file that holds `source` (`src/pages/help/HelpPage.tsx`). Rejects where none does. */
export async function fileHolding(source: string, build: 1 | 2 = 1): Promise<string> {
  const parts = await readParts(build === 1 ? PARTS : join(await secondBuild(), PARTS_RECORD));
  const found = [...parts].find(([, sources]) => sources.includes(source));
  if (found === undefined) throw new Error(`No file of build ${build} holds ${source}.`);
  return `/${found[0]}`;
}
