import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile } from './json-file';

/** The host has the chunks of so many builds, for tabs that are still open. */
const MAX_BUILDS = 3;
const RECORD = 'builds.json';

/** File names below `assets/` by build, newest first. */
type Builds = string[][];

async function readBuilds(dist: string): Promise<Builds> {
  try {
    return await readJsonFile<Builds>(join(dist, RECORD));
  } catch {
    return [];
  }
}

/**
 * Copies the assets of the last builds from the old app folder into the new one, so that open tabs of an older version continue to
 * work, and records which files belong to which build. Files of older builds are not copied.
 */
export async function keepPreviousAssets(dist: string, oldApp: string, newApp: string): Promise<void> {
  const current = (await readdir(join(newApp, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name));
  const earlier = (await readBuilds(dist)).filter((names) => names.join() !== current.join());
  const builds = [current, ...earlier].slice(0, MAX_BUILDS);
  const presentNames = new Set(current);
  await mkdir(join(newApp, 'assets'), { recursive: true });
  for (const name of new Set(builds.slice(1).flat())) {
    if (presentNames.has(name)) continue;
    for (const file of [name, `${name}.br`, `${name}.gz`]) {
      // The variant may never have been made, or an operator may have removed the file by hand.
      await copyFile(join(oldApp, 'assets', file), join(newApp, 'assets', file)).catch(() => undefined);
    }
  }
  await writeFile(join(dist, RECORD), JSON.stringify(builds));
}
