import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PlaceFileError, readPlaceFile } from '../../../server/place/read-place-file';

const folder = mkdtempSync(join(tmpdir(), 'ayo-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const GOOD = { default: { served: false, minimumAge: 21, licence: ' No. 7 ', ceilings: {}, realityCheckMinutes: 30 }, states: { LA: { served: true } } };

describe('the file that PLACES_FILE names', () => {
  it('is read before anything starts; without one it is that of the program', async () => {
    const book = await readPlaceFile(fileOf('good.json', JSON.stringify(GOOD)));
    expect(book.standard).toMatchObject({ served: false, minimumAge: 21, licence: 'No. 7', realityCheckMinutes: 30 });
    expect(book.states.LA).toMatchObject({ served: true, minimumAge: 21 });
    expect((await readPlaceFile(undefined)).standard.minimumAge).toBe(18);
  });

  it('stops the start with one line that names it when it is not there', async () => {
    const missing = join(folder, 'nowhere.json');
    const error = await readPlaceFile(missing).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PlaceFileError);
    expect(String(error)).toMatch(/PLACES_FILE names ".*nowhere\.json", which can't be read: ENOENT/);
  });

  it('stops the start with a line for each mistake, each with the place in the file', async () => {
    const path = fileOf('bad.json', JSON.stringify({ ...GOOD, states: { LA: { minimumAge: 12 }, NG: {} } }));
    const error = await readPlaceFile(path).catch((reason: unknown) => reason);
    const lines = error instanceof PlaceFileError ? error.message.split('\n') : [];
    expect(lines.sort()).toEqual([`${path}: states.LA.minimumAge must be 18 or more.`, `${path}: states.NG is not known.`]);
  });
});
