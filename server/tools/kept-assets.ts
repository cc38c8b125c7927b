import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tabs of this many builds find their chunks on the host. */
const KEPT_BUILDS = 3;
const RECORD = 'builds.json';

/** File names below `assets/` by build, newest first. */
type Builds = string[][];

async function readBuilds(dist: string): Promise<Builds> {
  try {
    return JSON.parse(await readFile(join(dist, RECORD), 'utf8')) as Builds;
  } catch {
    return [];
  }
}

/**
 * Brings the assets of the last builds from the old app folder into the new one, so that open tabs of an older version go
 * on working, and writes down what belongs to which build. Files no kept build needs are left behind.
 */
export async function keepAssets(dist: string, oldApp: string, newApp: string): Promise<void> {
  const current = (await readdir(join(newApp, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name));
  const earlier = (await readBuilds(dist)).filter((names) => names.join() !== current.join());
  const builds = [current, ...earlier].slice(0, KEPT_BUILDS);
  const there = new Set(current);
  await mkdir(join(newApp, 'assets'), { recursive: true });
  for (const name of new Set(builds.slice(1).flat())) {
    if (there.has(name)) continue;
    for (const file of [name, `${name}.br`, `${name}.gz`]) {
      // A variant that was never made, or a file an operator removed by hand.
      await copyFile(join(oldApp, 'assets', file), join(newApp, 'assets', file)).catch(() => undefined);
    }
  }
  await writeFile(join(dist, RECORD), JSON.stringify(builds));
}
