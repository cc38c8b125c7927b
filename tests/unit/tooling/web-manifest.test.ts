import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { webManifest } from '../../../server/tools/pwa';
import { WHOLE_APP_KB, words } from '../../../src/app/guide/words';
import { PAGE_ROUTES } from '../../../src/app/routes';
import { brand } from '../../../src/core/brand';

const ROOT = join(import.meta.dirname, '../../..');
const manifest = webManifest();

interface Picture {
  readonly src: string;
  readonly sizes?: string | undefined;
  readonly type?: string | undefined;
}

const icons: readonly Picture[] = manifest.icons ?? [];
const screenshots: readonly Picture[] = manifest.screenshots ?? [];
const shortcuts = manifest.shortcuts ?? [];
const pictures: readonly Picture[] = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut): readonly Picture[] => shortcut.icons ?? [])];
const fileOf = ({ src }: Picture) => join(ROOT, 'public', src);

function pngSize(file: Buffer): string {
  expect(file.toString('latin1', 1, 4)).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

describe('the web manifest', () => {
  it.each(pictures.map((picture) => [picture.src, picture] as const))('names a picture that is there, in its size: %s', (_, picture) => {
    expect(existsSync(fileOf(picture))).toBe(true);
    const file = readFileSync(fileOf(picture));
    if (picture.type === 'image/png') expect(pngSize(file)).toBe(picture.sizes);
    else expect([picture.type, picture.sizes, file.toString('utf8').startsWith('<svg ')]).toEqual(['image/svg+xml', 'any', true]);
  });

  it('says who it is, where it starts and how it looks', () => {
    expect(manifest).toMatchObject({
      id: '/', scope: '/', start_url: '/?source=home', name: brand.name, short_name: brand.shortName, lang: 'en-NG', dir: 'ltr',
      display: 'standalone', display_override: ['standalone', 'minimal-ui'], orientation: 'any', categories: ['games', 'entertainment'],
      theme_color: brand.colours.darkGround, background_color: brand.colours.darkGround, prefer_related_applications: false,
    });
    expect(brand.shortName.length).toBeLessThanOrEqual(12);
  });

  it('has an icon for every mask and every size that installing asks for', () => {
    const has = (purpose: string, sizes: string) => manifest.icons?.some((icon) => icon.purpose === purpose && icon.sizes === sizes);
    for (const purpose of ['any', 'maskable']) for (const size of ['192x192', '512x512']) expect(has(purpose, size), `${purpose} ${size}`).toBe(true);
    expect(has('monochrome', 'any')).toBe(true);
  });

  it('shows the app on narrow and on wide screens, each picture with its words', () => {
    for (const form of ['narrow', 'wide'] as const) {
      expect(manifest.screenshots?.filter(({ form_factor }) => form_factor === form).length).toBeGreaterThanOrEqual(2);
    }
    for (const { label } of manifest.screenshots ?? []) expect(label).toMatch(/\w/);
  });

  it('has shortcuts to Games, Deposit and Help, which are pages of the app', () => {
    expect(shortcuts.map(({ name }) => name)).toEqual(['Games', 'Deposit', 'Help']);
    const paths: readonly string[] = PAGE_ROUTES.flatMap((route) => [...route.paths]);
    for (const { url, icons: drawn = [] } of shortcuts) {
      expect(paths).toContain(url.split('?')[0]);
      expect(drawn.length).toBeGreaterThan(0);
    }
  });
});

describe('the guide to the home screen', () => {
  it('says no smaller size than the build allows', () => {
    const budgets = JSON.parse(readFileSync(join(ROOT, 'tests/bench/budgets.json'), 'utf8')) as { precache: number; serviceWorker: number };
    expect(WHOLE_APP_KB * 1000).toBeGreaterThanOrEqual(budgets.precache + budgets.serviceWorker);
    expect(words.gives).toContain(`${WHOLE_APP_KB} KB`);
  });
});
