/** Makes the installed app's manifest, and the list of precached files in the service worker. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestOptions, VitePWAOptions } from 'vite-plugin-pwa';
import { brand } from '../../src/core/brand.ts';
import { CACHED_ON_FIRST_USE } from './chunk-groups.ts';
import { lightSchemasPlugin } from './light-schemas-plugin.ts';

type InjectManifest = VitePWAOptions['injectManifest'];
type ManifestTransform = NonNullable<InjectManifest['manifestTransforms']>[number];

/** Makes `/manifest.webmanifest`. Icons and screenshots are files in `public/`. */
export function webManifest(): Partial<ManifestOptions> {
  return {
    id: '/',
    name: brand.name,
    short_name: brand.shortName,
    description: brand.description,
    lang: brand.language,
    dir: 'ltr',
    prefer_related_applications: false,
    scope: '/',
    start_url: '/?source=home',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    orientation: 'any',
    theme_color: brand.colours.darkGround,
    background_color: brand.colours.darkGround,
    categories: ['games', 'entertainment'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/monochrome.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
    ],
    // `npm run shots -- --readme` makes these pictures.
    screenshots: [
      screenshot('lobby-360', '720x1440', 'narrow', 'The lobby'),
      screenshot('game-360', '720x1440', 'narrow', 'Adire Gold, a game with its rules and its return'),
      screenshot('deposit-360', '720x1440', 'narrow', 'Paying in'),
      screenshot('profile-offline-360', '720x1440', 'narrow', 'The profile without a network, with its age'),
      screenshot('game-1280', '1280x800', 'wide', 'Adire Gold on a wide screen'),
      screenshot('help-1280', '1280x800', 'wide', 'Help, which opens without a connection'),
    ],
    shortcuts: [
      shortcut('games', 'Games', 'All games, and practice without a connection'),
      shortcut('deposit', 'Deposit', 'Pay in, and see payments under way'),
      shortcut('help', 'Help', 'Answers that open without a connection'),
    ],
  };
}

type Screenshot = NonNullable<ManifestOptions['screenshots']>[number];

/** Describes a file in `public/screenshots`. */
function screenshot(file: string, sizes: string, formFactor: 'narrow' | 'wide', label: string): Screenshot {
  return { src: `/screenshots/${file}.png`, sizes, type: 'image/png', form_factor: formFactor, label };
}

/** Describes a shortcut in the menu of the icon; its own icons are in `public/icons`, drawn from the SVG beside them. */
function shortcut(route: string, name: string, description: string): NonNullable<ManifestOptions['shortcuts']>[number] {
  const icons = [96, 192].map((size) => ({ src: `/icons/shortcut-${route}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' }));
  return { name, description, url: `/${route}?source=shortcut`, icons };
}

/**
 * Adds its hash to every precached file, so that the install refuses a file that a network changed. It reads the files on the disk,
 * which must not change after the service worker was made.
 */
export function withIntegrity(folder: string): ManifestTransform {
  const hashFile = async (url: string) => {
    const digest = createHash('sha256').update(await readFile(join(folder, url))).digest('base64');
    return `sha256-${digest}`;
  };
  return async (entries) => ({
    warnings: [],
    manifest: await Promise.all(entries.map(async (entry) => ({ ...entry, integrity: await hashFile(entry.url) }))),
  });
}

/** Options of vite-plugin-pwa that belong to the build of `sw/sw.ts`. */
export const SERVICE_WORKER_BUILD = {
  injectManifest: {
    // These are the shell, every lazy route, game and content page. The system reads icons and the web manifest when it has a
    // connection, and art is loaded on demand.
    globPatterns: ['index.html', 'assets/**/*.{js,css,html,woff2,svg}'],
    globIgnores: ['icons/**', 'screenshots/**', 'cdn/**', ...CACHED_ON_FIRST_USE.map((name) => `assets/${name}-*.{js,css}`)],
    // A larger file stops the build, because the player pays for the precache.
    maximumFileSizeToCacheInBytes: 400 * 1024,
    // The service worker is one classic script, because older Firefox has no module service workers.
    rollupFormat: 'iife',
    sourcemap: false,
    buildPlugins: { vite: [lightSchemasPlugin()] },
  },
  integration: {
    // This runs after everything that writes into the output, because the hashes are taken from the files.
    closeBundleOrder: 'post',
    beforeBuildServiceWorker: (options) => {
      options.injectManifest.manifestTransforms = [withIntegrity(options.injectManifest.globDirectory)];
      // The plugin would add the web manifest, which no page reads.
      options.injectManifest.additionalManifestEntries = [];
    },
  },
} satisfies { injectManifest: Partial<InjectManifest>; integration: VitePWAOptions['integration'] };
