import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECTIONS } from '../../server/accounts/archive/sections';
import { takeArchive } from '../support/archive/unzip';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

describe('the archive', () => {
  it('has every file, also of a player who has done nothing', async () => {
    const files = await takeArchive(site.baseUrl, await site.signUp());
    expect(Object.keys(files)).toEqual([...SECTIONS.map(({ file }) => file), 'readme.txt']);
  });
});
