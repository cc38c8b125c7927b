/** Copies of the secrets: none is lost without a word, whatever the files are called and whatever put them there. */
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copySecrets, listSecrets, requireKeyFiles } from '../../../server/tools/backup/secret-files';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'ayo-secret-copies-'));
});
afterEach(() => rm(place, { recursive: true }));

const file = async (name: string, text: string): Promise<string> => {
  const whole = path.join(place, name);
  await mkdir(path.dirname(whole), { recursive: true });
  await writeFile(whole, text);
  return whole;
};
type Named = { readonly seedKeyFile?: string; readonly fieldKeyFile?: string };
const configOf = ({ seedKeyFile, fieldKeyFile }: Named) => ({ dataDir: path.join(place, 'data'), seedKeyFile, fieldKeyFile });

async function copies(named: Named): Promise<Readonly<Record<string, string>>> {
  const folder = path.join(place, 'copies');
  await copySecrets(await listSecrets(configOf(named), {}), folder);
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const)));
}

describe('a backup of the secrets', () => {
  it('has both files of keys, under the names that a restore looks for, where both are called alike', async () => {
    const named = { seedKeyFile: await file('seed/keys', 'seed'), fieldKeyFile: await file('field/keys', 'field') };
    await requireKeyFiles(configOf(named));
    expect(await copies(named)).toEqual({ 'seed-keys': 'seed', 'field-keys': 'field' });
  });

  it('has the keys that are in use, where older ones lie at the usual place', async () => {
    await file('data/secrets/seed-keys', 'old');
    await file('data/secrets/field-keys', 'field');
    expect(await copies({ seedKeyFile: await file('elsewhere', 'seed') })).toEqual({ 'seed-keys': 'seed', 'field-keys': 'field', 'unused-seed-keys': 'old' });
  });

  it('has what links lead to, as in a folder that Kubernetes fills', async () => {
    const secrets = path.join(place, 'data/secrets');
    for (const name of ['seed-keys', 'field-keys']) await file(`data/secrets/..2026/${name}`, name);
    await symlink('..2026', path.join(secrets, '..data'));
    for (const name of ['seed-keys', 'field-keys']) await symlink(`..data/${name}`, path.join(secrets, name));
    expect(await copies({})).toEqual({ 'seed-keys': 'seed-keys', 'field-keys': 'field-keys' });
  });

  it('fails where a file of keys is not there', async () => {
    await file('data/secrets/field-keys', 'field');
    await expect(requireKeyFiles(configOf({}))).rejects.toThrow('seed-keys is not there');
    await expect(copies({ seedKeyFile: path.join(place, 'nowhere') })).rejects.toThrow('ENOENT');
    await symlink('nowhere', path.join(place, 'data/secrets/seed-keys'));
    await rm(path.join(place, 'copies'), { recursive: true });
    await expect(copies({})).rejects.toThrow('ENOENT');
  });
});
