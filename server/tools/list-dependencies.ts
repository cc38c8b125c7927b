/** Writes `server/dependencies.md` anew: `npm run dependencies`. It fails where a package has no reason, or a licence that is not allowed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command';
import { LIST_FILE, findDependencyFaults, readReasons, toList } from './dependencies/list';
import { readLock } from './dependencies/lock';
import { ROOT } from './dist';

await runCommand(async () => {
  const faults = await findDependencyFaults(ROOT, await readLock(ROOT), await readReasons(ROOT));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await writeFile(join(ROOT, LIST_FILE), await toList(ROOT));
  return 0;
});
