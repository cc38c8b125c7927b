import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPreviousAssets } from '../../../server/tools/previous-assets';

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'ayo-kept-'));
});
afterEach(() => rm(dist, { recursive: true, force: true }));

/** One build after another, each in the place of the one before, as `npm run build` does it. */
async function deploy(...names: string[]): Promise<string[]> {
  const [app, next] = [join(dist, 'app'), join(dist, 'app.next')];
  await mkdir(join(next, 'assets'), { recursive: true });
  for (const name of names) for (const ending of ['', '.br', '.gz']) await writeFile(join(next, 'assets', name + ending), name);
  await keepPreviousAssets(dist, app, next);
  await rm(app, { recursive: true, force: true });
  await mkdir(app);
  await rename(join(next, 'assets'), join(app, 'assets'));
  return (await readdir(join(app, 'assets'))).sort();
}

const files = (...names: string[]) => names.flatMap((name) => [name, `${name}.br`, `${name}.gz`]).sort();

describe('A-01: the host keeps the assets of the last three builds, with their compressed twins', () => {
  it('and lets go of the fourth', async () => {
    expect(await deploy('a-1.js', 'same.js')).toEqual(files('a-1.js', 'same.js'));
    expect(await deploy('a-2.js', 'same.js')).toEqual(files('a-1.js', 'a-2.js', 'same.js'));
    expect(await deploy('a-3.js', 'same.js')).toEqual(files('a-1.js', 'a-2.js', 'a-3.js', 'same.js'));
    expect(await deploy('a-4.js', 'same.js')).toEqual(files('a-2.js', 'a-3.js', 'a-4.js', 'same.js'));
  });

  it('does not count the same build twice: a build made again pushes none out', async () => {
    await deploy('a-1.js');
    await deploy('a-2.js');
    for (let n = 0; n < 4; n += 1) await deploy('a-3.js');
    expect(await deploy('a-3.js')).toEqual(files('a-1.js', 'a-2.js', 'a-3.js'));
  });

  it('goes on where an operator removed a file, or its record, by hand', async () => {
    await deploy('a-1.js', 'b-1.js');
    await rm(join(dist, 'app/assets/a-1.js'));
    expect(await deploy('a-2.js')).toEqual([...files('a-2.js', 'b-1.js'), 'a-1.js.br', 'a-1.js.gz'].sort());
    await rm(join(dist, 'builds.json'));
    expect(await deploy('a-3.js')).toEqual(files('a-3.js'));
  });
});
