/** Makes the pictures of README and web manifest. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { compressPng } from '../small-png';
import { ROOT } from '../stages.mjs';
import { openShot, prepare } from './camera';
import type { Size } from './camera';
import { SHOT_LIST } from './list';
import { newContext } from './people';
import { writePreviews } from './previews';
import type { Sessions } from './people';

const FOLDER = join(ROOT, 'public/screenshots');
/** Screens as people have them; all pictures are dark, like the icon. */
const PHONE = { width: 360, height: 720, scale: 2, maxBytes: 80 * 1024 } as const;
const DESKTOP = { width: 1280, height: 800, scale: 1, maxBytes: 70 * 1024 } as const;

interface ReadmePicture {
  readonly file: string;
  readonly shot: string;
  readonly screen: Size & { readonly scale: number; readonly maxBytes: number };
}

const README_PICTURES: readonly ReadmePicture[] = [
  { file: 'lobby-360.png', shot: 'lobby-guest', screen: PHONE },
  { file: 'game-360.png', shot: 'game', screen: PHONE },
  { file: 'deposit-360.png', shot: 'deposit', screen: PHONE },
  { file: 'profile-offline-360.png', shot: 'profile-offline', screen: PHONE },
  { file: 'game-1280.png', shot: 'game', screen: DESKTOP },
  { file: 'help-1280.png', shot: 'help', screen: DESKTOP },
];

/** Takes each picture in a browser of its own, because the others' sheet has other sizes and no sharp pixels. */
export async function writeReadmePictures(browser: Browser, url: string, sessions: Sessions): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writePreviews(browser);
  for (const { file, shot: name, screen } of README_PICTURES) {
    const shot = SHOT_LIST.find((each) => each.name === name);
    if (shot === undefined) throw new Error(`There is no shot ${name}.`);
    const { width, height, scale, maxBytes } = screen;
    const context = await newContext(browser, url, await sessions(shot.who), {
      viewport: { width, height }, deviceScaleFactor: scale, colorScheme: 'dark', reducedMotion: 'reduce',
    });
    await prepare(context, shot.network, url);
    const page = await context.newPage();
    await openShot(page, shot, url);
    const small = compressPng(await page.screenshot({ animations: 'disabled' }), maxBytes);
    await writeFile(join(FOLDER, file), small);
    console.log(`${file}: ${small.length} bytes`);
    await context.close();
  }
}
