import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPageAddress, isShellAddress } from '../../../src/core/address-kinds';
import { PAGE_ROUTES } from '../../../src/app/routes';
import { NO_GAMES, NOWHERE, PAGES, toTitledRows } from '../../support/odd-addresses';

const PUBLIC = join(import.meta.dirname, '../../../public');

/** As a browser asks for it: dot segments and backslashes are gone by then. */
const pathOf = (address: string) => new URL(`https://ayo.test${address}`).pathname;

describe('an address', () => {
  it.each(toTitledRows([...PAGE_ROUTES.flatMap(({ paths }) => paths), ...NOWHERE, ...NO_GAMES, ...PAGES]))('%s is one of the app', (_, address) => {
    expect(isPageAddress(pathOf(address))).toBe(true);
  });

  it('of every file that the site has is none', () => {
    const files = readdirSync(PUBLIC, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(PUBLIC.length));
    const builtPaths = ['/sw.js', '/sw-off.js', '/manifest.webmanifest', '/version.json', '/config.json', '/licenses.txt', '/assets/page-1a2b.js', '/assets/gone.js'];
    expect([...paths, ...builtPaths].filter(isPageAddress)).toEqual([]);
    expect([...paths, ...builtPaths].filter(isShellAddress)).toEqual([]);
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each(['/api', '/api/', '/api/v1/unknown.html', '/api/callbacks/mm/success', '/cdn/none.svg', '/cdn/'])('%s is one of a call or a file', (path) => {
    expect(isPageAddress(path)).toBe(false);
  });

  it.each(['/assets/', '/assets/nope', '/icons/', '/screenshots/none'])('%s, where no file can be, opens the app without a connection, and is none of the host’s', (path) => {
    expect([isShellAddress(path), isPageAddress(path)]).toEqual([true, false]);
  });

  it('of no call, /api itself, opens the app without a connection; those of calls do not', () => {
    expect(isShellAddress('/api')).toBe(true);
    expect(['/api/', '/api/v1/games', '/cdn/none.svg'].filter(isShellAddress)).toEqual([]);
  });
});
