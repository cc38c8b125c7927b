import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { precachedFiles } from '../../../server/tools/sizes';
import { programOf, splitServiceWorker } from '../../../server/tools/split-worker';

const folders: string[] = [];

async function builtApp(serviceWorker: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ayo-split-'));
  folders.push(folder);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'sw.js'), serviceWorker);
  return folder;
}

const list = (...urls: string[]) => JSON.stringify(urls.map((url) => ({ integrity: `sha256-${url}=`, revision: null, url })));
const program = (precached: string) => `(function(){var files=${precached};self.addEventListener("install",go)})();`;

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe('the service worker that was split', () => {
  it('is the list, and a program that reads it', async () => {
    const app = await builtApp(program(list('index.html', 'assets/a.js')));
    await splitServiceWorker(app);
    const script = await readFile(join(app, 'sw.js'), 'utf8');
    expect(precachedFiles(script)).toEqual(['index.html', 'assets/a.js']);
    expect(programOf(script)).toMatch(/^assets\/sw-[\w-]{8}\.js$/);
    expect(await readFile(join(app, programOf(script)), 'utf8')).toBe(program('self.__PRECACHED'));
  });

  it('keeps the name of its program while only the list changes', async () => {
    const [before, after] = await Promise.all([builtApp(program(list('assets/a.js'))), builtApp(program(list('assets/b.js')))]);
    await Promise.all([splitServiceWorker(before), splitServiceWorker(after)]);
    const programs = await Promise.all([before, after].map(async (app) => programOf(await readFile(join(app, 'sw.js'), 'utf8'))));
    expect(new Set(programs).size).toBe(1);
  });

  it('is refused when there is no list, or more than one', async () => {
    const two = `${program(list('a.js'))}${program(list('b.js'))}`;
    for (const text of ['self.oninstall=null;', two]) {
      await expect(splitServiceWorker(await builtApp(text))).rejects.toThrow(/no list of precached files, or several/);
    }
  });
});
