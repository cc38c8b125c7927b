/**
 * `npm run shots` writes every page, in its states, sizes and themes, and the frames of one round of each game into `dist/shots`, with
 * a contact sheet (`index.html`) for people to look at. Arguments without dashes choose pages and rounds by name (`round-dice`).
 * `--readme` renews the pictures of README and web manifest in `public/screenshots` too, alone where no names are given.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, BrowserContext } from '@playwright/test';
import { INITIAL_GAMES } from '../../server/games/initial-games';
import { findChromium, launchOptions } from './chromium.mjs';
import { startShownProduct } from './frame-provider/shots';
import { openShot, photograph, prepare, THEMES } from './shots/camera';
import type { Size } from './shots/camera';
import { FRAMED_SHOT_LIST, SHOT_LIST } from './shots/list';
import type { Shot } from './shots/list';
import { createSessions, newContext } from './shots/people';
import type { Sessions } from './shots/people';
import { writeReadmePictures } from './shots/readme-pictures';
import { drawSheet } from './shots/sheet';
import type { Failure, SheetPicture, SheetStrip } from './shots/sheet';
import { takeStrip } from './shots/strips';
import { ROOT, runNode } from './stages.mjs';

const SHOTS = join(ROOT, 'dist/shots');
/** One visit photographs all sizes of a kind of screen. */
const SCREENS: readonly (readonly [first: Size, ...others: Size[]])[] = [
  [{ width: 360, height: 660 }],
  [{ width: 1280, height: 800 }, { width: 1440, height: 900 }],
];
/** An action that takes longer has failed. */
const ACT_LIMIT_MS = 15_000;

const pictures: SheetPicture[] = [];
const strips: SheetStrip[] = [];
const failures: Failure[] = [];
const sizeName = ({ width, height }: Size): string => `${width}x${height}`;

function fail(name: string, error: unknown): void {
  const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  failures.push({ name, reason });
  console.error(`${name}: ${reason}`);
}

async function save(file: string, bytes: Buffer): Promise<string> {
  await writeFile(join(SHOTS, file), bytes);
  return file;
}

interface Stage {
  readonly browser: Browser;
  readonly url: string;
  readonly sessions: Sessions;
}

/** Takes one shot on one kind of screen. A failure is on the sheet in the places of its pictures. */
async function take({ url }: Stage, context: BrowserContext, prepared: Promise<void>, shot: Shot, sizes: readonly Size[]): Promise<void> {
  const { name, path, state } = shot;
  const route = path.split(/[?#]/)[0] ?? path;
  const page = await context.newPage();
  page.setDefaultTimeout(ACT_LIMIT_MS);
  try {
    await prepared;
    await openShot(page, shot, url);
    for (const { size, theme, screen, whole } of await photograph(page, sizes)) {
      const base = `${name}-${sizeName(size)}-${theme}`;
      const [file, wholeFile] = [await save(`${base}.png`, screen), whole === null ? null : await save(`${base}-whole.png`, whole)];
      pictures.push({ name, route, state, theme, size: sizeName(size), file, whole: wholeFile });
    }
    console.log(`${name} ${sizes.map(sizeName).join(' ')}`);
  } catch (error) {
    fail(`${name} ${sizes.map(sizeName).join(' ')}`, error);
    for (const size of sizes) {
      for (const theme of THEMES) pictures.push({ name, route, state, theme, size: sizeName(size), file: null, whole: null });
    }
  } finally {
    await page.close();
  }
}

const groupOf = ({ who, network }: Shot): string => `${who} ${network}`;

/** Takes shots, those of one visitor and network one after the other in one browser profile. */
async function takeAll(stage: Stage, shots: readonly Shot[]): Promise<void> {
  for (const sizes of SCREENS) {
    for (const first of shots.filter((shot, at) => shots.findIndex((each) => groupOf(each) === groupOf(shot)) === at)) {
      const context = await newContext(stage.browser, stage.url, await stage.sessions(first.who), {
        viewport: sizes[0], reducedMotion: 'reduce', serviceWorkers: first.network === 'broken' ? 'block' : 'allow',
      });
      const prepared = prepare(context, first.network, stage.url);
      // Each shot that needs it fails with it.
      prepared.catch(() => undefined);
      for (const shot of shots.filter((each) => groupOf(each) === groupOf(first))) await take(stage, context, prepared, shot, sizes);
      await context.close();
    }
  }
}

async function film({ browser, url }: Stage, gameId: string): Promise<void> {
  try {
    const frames = await takeStrip(browser, url, gameId);
    strips.push({
      gameId,
      frames: await Promise.all(frames.map(async ({ at, jpeg }, index) => ({ at, file: await save(`round-${gameId}-${index + 1}.jpg`, jpeg) }))),
    });
    console.log(`round-${gameId}`);
  } catch (error) {
    fail(`round-${gameId}`, error);
  }
}

/** Starts a product, with a provider of framed games or without one, and hands it on until the work is done. */
async function withStage(browser: Browser, isFramed: boolean, work: (stage: Stage) => Promise<void>): Promise<void> {
  const { product, provider } = await startShownProduct(isFramed);
  try {
    await work({ browser, url: product.url, sessions: createSessions(product) });
  } finally {
    await Promise.all([provider?.close(), product.dispose()]);
  }
}

async function main(): Promise<void> {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const forReadme = process.argv.includes('--readme');
  const isAll = names.length === 0 && !forReadme;
  const isWanted = (name: string): boolean => isAll || names.some((part) => name.includes(part));
  const { code } = await runNode(['--import', 'tsx', 'server/tools/build.ts', '--if-stale']);
  if (code !== 0) throw new Error('The build failed; there is nothing to show.');
  if (isAll) await rm(SHOTS, { recursive: true, force: true });
  await mkdir(SHOTS, { recursive: true });
  const shots = SHOT_LIST.filter(({ name }) => isWanted(name));
  const framed = FRAMED_SHOT_LIST.filter(({ name }) => isWanted(name));
  const games = INITIAL_GAMES.map(({ gameId }) => gameId).filter((gameId) => isWanted(`round-${gameId}`));
  const browser = await chromium.launch(launchOptions(findChromium()));
  try {
    if (shots.length > 0 || games.length > 0 || forReadme) await withStage(browser, false, async (stage) => {
      for (const gameId of games) await film(stage, gameId);
      await takeAll(stage, shots);
      if (forReadme) await writeReadmePictures(browser, stage.url, stage.sessions);
    });
    if (framed.length > 0) await withStage(browser, true, (stage) => takeAll(stage, framed));
  } finally {
    await browser.close();
  }
  const sheet = join(SHOTS, 'index.html');
  await writeFile(sheet, drawSheet({ pictures, strips, failures }));
  console.log(`${pictures.length} pictures and ${strips.length} strips: ${sheet}`);
  if (failures.length > 0) throw new Error(`Could not be made:\n${failures.map(({ name, reason }) => `  ${name}: ${reason}`).join('\n')}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
