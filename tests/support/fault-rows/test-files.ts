import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../stages.mjs';
import type { TestFile } from './coverage';

const FOLDERS = ['tests/e2e', 'tests/unit', 'tests/sw', 'tests/platform'];

function testFilesIn(folder: string): readonly TestFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:test|spec)\.tsx?$/.test(name))
    .map((name) => ({ path: `${folder}/${name.replaceAll('\\', '/')}`, text: readFileSync(join(ROOT, folder, name), 'utf8') }));
}

/** Every test of the project, as text. */
export function allTestFiles(): readonly TestFile[] {
  return FOLDERS.flatMap(testFilesIn);
}
